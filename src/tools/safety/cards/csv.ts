import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { readText } from "#ground/sync/public.ts";
import { isManager } from "#trade/fieldwork/public.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { describeState, paperId } from "./card.ts";
import { filtersOf } from "./filters.ts";
import { rowsOf } from "./rows.server.ts";

/** Cards as CSV, the first to expire at the top; with their numbers for owners and managers. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { lines, today } = await inAccount(args, "work.read", async (ctx) => {
    const { rows, today } = await rowsOf(ctx, filtersOf(new URL(args.request.url).searchParams));
    const papers = isManager(ctx)
      ? await findStoredRecords(
          ctx,
          rows.map(({ id }) => paperId(id)),
        )
      : null;
    const numbers = new Map(papers?.map(({ id, fields }) => [id, readText(shownFields(fields)["number"])]));
    const head = [
      "Person",
      "Card",
      ...(papers ? ["Number"] : []),
      "Issued by",
      "Issued",
      "Good through",
      "Status",
    ];
    const body = rows.map(({ id, card, title }) => [
      ...[card.holder.name, title, ...(papers ? [numbers.get(paperId(id)) ?? ""] : [])],
      ...[card.issuer, card.issued ?? "", card.expires ?? "", describeState(card, today)],
    ]);
    return { lines: [head, ...body], today };
  });
  async function* pages() {
    yield lines;
  }
  return csvResponse(pages(), `cards-${today}.csv`);
}
