import { Checkbox, Field } from "#ui/field.tsx";

/** The name of an event's checkbox. */
export const boxOf = (type: string): string => `event-${type.replace(".", "-")}`;

export interface EventChoice {
  readonly type: string;
  readonly label: string;
}

/** The fields for address and events. */
export function WebhookFields({
  choices,
  url,
  events,
  errors,
}: {
  choices: readonly EventChoice[];
  url: string | undefined;
  events: readonly string[];
  errors: Readonly<Record<string, string>> | undefined;
}) {
  return (
    <>
      <Field
        name="url"
        type="url"
        label="Address"
        hint="Where the other app listens, such as https://hooks.example.com/leads."
        required
        autoComplete="off"
        defaultValue={url}
        error={errors?.["url"]}
      />
      <fieldset className="field fieldset" id="field-events">
        <legend>Events to send</legend>
        {choices.map(({ type, label }) => (
          <Checkbox
            key={type}
            name={boxOf(type)}
            label={label}
            hint={<code>{type}</code>}
            defaultChecked={events.includes(type)}
          />
        ))}
        {errors?.["events"] ? <p className="field-error">{errors["events"]}</p> : null}
      </fieldset>
    </>
  );
}
