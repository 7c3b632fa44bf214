import { Field, TextArea } from "#ui/field.tsx";
import type { ChannelKind } from "./problem-messages.ts";
import {
  fieldProps,
  type FieldsProps,
  LITERAL,
  LoginFields,
  Secret,
  SECRET_SAVED,
  SERVER_FIELDS,
  ServerFields,
} from "./server-fields.tsx";
import { mailService } from "./services.ts";

function SmtpFields(props: FieldsProps) {
  const { errors, stored, service } = props;
  const clientName = (
    <Field
      {...fieldProps(props, "fromName")}
      label="Name clients see"
      required
      autoComplete="organization"
      maxLength={120}
    />
  );
  const sender = (
    <Field
      {...fieldProps(props, "fromAddress")}
      label="Email comes from"
      type="email"
      required={!mailService(service)}
      autoComplete="off"
      maxLength={254}
      hint={mailService(service) ? "Leave it blank to use the address above." : undefined}
    />
  );
  if (mailService(service))
    return (
      <>
        {clientName}
        <LoginFields {...props} folds={[...SERVER_FIELDS, "fromAddress"]}>
          <ServerFields {...props} example="smtp.example.com" ports={["465", "587"]} />
          {sender}
        </LoginFields>
      </>
    );
  return (
    <>
      <ServerFields {...props} example="smtp.example.com" ports={["465", "587"]} />
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
        hint={stored ? SECRET_SAVED : "Some providers need an app password."}
        error={errors["password"]}
      />
      {clientName}
      {sender}
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
  const { errors, stored, service } = props;
  const server = <ServerFields {...props} example="imap.example.com" ports={["993", "143"]} />;
  const folder = (
    <Field
      {...fieldProps(props, "folder")}
      label="Folder"
      required
      autoComplete="off"
      maxLength={200}
      hint="Where replies arrive, usually INBOX."
    />
  );
  if (mailService(service))
    return (
      <LoginFields {...props} folds={[...SERVER_FIELDS, "folder"]}>
        {server}
        {folder}
      </LoginFields>
    );
  return (
    <>
      {server}
      <Field {...fieldProps(props, "user")} label="Username" required {...LITERAL} maxLength={254} />
      <Secret
        name="password"
        label="Password"
        required={!stored}
        hint={
          stored
            ? SECRET_SAVED
            : "Some providers need an app password. Microsoft 365 and Outlook.com no longer accept one here."
        }
        error={errors["password"]}
      />
      {folder}
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
        hint={stored ? SECRET_SAVED : undefined}
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
