import { lastWritten } from "#trade/fieldwork/public.ts";
import type { Source } from "#trade/jobs/public.tsx";
import { runOf, STATE_LABELS } from "../rules/run.ts";

/** How a run is on the timeline of its job. @param noun "Checklist" */
export const runEntries =
  (noun: string): Source["entriesOf"] =>
  (record) => {
    const last = lastWritten(record.fields);
    const run = runOf(record.values);
    const title = [noun, run.title, run.place, STATE_LABELS[run.state]].filter(Boolean).join(" · ");
    return last
      ? [
          {
            ...{ id: record.id, at: last.at, record, title },
            ...(last.author === null ? {} : { author: last.author }),
          },
        ]
      : [];
  };
