import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { DELIVERY_SEARCH, jobNames } from "./find.server.ts";
import { type State, STATE_WORDS, STATES } from "./rules.ts";

/** Deliveries as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, STATES), {
    name: "deliveries",
    search: DELIVERY_SEARCH,
    headings: async () => ["Date", "Job", "What", "Status"],
    async rowsOf(ctx, items) {
      const jobs = await jobNames(ctx);
      return items.map(({ date, jobId, title, state }) => [
        date,
        jobs.get(jobId) ?? "",
        title,
        STATE_WORDS[state as State],
      ]);
    },
  });
