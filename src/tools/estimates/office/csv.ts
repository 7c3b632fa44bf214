import type { LoaderFunctionArgs } from "react-router";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { ESTIMATE } from "../rules/estimate.ts";
import { STATES } from "../rules/states.ts";
import { CSV } from "./columns.ts";
import { rowsOf } from "./rows.server.ts";

/** Estimates as CSV, newest first. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, STATES), {
    name: "estimates",
    search: { kind: ESTIMATE },
    headings: async (ctx) => [
      ...CSV.map(({ heading }) => heading),
      `Total, ${(await getBusiness(ctx)).currency}`,
    ],
    async rowsOf(ctx, items) {
      return (await rowsOf(ctx, items)).map((row) => [
        ...CSV.map(({ of }) => of(row)),
        row.cents === null ? "" : (row.cents / 100).toFixed(2),
      ]);
    },
  });
