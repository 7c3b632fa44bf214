import { Form } from "react-router";
import { dayWords } from "#platform/time/format.ts";
import { SubmitButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import type { Duty, Step, StepsDone } from "../incidents/forms/dates.ts";

/** What OSHA asks of the establishment for the year, and by when. */
export function DutySection({ duty, steps, done }: { duty: Duty; steps: readonly Step[]; done: StepsDone }) {
  return (
    <Section title="What’s due" id="due">
      {steps.length > 0 ? (
        <ul className="mb-4">
          {steps.map(({ key, on, label }) => (
            <li key={key} className="flex flex-wrap items-center gap-x-3 py-1">
              <span>
                <time dateTime={on} className="font-semibold">
                  {dayWords(Temporal.PlainDate.from(on))}
                </time>
                : {label}
              </span>
              {key === "keep" ? null : <StepForm label={label} step={key} done={done[key]} />}
            </li>
          ))}
        </ul>
      ) : null}
      <ul className="grid max-w-measure gap-2">
        {duty.reasons.map(({ text, cite }) => (
          <li key={cite}>
            {text} <span className="text-pencil">({cite})</span>
          </li>
        ))}
      </ul>
      <p className="mt-4 max-w-measure text-pencil">
        These are OSHA’s federal rules. A state with its own plan may ask for more. This isn’t legal advice.
      </p>
    </Section>
  );
}

/** Says that a step was done, which ends its reminders, or takes that back. */
const StepForm = ({
  label,
  step,
  done,
}: {
  label: string;
  step: keyof StepsDone;
  done: string | undefined;
}) => (
  <Form method="post" className="flex flex-wrap items-center gap-3">
    <input type="hidden" name="step" value={step} />
    {done ? (
      <>
        <input type="hidden" name="undo" value="yes" />
        <span>Done on {dayWords(Temporal.PlainDate.from(done))}.</span>
      </>
    ) : null}
    <SubmitButton kind="plain" size="small">
      {done ? "Undo" : "Mark as done"}
      <span className="sr-only">: {label}</span>
    </SubmitButton>
  </Form>
);
