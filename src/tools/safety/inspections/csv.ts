import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { STATES } from "#trade/inspections/public.ts";
import { rowsOf, SEARCH } from "./rows.server.ts";

/** Inspections as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, STATES), {
    name: "inspections",
    search: SEARCH,
    headings: async () => ["Started", "Job", "Inspection", "State", "Started by"],
    rowsOf: async (ctx, items) =>
      (await rowsOf(ctx, items)).map(({ date, job, title, state, startedBy }) => [
        ...[date, job, title, state, startedBy],
      ]),
  });
