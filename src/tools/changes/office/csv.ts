import type { LoaderFunctionArgs } from "react-router";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { CHANGE } from "../rules/change.ts";
import { type State, STATE_RULES, STATES } from "../rules/states.ts";
import { rowsOf } from "./rows.server.ts";

/** Changes as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, STATES), {
    name: "changes",
    search: { kind: CHANGE },
    headings: async (ctx) => [
      ...["Date", "Potential change", "Change order request", "Change order", "Job", "Title", "Status"],
      ...[`Amount, ${(await getBusiness(ctx)).currency}`, "Days"],
    ],
    async rowsOf(ctx, items) {
      return (await rowsOf(ctx, items)).map(({ date, job, title, state, change, amount }) => [
        ...[date, change?.pco ?? "", change?.cor ?? "", change?.co ?? "", job, title],
        STATE_RULES[state as State].label,
        amount === null ? "" : (amount / 100).toFixed(2),
        amount === null ? "" : String(change?.days ?? 0),
      ]);
    },
  });
