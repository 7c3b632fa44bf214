import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { getImport, type Import, importErrors } from "../import/data.server.ts";

const PAGE_SIZE = 500;

/** The rows of an import that had errors, with reasons, to fix and import again. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const found = await inAccount(args, "leads.import", (ctx) => getImport(ctx, args.params["importId"] ?? ""));
  return csvResponse(errorRows(found), `${found.fileName.replace(/\.[a-z]{1,4}$/i, "")} - rows to fix.csv`);
}

async function* errorRows(found: Import): AsyncGenerator<string[][], undefined> {
  yield [[...found.headers, "Line", "Reason"]];
  for (let after = -1; ;) {
    const rows = await withAccount(found.accountId, (ctx) => importErrors(ctx, found.id, after, PAGE_SIZE));
    const fixable = rows.map(({ cells, line, column, problem, isTaken }) => {
      const reason = `${column}: ${problem}${isTaken ? " The person was imported without it." : ""}`;
      const padded = found.headers.map((_, at) => cells[at] ?? "");
      return [...padded, String(line), reason];
    });
    if (fixable.length) yield fixable;
    if (rows.length < PAGE_SIZE) return undefined;
    after = rows.at(-1)!.row;
  }
}
