import type { Describer, Told } from "#trade/jobs/public.server.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { firstLine, formatDate, momentOfEntry, paragraphs } from "#trade/fieldwork/public.ts";
import { entryTitle } from "../format.ts";
import { dayOf, type DayState, entryOf, isEmpty } from "../rules.ts";

const STATE_TITLES: Readonly<Record<DayState, string | null>> = {
  draft: null,
  submitted: "Daily log submitted",
  approved: "Daily log approved",
  rejected: "Daily log sent back",
  sealed: "Daily log locked",
};

/** Entries and changes of a day's state, for reports of everything. */
export const logDescribers: readonly Describer[] = [
  {
    kind: "logs.entry",
    tell({ id, fields, commands }, { account }): Told[] {
      const entry = entryOf(id, shownFields(fields));
      const [first] = commands;
      if (!first || entry.date === null || entry.approved === false || isEmpty(entry)) return [];
      const isWaiting = account !== null && entry.company !== account && entry.approved === null;
      const title = `${entry.corrects === null ? "" : "Correction. "}${entryTitle(entry)}${isWaiting ? " (guest entry, not approved yet)" : ""}`;
      return [
        {
          at: momentOfEntry(entry.occurredAt, first.at),
          by: first.id,
          date: entry.date,
          title,
          lines: paragraphs(entry.text),
          photos: entry.photos.map(({ sha256, caption }) => ({
            sha256,
            caption: caption || firstLine(entry.text) || title,
          })),
          place: entry.place,
        },
      ];
    },
  },
  {
    kind: "logs.day",
    tell({ fields }): Told[] {
      const state = fields["state"]?.values[0];
      const { date, state: is, why } = dayOf(shownFields(fields));
      const stateTitle = STATE_TITLES[is];
      if (!state || date === null || stateTitle === null) return [];
      return [
        {
          at: state.at,
          by: state.by,
          title: `${stateTitle}: ${formatDate(date)}`,
          lines: why ? [why] : [],
          photos: [],
        },
      ];
    },
  },
];
