import type { LoaderFunctionArgs } from "react-router";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { CHEMICAL, LEDGER_STATES } from "./chemical.ts";
import { rowsOf } from "./rows.server.ts";

/** The ledger of chemicals as CSV. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, readFilters(new URL(args.request.url).searchParams, LEDGER_STATES), {
    name: "chemicals",
    search: { kind: CHEMICAL },
    headings: async () => ["Chemical", "Maker", "Job", "Where", "First day", "Last day", "Written by"],
    rowsOf: async (ctx, items) =>
      (await rowsOf(ctx, items)).map(({ name, maker, job, place, from, until, by }) => [
        ...[name, maker, job, place, from, until ?? "", by],
      ]),
  });
