import type { DripText } from "#ground/writing/public.server.ts";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { Mail, Script } from "./reading.tsx";
import { dayOf } from "./labels.ts";

/** Emails and calls by day. */
export function DripTimeline({ text }: { text: DripText }) {
  const steps = [
    ...text.emails.map((email, at) => ({ day: email.day, at, email, script: undefined })),
    ...text.scripts.map((script, at) => ({ day: script.day, at, email: undefined, script })),
  ].toSorted((one, other) => one.day - other.day);
  return (
    <Timeline label="Emails and calls by day">
      {steps.map(({ day, at, email, script }) => (
        <TimelineStep
          key={email ? `email-${at}` : `script-${at}`}
          state="waiting"
          stateLabel={dayOf(day)}
          title={
            <span role="heading" aria-level={2} className="text-lg">
              {email ? `Email ${at + 1}: ${email.subject}` : `Call script ${at + 1}: ${script.title}`}
            </span>
          }
        >
          <div className="pb-6 text-base text-ink">
            {email ? <Mail email={email} number={at + 1} /> : <Script script={script} number={at + 1} />}
          </div>
        </TimelineStep>
      ))}
    </Timeline>
  );
}
