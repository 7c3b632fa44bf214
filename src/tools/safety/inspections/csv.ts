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
    headings: async () => [
      ...["Started", "Job", "Inspection", "Place", "State", "Due", "Overdue"],
      ...["Items", "Answered", "Failed", "Open actions", "Started by"],
    ],
    rowsOf: async (ctx, items) =>
      (await rowsOf(ctx, items)).map((row) => [
        ...[row.date, row.job, row.list, row.place, row.state, row.due ?? "", row.isLate ? "Yes" : ""],
        ...[row.asked, row.answered, row.failed, row.openActions].map(String),
        row.startedBy,
      ]),
  });
