import { Checkbox, Field } from "#ui/field.tsx";
import { ALL_EVENTS, EVENTS, type EventType } from "../scopes.ts";

const boxOf = (type: EventType): string => `event-${type.replace(".", "-")}`;

/** The events checked in a posted form. */
export const tickedIn = (form: Readonly<Record<string, unknown>>): EventType[] =>
  ALL_EVENTS.filter((type) => form[boxOf(type)] !== undefined);

/** The fields for address and events. */
export function WebhookFields({
  url,
  events,
  errors,
}: {
  url: string | undefined;
  events: readonly EventType[];
  errors: Readonly<Record<string, string>> | undefined;
}) {
  return (
    <>
      <Field
        name="url"
        type="url"
        label="Address"
        hint="Where the other program listens, such as https://hooks.example.com/leads."
        required
        autoComplete="off"
        defaultValue={url}
        error={errors?.["url"]}
      />
      <fieldset className="field fieldset" id="field-events">
        <legend>What it is told of</legend>
        {ALL_EVENTS.map((type) => (
          <Checkbox
            key={type}
            name={boxOf(type)}
            label={EVENTS[type]}
            hint={<code>{type}</code>}
            defaultChecked={events.includes(type)}
          />
        ))}
        {errors?.["events"] ? <p className="field-error">{errors["events"]}</p> : null}
      </fieldset>
    </>
  );
}
