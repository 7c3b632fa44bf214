import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { RUN, STATES } from "#trade/inspections/public.ts";
import { rowsOf } from "./rows.server.ts";

/** Checklists as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, STATES), {
    name: "checklists",
    search: { kind: RUN },
    headings: async () => ["Started", "Job", "Checklist", "State", "Score", "Started by"],
    rowsOf: async (ctx, items) =>
      (await rowsOf(ctx, items)).map(({ date, job, title, state, score, startedBy }) => [
        ...[date, job, title, state, score, startedBy],
      ]),
  });
