import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { sheetOf } from "./find.server.ts";
import { rowsOf } from "./rows.server.ts";
import { VIEWS } from "./views.ts";

/** Safety actions as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> => {
  const { filters, search } = sheetOf(readFilters(new URL(args.request.url).searchParams, VIEWS));
  return downloadItems(args, filters, {
    name: "actions",
    search,
    headings: async () => [
      ...["Number", "Found", "Job", "Action", "Where", "Priority"],
      ...["Who fixes it", "Due", "Status", "Overdue", "Found on"],
    ],
    rowsOf: async (ctx, items) =>
      (await rowsOf(ctx, items)).map((row) => [
        ...[row.number, row.date, row.job, row.title, row.where, row.priority],
        ...[row.assignee, row.due ?? "", row.state, row.isLate ? "Yes" : "", row.foundOn],
      ]),
  });
};
