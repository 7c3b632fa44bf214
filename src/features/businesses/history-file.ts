import type { LoaderFunctionArgs } from "react-router";
import { csvLine } from "#platform/csv/csv.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { moment } from "#platform/time/words.ts";
import { zoneOf } from "./data.server.ts";
import { readFilter, wholeHistory } from "./history.server.ts";
import { inAccount } from "./public.server.ts";

/** The account's history as a file for a spreadsheet, as far as the filter lets it through. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const parts = await inAccount(args, "history.read", async (ctx) => {
    const zone = await zoneOf(ctx);
    const lines = [csvLine(["Time (UTC)", `Time (${zone})`, "Who", "What", "Details"])];
    for await (const { at, who, what, details } of wholeHistory(ctx, readFilter(new URL(args.request.url))))
      lines.push(csvLine([at.toString(), moment(at, zone).words, who, what, details]));
    return lines;
  });
  return new Response(parts.join(""), {
    headers: { "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": contentDisposition("attachment", "history.csv") },
  });
}
