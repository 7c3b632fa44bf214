import { Field, Select } from "#ui/field.tsx";
import { Panel, Section } from "#ui/layout.tsx";
import { OSHA_PHONE, OSHA_REPORT_PAGE, REPORT_HOURS } from "../rules/clocks.ts";
import { ROAD_KEYS, type RoadKey } from "../stored/injury.ts";
import { OfficeForm } from "./office-form.tsx";
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
      <details className="fold">
        <summary>
          {clocks.length === 0 ? "Enter a severe outcome" : "Change when it happened, or enter another"}
        </summary>
        <OfficeForm intent="severe" at="calls" save="Save and start the clock" kind="plain">
          {(field) => (
            <>
              <Select
                label="What happened"
                required
                options={Object.entries(SEVERE_LABELS).map(([value, label]) => ({ value, label }))}
                {...field("kind", clocks[0]?.kind ?? "hospitalization")}
              />
              <div className="estimate-two">
                <Field
                  label="Day"
                  type="date"
                  required
                  max={view.today}
                  {...field("outcomeDay", view.today)}
                />
                <Field label="Time" type="time" required {...field("outcomeTime")} />
              </div>
              <div className="estimate-two">
                <Field
                  label="Day you learned of it"
                  type="date"
                  required
                  max={view.today}
                  {...field("knownDay", view.today)}
                />
                <Field label="Time you learned of it" type="time" required {...field("knownTime")} />
              </div>
            </>
          )}
        </OfficeForm>
      </details>
    </Section>
  );
}

function Call({
  clock,
  view,
  isFirst,
}: {
  clock: InjuryView["clocks"][number];
  view: InjuryView;
  isFirst: boolean;
}) {
  const { kind, label, must, deadline, because, check, standing, reported, say } = clock;
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
        <summary>It didn’t happen</summary>
        <p className="mb-2">This takes it off the incident. The {REPORT_HOURS[kind]}-hour clock stops.</p>
        <OfficeForm intent="not-severe" at="calls" save="Take it off" kind="stop" also={{ kind }} />
      </details>
    </Panel>
  );
}
