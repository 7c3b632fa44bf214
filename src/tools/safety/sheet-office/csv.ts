import type { LoaderFunctionArgs } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { itemsInContexts } from "#ground/worklist/public.server.ts";
import { readFilters } from "#ground/worklist/public.tsx";
import { jobsById } from "#trade/jobs/public.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { MOST, SHEET, SHEET_LANGUAGE_LABELS, TYPE_LABELS } from "../sheets/sheet.ts";
import { listSheets } from "../sheets/stored.server.ts";
import { filtersOf, VIEWS } from "./filters.ts";

const HEADINGS = [
  ...["Name", "Kind", "Maker", "Language", "Version", "Revised", "Review by", "Pages", "Searchable text"],
  ...["Jobs", "SHA-256 of the PDF"],
];

/** The library as CSV, by name. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { rows, today } = await inAccount(args, "work.read", async (ctx) => {
    const now = ctx.now.toZonedDateTimeISO(await zoneOf(ctx)).toPlainDate();
    const filters = filtersOf(readFilters(new URL(args.request.url).searchParams, VIEWS), now.toString());
    const sheets = await listSheets(ctx, filters, { from: 0, most: MOST.sheets });
    const ids = sheets.map(({ id }) => id);
    const on = Map.groupBy(await itemsInContexts(ctx, SHEET, ids), ({ context }) => context);
    const jobs = await jobsById(ctx);
    return {
      today: now.toString(),
      rows: sheets.map((sheet) => [
        ...[sheet.name, TYPE_LABELS[sheet.type], sheet.maker, SHEET_LANGUAGE_LABELS[sheet.language]],
        ...[String(sheet.version), sheet.revisedOn ?? "", sheet.reviewOn ?? "", String(sheet.pages)],
        sheet.hasText ? "Yes" : "No",
        (on.get(sheet.id) ?? []).flatMap(({ jobId }) => jobs.get(jobId)?.name ?? []).join("; "),
        sheet.sha256,
      ]),
    };
  });
  return csvResponse(sheetOfRows(rows), `safety-library-${today}.csv`);
}

async function* sheetOfRows(rows: readonly (readonly string[])[]) {
  yield [HEADINGS];
  yield rows;
}
