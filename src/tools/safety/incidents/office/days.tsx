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
export function Days({ view }: { view: InjuryView & { fresh: string } }) {
  const { days, injury, today, fresh } = view;
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
      <Left view={view} />
      <Permanent view={view} />
      <WhoEntered history={view.history} />
    </Section>
  );
}

const LEFT_BECAUSE = {
  other: "For another reason, such as retiring or another job",
  injury: "Because of the injury",
} as const;

/** Whether the person still works here: days of who left for another reason stop. */
function Left({ view: { injury, today } }: { view: InjuryView }) {
  const { left } = injury.days;
  return (
    <details className="fold">
      <summary>{left ? `Left the company on ${words(left.on)}` : "They don’t work for you anymore"}</summary>
      <p className="mb-2 max-w-measure">
        If they left for another reason, the days stop there. If they left because of the injury, enter the
        last day that the doctor expects with the days above: the log has that estimate.{" "}
        <span className="estimate-quiet">29 CFR 1904.7(b)(3)(viii)</span>
      </p>
      <OfficeForm intent="left" at="days" save="Save" kind="plain">
        {(field) => (
          <>
            <Field
              label="First day they no longer worked for you"
              type="date"
              max={today}
              hint="Leave it blank if they still do."
              {...field("leftOn", left?.on)}
            />
            <Select
              label="Why they left"
              required
              options={Object.entries(LEFT_BECAUSE).map(([value, label]) => ({ value, label }))}
              {...field("because", left?.because ?? "other")}
            />
          </>
        )}
      </OfficeForm>
    </details>
  );
}

/** Whether the job was changed for good: restricted days stop, and at least one counts. */
function Permanent({ view: { injury, today } }: { view: InjuryView }) {
  const { permanentFrom } = injury.days;
  return (
    <details className="fold">
      <summary>
        {permanentFrom ? `Job changed for good on ${words(permanentFrom)}` : "Their job was changed for good"}
      </summary>
      <p className="mb-2 max-w-measure">
        Restricted days stop when the person has a job for good that asks nothing they can’t do. At least one
        restricted day counts. <span className="estimate-quiet">29 CFR 1904.7(b)(4)(xi)</span>
      </p>
      <OfficeForm intent="permanent" at="days" save="Save" kind="plain">
        {(field) => (
          <Field
            label="First day of the changed job"
            type="date"
            max={today}
            hint="Leave it blank if they’re expected back in their old job."
            {...field("permanentFrom", permanentFrom ?? "")}
          />
        )}
      </OfficeForm>
    </details>
  );
}

/** Who entered the dates that decide about calls and days, what they replaced too. */
const WhoEntered = ({ history }: Pick<InjuryView, "history">) => (
  <details className="fold">
    <summary>Who entered which date</summary>
    <ul className="grid gap-2">
      {history.map(({ key, label, says, by, at, isEarlier }) => (
        <li key={key}>
          {isEarlier ? "Before: " : ""}
          {label}: {says}{" "}
          <span className="estimate-quiet">
            {by}, {at}
          </span>
        </li>
      ))}
    </ul>
  </details>
);

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
