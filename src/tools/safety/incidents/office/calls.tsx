import { Field, Select } from "#ui/field.tsx";
import { Panel, Section } from "#ui/layout.tsx";
import { OSHA_PHONE, OSHA_REPORT_PAGE, REPORT_HOURS, type SevereKind } from "../rules/clocks.ts";
import { ROAD_KEYS, type RoadKey } from "../stored/injury.ts";
import { type FieldOf, OfficeForm } from "./office-form.tsx";
import type { InjuryView } from "./view.server.ts";

const SEVERE_LABELS = {
  death: "The person died",
  hospitalization: "They were admitted to a hospital as an in-patient",
  amputation: "They lost a finger or another part of the body",
  "eye-loss": "They lost an eye",
} as const;

export const YES_NO = [
  { value: "unknown", label: "Not known yet" },
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

const ROAD_ASKS: Readonly<Record<RoadKey, string>> = {
  publicRoad: "Was it a vehicle accident on a public road?",
  workZone: "If so, was it in a construction work zone?",
  transit: "Was it on a plane, train, bus or other public transportation?",
  observationOnly: "Were they admitted only to be observed or tested?",
};

/** The calls that OSHA wants: until when, what to say, and that they were made. */
export function Calls({ view }: { view: InjuryView }) {
  const { clocks, injury } = view;
  const others = (Object.keys(REPORT_HOURS) as SevereKind[]).filter(
    (kind) => !clocks.some((clock) => clock.kind === kind),
  );
  return (
    <Section title="Call to OSHA" id="calls">
      {clocks.length === 0 ? (
        <p className="max-w-measure">
          No call is due: nobody said that the person died, was admitted to a hospital, or lost a part of the
          body or an eye. If one of these happens later, enter it here.
        </p>
      ) : (
        clocks.map((clock, at) => <Call key={clock.kind} clock={clock} view={view} isFirst={at === 0} />)
      )}
      {clocks.length > 0 ? (
        <details className="fold">
          <summary>What can make the call unnecessary</summary>
          <OfficeForm intent="roads" at="calls" save="Save answers" kind="plain">
            {(field) =>
              ROAD_KEYS.map((key) => (
                <Select
                  key={key}
                  label={ROAD_ASKS[key]}
                  required
                  options={YES_NO}
                  {...field(key, injury.roads[key])}
                />
              ))
            }
          </OfficeForm>
        </details>
      ) : null}
      {clocks.length > 0 ? <WorkRelatedKnown view={view} /> : null}
      {others.length > 0 ? (
        <details className="fold">
          <summary>{clocks.length === 0 ? "Enter a severe outcome" : "Enter another severe outcome"}</summary>
          <OfficeForm intent="severe" at="calls" save="Save and start the clock" kind="plain">
            {(field) => (
              <>
                <Select
                  label="What happened"
                  required
                  options={others.map((value) => ({ value, label: SEVERE_LABELS[value] }))}
                  {...field("kind", others[0])}
                />
                <OutcomeTimes field={field} today={view.today} />
              </>
            )}
          </OfficeForm>
        </details>
      ) : null}
    </Section>
  );
}

/** When it happened, and when the business learned of it: 1904.39(b)(7). @param of to change; new without */
function OutcomeTimes({
  field,
  today,
  of,
}: {
  field: FieldOf;
  today: string;
  of?: InjuryView["clocks"][number];
}) {
  const id = (name: string) => `${name}-${of?.kind ?? "new"}`;
  const rest = (name: string, stored = "") => ({ required: true, id: id(name), ...field(name, stored) });
  return (
    <>
      <div className="estimate-two">
        <Field label="Day" type="date" max={today} {...rest("outcomeDay", of?.happened.day ?? today)} />
        <Field label="Time" type="time" {...rest("outcomeTime", of?.happened.time)} />
      </div>
      <div className="estimate-two">
        <Field
          label="Day you learned of it"
          type="date"
          max={today}
          {...rest("knownDay", of?.known.day ?? today)}
        />
        <Field label="Time you learned of it" type="time" {...rest("knownTime", of?.known.time)} />
      </div>
      <p className="field-hint">
        You learn of it when you or anybody who acts for you does, such as a foreman.{" "}
        <span className="estimate-quiet">29 CFR 1904.39(b)(7)</span>
      </p>
    </>
  );
}

/** Until somebody knows that it was work-related, no call is due. */
const WorkRelatedKnown = ({ view: { relatedTyped, today } }: { view: InjuryView }) => (
  <details className="fold">
    <summary>When you learned that it was work-related</summary>
    <p className="mb-2 max-w-measure">
      Leave it blank if that was clear from the start. Otherwise the hours run from then on.{" "}
      <span className="estimate-quiet">29 CFR 1904.39(b)(8)</span>
    </p>
    <OfficeForm intent="work-related-known" at="calls" save="Save" kind="plain">
      {(field) => (
        <div className="estimate-two">
          <Field label="Day" type="date" max={today} {...field("relatedDay", relatedTyped.day)} />
          <Field label="Time" type="time" {...field("relatedTime", relatedTyped.time)} />
        </div>
      )}
    </OfficeForm>
  </details>
);

function Call({
  clock,
  view,
  isFirst,
}: {
  clock: InjuryView["clocks"][number];
  view: InjuryView;
  isFirst: boolean;
}) {
  const { kind, label, must, deadline, because, check, standing, reported, say, happened, known } = clock;
  const isDue = standing === "due" || standing === "overdue" || must === "wait";
  return (
    <Panel tone={isDue ? "brick" : "level"} className="mb-6">
      <h3 className="text-xl">
        {label}
        {standing === "overdue" ? `: the call was due ${deadline}. Call now: OSHA still wants it.` : null}
        {standing === "due" ? `: call by ${deadline}` : null}
        {standing === "reported" ? ": reported" : null}
        {standing === "reported late" ? `: reported late, it was due ${deadline}` : null}
        {must === "no report" ? ": no call needed" : null}
        {must === "wait" ? ": find out whether it is work-related" : null}
      </h3>
      <p className="mt-2 max-w-measure">
        {because.says} <span className="estimate-quiet">29 CFR {because.cites}</span>
      </p>
      <p className="mt-2">
        It happened {happened.words}. You learned of it {known.words}.
      </p>
      {reported ? (
        <p className="mt-2">
          {reported.by} reported it on {reported.at}
          {reported.to ? `, to ${reported.to}` : ""}.
        </p>
      ) : null}
      {isDue ? (
        <>
          <p className="mt-4">
            <a className="button" data-kind="signal" data-size="large" href={OSHA_PHONE.href}>
              Call {OSHA_PHONE.digits}
            </a>
          </p>
          <p className="estimate-quiet mt-2">
            {OSHA_PHONE.words}, day and night, or your nearest OSHA office. Online:{" "}
            <a className="text-link" href={OSHA_REPORT_PAGE}>
              osha.gov/report
            </a>
            . A state with its own plan has its own number.
          </p>
          {check.length > 0 ? (
            <ul className="mt-4 grid gap-1">
              {check.map(({ says, cites }) => (
                <li key={says}>
                  Check: {says} <span className="estimate-quiet">29 CFR {cites}</span>
                </li>
              ))}
            </ul>
          ) : null}
          <details className="fold mt-4" open={isFirst}>
            <summary>What to say</summary>
            <dl className="data-list">
              {say.map(({ asks, says }) => (
                <div key={asks}>
                  <dt>{asks}</dt>
                  <dd>{says ?? "Find out"}</dd>
                </div>
              ))}
            </dl>
          </details>
          <details className="fold" open={isFirst}>
            <summary>After the call</summary>
            <OfficeForm intent="reported" at="calls" save="Save the report" also={{ kind }}>
              {(field) => (
                <>
                  <div className="estimate-two">
                    <Field label="Day" type="date" required max={view.today} {...field("on", view.today)} />
                    <Field label="Time" type="time" required {...field("time")} />
                  </div>
                  <div className="estimate-two">
                    <Field label="Who called" required {...field("by", view.contact)} />
                    <Field label="Who took it, or its number" {...field("to")} />
                  </div>
                </>
              )}
            </OfficeForm>
          </details>
        </>
      ) : null}
      <details className="fold mt-4">
        <summary>Change these times</summary>
        <OfficeForm intent="severe" at="calls" save="Save times" kind="plain" also={{ kind }}>
          {(field) => <OutcomeTimes field={field} today={view.today} of={clock} />}
        </OfficeForm>
      </details>
      <details className="fold">
        <summary>It didn’t happen</summary>
        <p className="mb-2">This takes it off the incident. The {REPORT_HOURS[kind]}-hour clock stops.</p>
        <OfficeForm intent="not-severe" at="calls" save="Take it off" kind="stop" also={{ kind }} />
      </details>
    </Panel>
  );
}
