import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import type { PlanLine } from "./plan-lines.ts";

/** A timeline of steps, with times and why they aren't earlier. */
export function PlanView({
  plan: { who, lines, notes },
}: {
  plan: {
    readonly who: { readonly name: string };
    readonly lines: readonly PlanLine[];
    readonly notes: readonly string[];
  };
}) {
  return (
    <section className="mt-8" aria-labelledby="plan-title">
      <h2 className="text-2xl" id="plan-title">
        What happens
      </h2>
      {notes.map((note) => (
        <p key={note} className="mt-2 max-w-measure">
          {note}
        </p>
      ))}
      <div className="mt-6">
        <Timeline label={`What happens with ${who.name}`}>
          {lines.map((line) => (
            <TimelineStep
              key={line.key}
              state={line.state}
              stateLabel={line.label}
              title={
                line.step === null || line.state === "unsent" ? (
                  line.title
                ) : (
                  <a className="text-link" href={`#step-${line.step + 1}`}>
                    {line.title}
                  </a>
                )
              }
              {...(line.when ? { when: line.when } : {})}
              {...(line.iso ? { dateTime: line.iso } : {})}
            >
              {line.theirs || line.why.length ? (
                <>
                  {line.theirs ? <p>{line.theirs}.</p> : null}
                  {line.why.map((words) => (
                    <p key={words}>{words}</p>
                  ))}
                </>
              ) : null}
            </TimelineStep>
          ))}
        </Timeline>
      </div>
    </section>
  );
}
