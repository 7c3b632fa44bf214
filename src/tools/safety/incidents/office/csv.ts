import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { jobsById } from "#trade/jobs/public.server.ts";
import { NEAR_MISS_SEARCH, NEAR_MISS_STATES } from "../stored/near-miss.ts";
import { missRows } from "./rows.server.ts";

/** Near misses as CSV, newest first. Injuries are in no download of everybody’s. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, NEAR_MISS_STATES), {
    name: "incidents",
    search: NEAR_MISS_SEARCH,
    headings: async () => ["Number", "Date", "Job", "Near miss", "Status", "Without a name"],
    rowsOf: async (ctx, items) =>
      missRows(items, await jobsById(ctx)).map(({ number, date, job, title, state, isAnonymous }) => [
        ...[number, date, job, title, state || "open", isAnonymous ? "Yes" : ""],
      ]),
  });
