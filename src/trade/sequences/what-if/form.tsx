import { Form, useNavigation, useSubmit } from "react-router";
import { SubmitButton } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { PLACE_CHOICES } from "./sample.ts";
import { cityOf } from "./city.ts";
import { ACTION_CHOICES } from "./what-if.ts";

interface AskedFields {
  readonly date: string;
  readonly time: string;
  readonly error: string | null;
  readonly who: string;
  readonly place: string;
  readonly what: string;
  readonly after: number;
  readonly zone: string;
}

/** With script each change shows right away; without it there is a button. */
export function AskedForm({
  asked,
  people,
  steps,
}: {
  asked: AskedFields;
  people: readonly { readonly id: string; readonly name: string }[];
  steps: readonly string[];
}) {
  const submit = useSubmit();
  const loading = useNavigation().state === "loading";
  const short = (title: string) => (title.length > 40 ? `${title.slice(0, 39)}…` : title);
  return (
    <Form
      method="get"
      className="form"
      aria-label="Choose a start and a person"
      preventScrollReset
      onChange={(event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })}
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-x-4 gap-y-5">
        <Field
          name="date"
          type="date"
          label="They start on"
          defaultValue={asked.date}
          unmarked
          error={asked.error ?? undefined}
        />
        <Field
          name="time"
          type="time"
          label={`At, in ${cityOf(asked.zone)}`}
          defaultValue={asked.time}
          unmarked
        />
      </div>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Select
          name="who"
          label="Who"
          defaultValue={asked.who}
          unmarked
          options={[
            { value: "", label: "Dana Ruiz, an example" },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        {asked.who ? null : (
          <Select
            name="place"
            label="Their number is from"
            defaultValue={asked.place}
            unmarked
            options={PLACE_CHOICES}
          />
        )}
      </div>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Select name="if" label="What if they" defaultValue={asked.what} unmarked options={ACTION_CHOICES} />
        {asked.what ? (
          <Select
            name="after"
            label="An hour after"
            defaultValue={String(asked.after)}
            unmarked
            options={steps.map((title, at) => ({ value: String(at), label: `${at + 1}. ${short(title)}` }))}
          />
        ) : null}
      </div>
      <SubmitButton kind="plain" size="small" sending={loading}>
        Show the plan
      </SubmitButton>
    </Form>
  );
}
