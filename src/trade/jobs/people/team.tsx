import { Section } from "#ui/layout.tsx";
import type { Job } from "../rules.ts";
import type { Person } from "#trade/fieldwork/public.ts";
import { useWrite } from "#trade/fieldwork/public.tsx";

/** Each person is a field of their own, so that assignments don't conflict. */
export function Team({ job, people }: { job: Job; people: readonly Person[] }) {
  const { write, line } = useWrite();
  if (people.length < 2) return null;
  return (
    <Section title="Team" id="team">
      <div className="choices" role="group" aria-label="Team">
        {people.map(({ id, name }) => {
          const isOnTeam = job.team.includes(id);
          return (
            <button
              key={id}
              type="button"
              className="choice-chip"
              aria-pressed={isOnTeam}
              onClick={() =>
                void write({
                  kind: "jobs.job",
                  record: job.id,
                  job: job.id,
                  sets: { [`team.${id}`]: !isOnTeam },
                })
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
