import type { Tool } from "#trade/jobs/public.tsx";
import { lastWritten } from "#trade/fieldwork/public.ts";
import { estimateLabels } from "./labels.ts";
import { ESTIMATE, estimateOf } from "./rules/estimate.ts";
import { standingOf, STATE_RULES } from "./rules/states.ts";

/** Estimates, as browsers know them. */
export const estimatesTool: Tool = {
  word: "estimates",
  label: "Estimates",
  icon: "document",
  notForGuests: true,
  screens: [
    { path: "", load: () => import("./write/list.tsx") },
    { path: "templates", load: () => import("./templates/templates.tsx") },
    { path: ":estimateId", load: () => import("./write/estimate.tsx") },
  ],
  glance: () => import("./glance.ts"),
  sources: [
    {
      kind: ESTIMATE,
      tool: "Estimates",
      pathOf: ({ job, id }) => `/account/job/${job}/estimates/${id}`,
      entriesOf(record) {
        const last = lastWritten(record.fields);
        const { title } = estimateOf(record.values);
        const { state, number } = standingOf(record.values);
        return last
          ? [
              {
                id: record.id,
                at: last.at,
                title: [STATE_RULES[state].label, number ?? "estimate", title].join(" · "),
                record,
                ...(last.author === null ? {} : { author: last.author }),
              },
            ]
          : [];
      },
    },
  ],
  labels: estimateLabels,
};
