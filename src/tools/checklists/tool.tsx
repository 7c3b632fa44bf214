import type { Tool } from "#trade/jobs/public.tsx";
import { lastWritten } from "#trade/fieldwork/public.ts";
import { checklistLabels } from "./labels.ts";
import { RUN, runOf, STATE_LABELS } from "./rules/run.ts";

/** Checklists, as browsers know them. */
export const checklistsTool: Tool = {
  word: "checklists",
  label: "Checklists",
  icon: "check",
  screens: [
    { path: "", load: () => import("./list.tsx") },
    { path: ":runId", load: () => import("./run/run.tsx") },
  ],
  sources: [
    {
      kind: RUN,
      tool: "Checklists",
      entriesOf(record) {
        const last = lastWritten(record.fields);
        const run = runOf(record.values);
        const title = ["Checklist", run.title, run.place, STATE_LABELS[run.state]]
          .filter(Boolean)
          .join(" · ");
        return last
          ? [
              {
                ...{ id: record.id, at: last.at, record, title },
                ...(last.author === null ? {} : { author: last.author }),
              },
            ]
          : [];
      },
    },
  ],
  labels: checklistLabels,
};
