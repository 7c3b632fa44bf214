import { Field, Select, TextArea } from "#ui/field.tsx";
import type { ChannelKind } from "./problem-messages.ts";

export interface FieldsProps {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  /** Whether a stored secret can be kept. */
  readonly stored: boolean;
  /** Whether a server on the local network may be used without encryption. */
  readonly plain: boolean;
}

const fieldProps = ({ values, errors }: FieldsProps, name: string) => ({
  name,
  defaultValue: values[name],
  error: errors[name],
});
/** For server names, user names and keys, which browsers must not change. */
const LITERAL = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

const KEPT = "Saved and never shown. Leave it blank to keep it.";

function ServerFields(props: FieldsProps & { example: string; ports: readonly [string, string] }) {
  const {
    plain,
    example,
    ports: [tls, starttls],
  } = props;
  return (
    <>
      <Field
        {...fieldProps(props, "host")}
        label="Server"
        required
        {...LITERAL}
        maxLength={253}
        hint={`Such as ${example}.`}
      />
      <div className="grid gap-x-6 gap-y-5 sm:grid-cols-[2fr_1fr]">
        <Select
          {...fieldProps(props, "security")}
          label="Encryption"
          required
          options={[
            { value: "tls", label: `TLS (usually port ${tls})` },
            { value: "starttls", label: `STARTTLS (usually port ${starttls})` },
            ...(plain ? [{ value: "none", label: "None (own network only)" }] : []),
          ]}
        />
        <Field
          {...fieldProps(props, "port")}
          label="Port"
          required
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
        />
      </div>
    </>
  );
}

function Secret({
  name,
  label,
  error,
  hint,
  required,
}: {
  name: string;
  label: string;
  error: string | undefined;
  hint?: string | undefined;
  required: boolean;
}) {
  // "new-password" prevents browsers from filling in the password of this account.
  return (
    <Field
      name={name}
      label={label}
      type="password"
      required={required}
      unmarked
      autoComplete="new-password"
      maxLength={500}
      hint={hint}
      error={error}
    />
  );
}

function SmtpFields(props: FieldsProps) {
  const { errors, stored } = props;
  return (
    <>
      <ServerFields {...props} example="smtp.gmail.com" ports={["465", "587"]} />
      <Field
        {...fieldProps(props, "user")}
        label="Username"
        unmarked
        {...LITERAL}
        maxLength={254}
        hint="Usually your full email address."
      />
      <Secret
        name="password"
        label="Password"
        required={false}
        hint={stored ? KEPT : "For Gmail and Outlook, use an app password."}
        error={errors["password"]}
      />
      <Field
        {...fieldProps(props, "fromName")}
        label="Name clients see"
        required
        autoComplete="organization"
        maxLength={120}
      />
      <Field
        {...fieldProps(props, "fromAddress")}
        label="Email comes from"
        type="email"
        required
        autoComplete="off"
        maxLength={254}
      />
    </>
  );
}

function DkimFields(props: FieldsProps) {
  return (
    <>
      <Field
        {...fieldProps(props, "selector")}
        label="Selector"
        required
        {...LITERAL}
        maxLength={63}
        hint="Part of the record’s name. Leave it unless you already use it for another key."
      />
      <TextArea
        name="privateKey"
        label="A private key you already have"
        rows={4}
        autoComplete="off"
        spellCheck={false}
        hint="RSA, in PEM format. Leave it blank and we’ll make one."
        error={props.errors["privateKey"]}
      />
    </>
  );
}

function ImapFields(props: FieldsProps) {
  const { errors, stored } = props;
  return (
    <>
      <ServerFields {...props} example="imap.gmail.com" ports={["993", "143"]} />
      <Field {...fieldProps(props, "user")} label="Username" required {...LITERAL} maxLength={254} />
      <Secret
        name="password"
        label="Password"
        required={!stored}
        hint={stored ? KEPT : undefined}
        error={errors["password"]}
      />
      <Field
        {...fieldProps(props, "folder")}
        label="Folder"
        required
        autoComplete="off"
        maxLength={200}
        hint="Where replies arrive, usually INBOX."
      />
    </>
  );
}

function TwilioFields(props: FieldsProps) {
  const { errors, stored } = props;
  return (
    <>
      <Field
        {...fieldProps(props, "sid")}
        label="Account SID"
        required
        {...LITERAL}
        maxLength={34}
        hint="Starts with AC. It’s on the first page of your Twilio console."
      />
      <Secret
        name="token"
        label="Auth token"
        required={!stored}
        hint={stored ? KEPT : undefined}
        error={errors["token"]}
      />
      <Field
        {...fieldProps(props, "number")}
        label="Texts come from"
        type="tel"
        required
        autoComplete="off"
        maxLength={30}
        hint="A number in your Twilio account, such as +1 303 555 0142."
      />
    </>
  );
}

export const CHANNEL_FIELDS = {
  smtp: SmtpFields,
  dkim: DkimFields,
  imap: ImapFields,
  twilio: TwilioFields,
} satisfies Record<ChannelKind, (props: FieldsProps) => React.ReactNode>;

/** Initial values of an empty form. */
export const CHANNEL_DEFAULTS: Record<ChannelKind, Readonly<Record<string, string>>> = {
  smtp: { port: "587", security: "starttls" },
  dkim: { selector: "plumbline" },
  imap: { port: "993", security: "tls", folder: "INBOX" },
  twilio: {},
};
