import type { LoaderFunctionArgs } from "react-router";
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
    rowsOf(wholeHistory(inBatches, readFilter(new URL(args.request.url))), zone),
    "history.csv",
  );
}

async function* rowsOf(history: AsyncGenerator<HistoryLine>, zone: string): AsyncGenerator<string[][]> {
  yield [["Time (UTC)", `Time (${zone})`, "Who", "What", "Details"]];
  for await (const { at, who, what, details } of history)
    yield [[at.toString(), moment(at, zone).words, who, what, details]];
}
