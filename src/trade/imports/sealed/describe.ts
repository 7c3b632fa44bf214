import { shownFields } from "#ground/sync/public.server.ts";
import { paragraphs } from "#trade/fieldwork/public.ts";
import type { Describer } from "#trade/jobs/public.server.ts";
import { importedOf, importedTitle, NOT_OURS } from "./sealed.ts";

/** The line of an imported record in reports, on the day it is about. */
export const describeImported = (kind: string): Describer => ({
  kind,
  tell({ fields, commands }) {
    const imported = importedOf(shownFields(fields));
    const [first] = commands;
    if (!first || imported.date === null) return [];
    return [
      {
        ...{ at: first.at, by: first.id, date: imported.date, isOfDay: true },
        title: importedTitle(imported),
        lines: [
          imported.by === null ? NOT_OURS : `${NOT_OURS} Written by ${imported.by}.`,
          ...paragraphs(imported.text),
        ],
        photos: [],
      },
    ];
  },
});
