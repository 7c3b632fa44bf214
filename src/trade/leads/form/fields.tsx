import { Checkbox, Field, TextArea } from "#ui/field.tsx";
import type { FormBox, FormField } from "./questions.ts";

/** A form's fields and checkboxes, for its page and the owner's preview. */
export function CaptureFields({
  fields,
  boxes,
  values = {},
  errors = {},
  prefix,
}: {
  fields: readonly FormField[];
  boxes: readonly FormBox[];
  values?: Readonly<Record<string, string | undefined>>;
  errors?: Readonly<Record<string, string | undefined>>;
  /** Prefix of element ids. */
  prefix?: string;
}) {
  return (
    <>
      {fields.map(({ name, label, hint, type, rows, required, autoComplete }) => {
        const part = {
          ...(prefix ? { id: prefix + name } : {}),
          name,
          label,
          hint,
          required,
          autoComplete,
          defaultValue: values[name] ?? "",
          error: errors[name],
        };
        return type === "lines" ? (
          <TextArea key={name} rows={rows} {...part} />
        ) : (
          <Field key={name} type={type} inputMode={type === "text" ? undefined : type} {...part} />
        );
      })}
      {boxes.map(({ name, label, required }) => (
        <Checkbox
          key={name}
          {...(prefix ? { id: prefix + name } : {})}
          name={name}
          value="yes"
          label={label}
          required={required}
          defaultChecked={values[name] === "yes"}
          error={errors[name]}
        />
      ))}
    </>
  );
}
