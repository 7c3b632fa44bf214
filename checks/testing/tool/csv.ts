import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { jobsById } from "#trade/jobs/public.server.ts";
import { DELIVERY, STATE_LABELS, type State, STATES } from "./rules.ts";

/** Deliveries as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, STATES), {
    name: "deliveries",
    search: { kind: DELIVERY },
    headings: async () => ["Date", "Job", "What", "Status"],
    async rowsOf(ctx, items) {
      const jobs = await jobsById(ctx);
      return items.map(({ date, jobId, title, state }) => [
        ...[date, jobs.get(jobId)?.name ?? "", title, STATE_LABELS[state as State]],
      ]);
    },
  });
