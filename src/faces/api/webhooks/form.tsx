import { Checkbox, Field } from "#ui/field.tsx";

/** The name of an event's checkbox. */
export const boxOf = (type: string): string => `event-${type.replace(".", "-")}`;

export interface EventChoice {
  readonly type: string;
  readonly label: string;
  /** What it’s about, such as "Leads". */
  readonly group: string;
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
        hint="The address the other app gave you, such as https://hooks.example.com/leads."
        required
        autoComplete="off"
        defaultValue={url}
        error={errors?.["url"]}
      />
      <fieldset className="field fieldset" id="field-events">
        <legend>Events to send</legend>
        {[...Map.groupBy(choices, ({ group }) => group)].map(([group, some], at) => (
          <EventGroup key={group} group={group} choices={some} events={events} isFirst={at === 0} />
        ))}
        {errors?.["events"] ? <p className="field-error">{errors["events"]}</p> : null}
      </fieldset>
    </>
  );
}

/** Folded unless one of its events is chosen: there are some fifty in all. */
function EventGroup({
  group,
  choices,
  events,
  isFirst,
}: {
  group: string;
  choices: readonly EventChoice[];
  events: readonly string[];
  isFirst: boolean;
}) {
  const chosen = choices.filter(({ type }) => events.includes(type)).length;
  return (
    <details className="fold" open={chosen > 0 || (isFirst && events.length === 0)}>
      <summary>
        {group}{" "}
        <span className="text-sm text-pencil">
          {chosen > 0 ? `${chosen} of ${choices.length} chosen` : `${choices.length} in all`}
        </span>
      </summary>
      {choices.map(({ type, label }) => (
        <Checkbox
          key={type}
          name={boxOf(type)}
          label={label}
          hint={<code>{type}</code>}
          defaultChecked={events.includes(type)}
        />
      ))}
    </details>
  );
}
