import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { PLAN, PLAN_STATES } from "./plan.ts";
import { rowsOf } from "./rows.server.ts";

/** Plans as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, PLAN_STATES), {
    name: "plans",
    search: { kind: PLAN },
    headings: async () => [
      ...["Number", "Date", "Job", "Work", "Led by", "Hazards", "Changes on site"],
      ...["People there", "Signed", "Status"],
    ],
    rowsOf: async (ctx, items) =>
      (await rowsOf(ctx, items)).map(
        ({ number, date, job, title, leader, hazards, changes, people, signed, status }) => [
          ...[number, date, job, title, leader, String(hazards), String(changes)],
          ...[String(people), String(signed), status],
        ],
      ),
  });
