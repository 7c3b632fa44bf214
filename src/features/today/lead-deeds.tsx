import { Section } from "#ui/layout.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import type { ShownDeed } from "./lead-deeds.server.ts";

/** What a lead did by themselves; nothing where nothing is known. */
export function LeadDeeds({ name, deeds }: { name: string; deeds: readonly ShownDeed[] }) {
  if (!deeds.length) return null;
  return (
    <Section title="What they did" id="deeds">
      <p className="mt-3 mb-6 max-w-measure">
        Counted once somebody touched the page: mail programs that open links by themselves are left out. Whether a mail was opened is not
        recorded.
      </p>
      <Timeline label={`What ${name} did`}>
        {deeds.map((deed) => (
          <TimelineStep
            key={deed.label + deed.title}
            state="done"
            stateLabel={deed.label}
            when={deed.words}
            dateTime={deed.iso}
            title={deed.title}
          >
            {deed.more}
          </TimelineStep>
        ))}
      </Timeline>
    </Section>
  );
}
