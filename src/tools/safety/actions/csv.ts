import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { ISSUE_STATES } from "#trade/issues/public.ts";
import { rowsOf, SEARCH } from "./rows.server.ts";

/** Safety actions as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, ISSUE_STATES), {
    name: "actions",
    search: SEARCH,
    headings: async () => [
      ...["Number", "Found", "Job", "Action", "Where", "Priority"],
      ...["Who fixes it", "Due", "Status", "Overdue"],
    ],
    rowsOf: async (ctx, items) =>
      (await rowsOf(ctx, items)).map((row) => [
        ...[row.number, row.date, row.job, row.title, row.where, row.priority],
        ...[row.assignee, row.due ?? "", row.state, row.isLate ? "Yes" : ""],
      ]),
  });
