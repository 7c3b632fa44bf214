import { shownFields } from "#ground/sync/public.server.ts";
import { lastWritten } from "#trade/fieldwork/public.ts";
import type { ServerTool } from "#trade/jobs/public.server.ts";
import { defineChecklists } from "./kinds.server.ts";
import { RUN, runOf, STATE_LABELS } from "./rules/run.ts";

/** Checklists, as the server knows them. */
export const checklistsOnServer: ServerTool = {
  word: "checklists",
  defineKinds: defineChecklists,
  // Its list over all jobs is a projection of its records.
  tables: [],
  describers: [
    {
      kind: RUN,
      tell({ fields }) {
        const run = runOf(shownFields(fields));
        const last = lastWritten(fields);
        if (!last) return [];
        const title = [run.title, run.place].filter(Boolean).join(", ");
        const lines = [STATE_LABELS[run.state]];
        return [{ at: last.at, by: last.by, title, lines, photos: [], place: null }];
      },
    },
  ],
};
