import type { LoaderFunctionArgs } from "react-router";
import { csvLine } from "#platform/csv/csv.ts";
import { withMember } from "#platform/db/scope.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { moment } from "#platform/time/format.ts";
import { zoneOf } from "../queries.server.ts";
import { type HistoryLine, readFilter, wholeHistory } from "./queries.server.ts";
import { inAccount } from "../public.server.ts";

/** The filtered history as a CSV download, streamed. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const { zone, inBatches } = await inAccount(
    args,
    "history.read",
    async ({ account, user, member, ...ctx }) => ({
      zone: await zoneOf({ ...ctx, account, user, member }),
      // Reads with the person's role, so the database filters as it does for the page.
      inBatches: (read: Parameters<Parameters<typeof wholeHistory>[0]>[0]) =>
        withMember(account.id, user!, member!, read),
    }),
  );
  return csvResponse(
    linesOf(wholeHistory(inBatches, readFilter(new URL(args.request.url))), zone),
    "history.csv",
  );
}

async function* linesOf(history: AsyncGenerator<HistoryLine>, zone: string): AsyncGenerator<string> {
  // Excel needs the byte order mark to read UTF-8.
  yield `\ufeff${csvLine(["Time (UTC)", `Time (${zone})`, "Who", "What", "Details"])}`;
  for await (const { at, who, what, details } of history)
    yield csvLine([at.toString(), moment(at, zone).words, who, what, details]);
}
