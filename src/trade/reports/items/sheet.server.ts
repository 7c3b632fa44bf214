import { AppError } from "#platform/errors/app-error.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import type { Report } from "../data.server.ts";
import { isItemsPage } from "./items-page.ts";

/** The rows of a list. @throws AppError not_found for a report that isn't one */
export function sheetOf({ page, fileName }: Pick<Report, "page" | "fileName">): Response {
  if (!isItemsPage(page) || page.rows.length < 2)
    throw new AppError("not_found", "This report has no table to download.");
  return csvResponse(inOne(page.rows), (fileName ?? "report.pdf").replace(/\.pdf$/, ".csv"));
}

async function* inOne(rows: readonly (readonly string[])[]) {
  yield rows;
}
