import type { ReactNode } from "react";
import { Field, Select } from "#ui/field.tsx";
import { mailService, type ServiceChoice } from "./services.ts";

export interface FieldsProps {
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  /** Whether a stored secret can be kept. */
  readonly stored: boolean;
  /** Whether a server on the local network may be used without encryption. */
  readonly plain: boolean;
  /** Whose mail servers these are, if known. */
  readonly service: ServiceChoice | null;
}

/** A field's name, value and error. */
export const fieldProps = ({ values, errors }: FieldsProps, name: string) => ({
  name,
  defaultValue: values[name],
  error: errors[name],
});
/** For server names, user names and keys, which browsers must not change. */
export const LITERAL = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** Shown with the empty field of a saved secret. */
export const SECRET_SAVED = "Saved and never shown. Leave it blank to keep it.";

/** Server name, encryption and port. */
export function ServerFields(props: FieldsProps & { example: string; ports: readonly [string, string] }) {
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

/** A password or token, whose saved value is never shown. */
export function Secret({
  name,
  label,
  error,
  hint,
  required,
}: {
  name: string;
  label: string;
  error: string | undefined;
  hint?: ReactNode;
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

/** Address and password; the server settings of a known provider are filled in and folded. */
export function LoginFields(props: FieldsProps & { children: ReactNode; folds: readonly string[] }) {
  const { errors, stored, service, children, folds } = props;
  const known = mailService(service);
  if (!known) return children;
  const { name, password, help } = known;
  return (
    <>
      <Field
        {...fieldProps(props, "user")}
        label={`Your ${name} address`}
        type="email"
        required
        autoComplete="off"
        maxLength={254}
      />
      <Secret
        name="password"
        label={password}
        required={!stored}
        hint={
          stored ? (
            SECRET_SAVED
          ) : (
            <>
              {help.words}{" "}
              <a className="text-link" href={help.href} target="_blank" rel="noreferrer">
                {help.link}
              </a>
            </>
          )
        }
        error={errors["password"]}
      />
      <details className="fold" open={folds.some((field) => errors[field])}>
        <summary>Server settings</summary>
        <div className="form mt-2">{children}</div>
      </details>
    </>
  );
}

/** The names of ServerFields. */
export const SERVER_FIELDS = ["host", "port", "security"] as const;
