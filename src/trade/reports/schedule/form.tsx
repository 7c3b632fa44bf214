import { formatHour } from "#platform/time/format.ts";
import { Checkbox, Field, Select } from "#ui/field.tsx";
import { EVERYTHING, PHOTO_CHOICES, WEEKDAYS } from "../rules.ts";
import { type Shapes, ContentFields } from "../content-form.tsx";

export interface ScheduleValues {
  readonly every: string;
  readonly weekday: string;
  readonly hour: string;
  readonly zone: string;
  readonly shape: string;
  readonly company: string;
  readonly photos: string;
  readonly places: string;
  readonly client: string;
  readonly to: string;
}

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: formatHour(hour) }));
const DAYS = WEEKDAYS.map((label, at) => ({ value: String(at + 1), label }));

export function ScheduleFields({
  values,
  errors,
  zones,
  client,
  choices,
}: {
  values: ScheduleValues;
  errors: Readonly<Record<string, string | undefined>>;
  zones: readonly { value: string; label: string }[];
  client: { readonly name: string; readonly address: string } | null;
  choices: Shapes;
}) {
  return (
    <>
      <ContentFields {...choices} values={values} errors={errors} />
      <Select
        name="every"
        label="How often"
        required
        defaultValue={values.every}
        options={[
          { value: "day", label: "Every day" },
          { value: "week", label: "Every week" },
        ]}
        error={errors["every"]}
      />
      <Select
        name="weekday"
        label="On"
        hint="For weekly reports."
        required
        defaultValue={values.weekday}
        options={DAYS}
        error={errors["weekday"]}
      />
      <Select
        name="hour"
        label="At"
        required
        defaultValue={values.hour}
        options={HOURS}
        error={errors["hour"]}
      />
      <Select
        name="zone"
        label="Time zone"
        required
        defaultValue={values.zone}
        options={zones}
        error={errors["zone"]}
      />
      <Select
        name="photos"
        label="Photos"
        required
        defaultValue={values.photos}
        options={PHOTO_CHOICES.map((one) => ({ ...one }))}
      />
      <Checkbox
        name="places"
        label="Show location of photos and entries"
        defaultChecked={values.places === "yes"}
      />
      <Checkbox
        name="client"
        label="Email it to the client"
        hint={
          client
            ? `${client.name ? `${client.name}, ` : ""}${client.address}`
            : "This job’s client has no email address yet."
        }
        defaultChecked={values.client === "yes"}
      />
      <Field
        name="to"
        label="Also email it to"
        hint="Separate addresses with commas. Leave it blank to just add it to the reports list."
        inputMode="email"
        autoComplete="off"
        defaultValue={values.to}
        error={errors["to"]}
      />
    </>
  );
}

export function typedSchedule(form: Readonly<Record<string, unknown>>): ScheduleValues {
  const textOf = (name: string) => (typeof form[name] === "string" ? form[name] : "");
  return {
    every: textOf("every"),
    weekday: textOf("weekday"),
    hour: textOf("hour"),
    zone: textOf("zone"),
    shape: textOf("shape") || EVERYTHING,
    company: textOf("company"),
    photos: textOf("photos"),
    places: textOf("places"),
    client: textOf("client"),
    to: textOf("to"),
  };
}
