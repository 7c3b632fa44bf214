import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import type { ShownStep } from "./preview.server.ts";

/** Every step of a play with its time and full text. */
export function StepsPreview({ label, steps }: { label: string; steps: readonly ShownStep[] }) {
  return (
    <Timeline label={label}>
      {steps.map(({ title, kind, text, words, iso }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps have no other name, and never change places here
        <TimelineStep key={at} state="waiting" stateLabel={kind} when={words} dateTime={iso} title={title}>
          <div className="max-w-measure text-base whitespace-pre-line text-ink">{text}</div>
        </TimelineStep>
      ))}
    </Timeline>
  );
}
