import type { LoaderFunctionArgs } from "react-router";
import { isWaitlistSource, waitlistInOrder } from "#faces/site/public.server.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { inOperator, recordAction } from "../in-operator.server.ts";
import { listName, statusesOf, waitlistRows } from "./waitlist.server.ts";

const PIECE = 1_000;

/** The waitlist, or one of its lists, as CSV. Streamed, so that memory use doesn't depend on its length. */
export function loader(args: LoaderFunctionArgs) {
  return inOperator(args, async (ctx) => {
    const asked = new URL(args.request.url).searchParams.get("source") ?? "";
    const source = isWaitlistSource(asked) ? asked : undefined;
    await recordAction(ctx, ctx.operator, "waitlist.downloaded", { list: source ? listName(source) : "all" });
    const rows = waitlistRows((after) =>
      withSystem(async (piece) => {
        const entries = await waitlistInOrder(piece, { source }, after, PIECE);
        return { entries, standings: await statusesOf(piece, entries) };
      }),
    );
    const day = ctx.now.toString().slice(0, 10);
    return csvResponse(rows, `waitlist${source ? `-${source}` : ""}-${day}.csv`);
  });
}
