import { Checkbox, RadioGroup } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { type QuestionKey, QUESTIONS } from "../rules/questions.ts";
import { type Treatment, TREATMENT_KEYS, TREATMENTS } from "../rules/treatments.ts";
import { answersTo, CHOICES } from "../stored/injury.ts";
import { OfficeForm } from "./office-form.tsx";
import type { InjuryView } from "./view.server.ts";

const DECISIONS = {
  recordable: "It goes on the log",
  "not recordable": "It doesn’t go on the log",
  "not enough known": "Not decided yet",
} as const;

const COLUMNS = {
  death: "column G, death",
  "days away": "column H, days away from work",
  restricted: "column I, job transfer or restriction",
  other: "column J, other recordable case",
} as const;

/** Whether the injury goes on OSHA’s log: one question after another, and the decision with its reasons. */
export function OnTheLog({ view: { decision, next, asked, injury } }: { view: InjuryView }) {
  const { because, classification, missing } = decision;
  return (
    <Section title="On the OSHA log?" id="log">
      <p className="text-lg">
        <b>{DECISIONS[decision.decision]}</b>
        {classification ? `, ${COLUMNS[classification]}` : ""}
      </p>
      {because.length > 0 ? (
        <ul className="incident-reasons">
          {because.map(({ cites, says }) => (
            <li key={`${cites} ${says}`}>
              {says} <span className="estimate-quiet">29 CFR {cites}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {next ? (
        <div className="incident-question">
          <Question key={next} of={next} chosen={injury.answers.treatments} />
        </div>
      ) : missing.length > 0 ? (
        <>
          <p className="mt-4">Still to find out. The decision can change with it:</p>
          <ul className="incident-reasons">
            {missing.map(({ question, asks }) => (
              <li key={question}>{asks}</li>
            ))}
          </ul>
        </>
      ) : null}
      {asked.length > 0 ? (
        <details className="fold mt-4">
          <summary>
            {asked.length} {asked.length === 1 ? "answer" : "answers"}, to read or change
          </summary>
          {asked.map(({ key, asks, answer }) => (
            <details key={key} className="fold">
              <summary>
                {asks} <b>{answer}</b>
              </summary>
              <Question of={key} was={injury.answers[key]} chosen={injury.answers.treatments} />
            </details>
          ))}
        </details>
      ) : null}
    </Section>
  );
}

const labelOf = (key: QuestionKey, answer: string): string =>
  CHOICES[key]?.[answer]?.label ?? (answer === "yes" ? "Yes" : answer === "no" ? "No" : "Not known yet");

function Question({ of: key, was, chosen }: { of: QuestionKey; was?: string; chosen: readonly Treatment[] }) {
  const { asks, cites, hint } = QUESTIONS[key];
  return (
    <OfficeForm intent="answer" at="log" save="Save answer" also={{ key }}>
      {(field) => {
        const { defaultValue, error } = field("answer", was ?? "");
        return (
          <>
            {key === "moreTreatment" ? (
              <fieldset className="field fieldset">
                <legend>What treatment was given or recommended?</legend>
                {TREATMENT_KEYS.map((one) => (
                  <Checkbox
                    key={one}
                    id={`${key}-${one}`}
                    name={`treatments.${one}`}
                    label={TREATMENTS[one].label}
                    defaultChecked={chosen.includes(one)}
                  />
                ))}
              </fieldset>
            ) : null}
            <RadioGroup
              name="answer"
              id={`answer-${key}`}
              label={asks}
              hint={[hint, `29 CFR ${cites}`].filter(Boolean).join(" ")}
              defaultValue={defaultValue}
              error={error}
              options={answersTo(key).map((value) => ({ value, label: labelOf(key, value) }))}
            />
          </>
        );
      }}
    </OfficeForm>
  );
}
