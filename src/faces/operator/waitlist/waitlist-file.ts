import type { LoaderFunctionArgs } from "react-router";
import { isWaitlistSource, waitlistInOrder } from "#faces/site/public.server.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { csvAnswer } from "#platform/http/csv-answer.ts";
import { inOperator, recordDeed } from "../in-operator.server.ts";
import { listName, standingsOf, waitlistLines } from "./waitlist.server.ts";

const PIECE = 1_000;

/** The waitlist, all or one list of it, as CSV. Streamed: it costs the same memory however long it is. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const asked = new URL(args.request.url).searchParams.get("source") ?? "";
    const source = isWaitlistSource(asked) ? asked : undefined;
    await recordDeed(ctx, ctx.operator, "waitlist.downloaded", { list: source ? listName(source) : "all" });
    const lines = waitlistLines((after) =>
      withSystem(async (piece) => {
        const entries = await waitlistInOrder(piece, { source }, after, PIECE);
        return { entries, standings: await standingsOf(piece, entries) };
      }),
    );
    const day = ctx.now.toString().slice(0, 10);
    return csvAnswer(lines, `waitlist${source ? `-${source}` : ""}-${day}.csv`);
  });
}
