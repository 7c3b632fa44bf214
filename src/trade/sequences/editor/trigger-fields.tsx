import { Field, Select } from "#ui/field.tsx";
import type { DraftTrigger } from "../draft/draft.ts";
import { TRIGGER_EVENTS } from "../draft/labels.ts";

export interface PageChoice {
  readonly id: string;
  readonly title: string;
}

/** Shows only the chosen kind's fields; without script all, of which only the chosen kind's count. */
export function TriggerFields({
  trigger,
  pages,
  events,
  errors,
}: {
  trigger: DraftTrigger;
  pages: readonly PageChoice[];
  /** What tools let it start with. */
  events: readonly { readonly value: string; readonly label: string }[];
  errors: Readonly<Record<string, string | undefined>>;
}) {
  const isGone = trigger.pageId !== "" && !pages.some(({ id }) => id === trigger.pageId);
  const deeds: { value: string; label: string }[] = [...TRIGGER_EVENTS, ...events];
  if (trigger.what && !deeds.some(({ value }) => value === trigger.what))
    deeds.push({ value: trigger.what, label: `“${trigger.what}”` });
  return (
    <div className="grid gap-4" data-starts={trigger.kind}>
      <Select
        name="trigger"
        label="What starts it"
        unmarked
        error={errors["trigger"]}
        defaultValue={trigger.kind}
        options={[
          { value: "manual", label: "I start it myself, for people I choose" },
          ...(pages.length || trigger.kind === "new lead"
            ? [{ value: "new lead", label: "Someone asks for a guide on my page" }]
            : []),
          { value: "event", label: "Someone does something" },
          { value: "date", label: "A date, for everyone who agreed to email" },
        ]}
      />
      {pages.length || isGone ? (
        <div data-start="new lead">
          <Select
            name="trigger.pageId"
            label="Which guide"
            unmarked
            error={
              errors["trigger.pageId"] ??
              (trigger.kind === "new lead" && isGone
                ? "This guide’s page is closed, so no new people come through it. Choose another one. Everything you wrote is saved."
                : undefined)
            }
            defaultValue={trigger.pageId}
            placeholder="Choose a guide"
            options={[
              ...pages.map(({ id, title }) => ({ value: id, label: title })),
              ...(isGone ? [{ value: trigger.pageId, label: "A deleted guide" }] : []),
            ]}
          />
        </div>
      ) : null}
      <div data-start="event">
        <Select
          name="trigger.what"
          label="When someone"
          unmarked
          error={errors["trigger.what"]}
          defaultValue={trigger.what || "clicked"}
          options={deeds}
        />
      </div>
      <div data-start="date">
        <Field
          name="trigger.on"
          label="On"
          type="date"
          unmarked
          error={errors["trigger.on"]}
          defaultValue={trigger.on}
        />
      </div>
    </div>
  );
}
