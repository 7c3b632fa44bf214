import { Section } from "#ui/layout.tsx";
import type { Job } from "../rules.ts";
import { useWrite } from "../form/use-write.tsx";
import type { Person } from "./who.tsx";

/** Who works on a job: one tap each. Two who add different people don't meet. */
export function Team({ job, people }: { job: Job; people: readonly Person[] }) {
  const { write, line } = useWrite();
  if (people.length < 2) return null;
  return (
    <Section title="Team" id="team">
      <div className="choices" role="group" aria-label="Team">
        {people.map(({ id, name }) => {
          const is = job.team.includes(id);
          return (
            <button
              key={id}
              type="button"
              className="choice-chip"
              aria-pressed={is}
              onClick={() =>
                void write({ kind: "jobs.job", record: job.id, job: job.id, sets: { [`team.${id}`]: !is } })
              }
            >
              {name}
            </button>
          );
        })}
      </div>
      {line}
    </Section>
  );
}
