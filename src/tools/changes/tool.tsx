import type { Tool } from "#trade/jobs/public.tsx";
import { lastWritten, shotsOf } from "#trade/fieldwork/public.ts";
import { Photos } from "#trade/fieldwork/public.tsx";
import { startFrom } from "./extra-work.ts";
import { changeLabels } from "./labels.ts";
import { CHANGE, changeOf } from "./rules.ts";
import { numberOf, standingOf, STATE_RULES } from "./states.ts";

/** Change orders, as browsers know them. */
export const changesTool: Tool = {
  word: "changes",
  label: "Change orders",
  icon: "edit",
  notForGuests: true,
  screens: [
    { path: "", load: () => import("./field/list.tsx") },
    { path: "terms", load: () => import("./field/terms.tsx") },
    { path: ":changeId", load: () => import("./field/change.tsx") },
  ],
  sources: [
    {
      kind: CHANGE,
      tool: "Change orders",
      entriesOf(record) {
        const last = lastWritten(record.fields);
        const { title } = changeOf(record.values);
        const standing = standingOf(record.values);
        const number = numberOf(standing) ?? "Potential change";
        return last
          ? [
              {
                ...{ id: record.id, at: last.at, record },
                title: [number, title, STATE_RULES[standing.state].label].join(" · "),
                body: (
                  <Photos shots={shotsOf(record.values)} note={record} label={`Photos of ${title}`} stay />
                ),
                ...(last.author === null ? {} : { author: last.author }),
              },
            ]
          : [];
      },
    },
  ],
  labels: changeLabels,
  acts: [
    {
      label: "This is extra work",
      isFor: ({ kind }) => kind !== CHANGE,
      start: async (store, from) => `/account/job/${from.job}/changes/${await startFrom(store, from)}`,
    },
  ],
};
