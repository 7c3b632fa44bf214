import { dayWords } from "#platform/time/format.ts";
import { Field, Select } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import type { SpellKind } from "../rules/days.ts";
import { OfficeForm } from "./office-form.tsx";
import type { InjuryView } from "./view.server.ts";

const KINDS: Readonly<Record<SpellKind, string>> = {
  away: "Away from work",
  restricted: "Restricted work, or another job",
};
const words = (day: string): string => dayWords(Temporal.PlainDate.from(day));

/** Days away and restricted, counted by the calendar until the person is back. */
export function Days({ view: { days, injury, today, fresh } }: { view: InjuryView & { fresh: string } }) {
  return (
    <Section title="Days away and restricted" id="days">
      <p className="max-w-measure">
        <b>{days.soFar}</b> so far{days.isRunning ? ", and counting" : ""}. Weekends and holidays count, the
        day of the injury doesn’t. <span className="estimate-quiet">29 CFR 1904.7(b)(3)</span>
      </p>
      {days.expected === days.soFar ? null : <p>Expected: {days.expected}.</p>}
      {days.needsEstimate ? (
        <p>The log needs an estimate: enter the last day that the doctor expects.</p>
      ) : null}
      {injury.spells.map(({ key, kind, from, to, expectedTo }) => (
        <details key={key} className="fold">
          <summary>
            {KINDS[kind]}, from {words(from)} {to ? `to ${words(to)}` : "on"}
          </summary>
          <Spell also={{ key }} spell={{ kind, from, to, expectedTo }} save="Save days" />
          <div className="mt-4">
            <OfficeForm intent="no-spell" at="days" save="Delete these days" kind="stop" also={{ key }} />
          </div>
        </details>
      ))}
      <details className="fold">
        <summary>Add days</summary>
        <Spell
          spell={{ kind: "away", from: today, to: null, expectedTo: null }}
          save="Add days"
          fresh={fresh}
        />
      </details>
    </Section>
  );
}

function Spell({
  spell,
  also = { key: "" },
  fresh,
  save,
}: {
  spell: Omit<InjuryView["injury"]["spells"][number], "key">;
  also?: Readonly<Record<string, string>>;
  fresh?: string;
  save: string;
}) {
  const id = (name: string) => `${name}-${also["key"] || "new"}`;
  return (
    <OfficeForm intent="spell" at="days" save={save} kind="plain" also={also} {...(fresh ? { fresh } : {})}>
      {(field) => (
        <>
          <Select
            label="What kind"
            required
            id={id("is")}
            options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
            {...field("is", spell.kind)}
          />
          <Field label="First day" type="date" required id={id("from")} {...field("from", spell.from)} />
          <Field
            label="Last day"
            type="date"
            hint="Leave it blank while it goes on."
            id={id("to")}
            {...field("to", spell.to ?? "")}
          />
          <Field
            label="Last day the doctor expects"
            type="date"
            id={id("expected")}
            {...field("expectedTo", spell.expectedTo ?? "")}
          />
        </>
      )}
    </OfficeForm>
  );
}
