import type { LoaderFunctionArgs } from "react-router";
import { isWaitlistSource, waitlistInOrder } from "#features/site/public.server.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { contentDisposition } from "#platform/http/content-disposition.ts";
import { inOperator, recordDeed } from "./operator.server.ts";
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
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const next = await lines.next();
        if (next.done) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      async cancel() {
        await lines.return(undefined);
      },
    });
    const day = ctx.now.toString().slice(0, 10);
    return new Response(body, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": contentDisposition("attachment", `waitlist${source ? `-${source}` : ""}-${day}.csv`),
        "Cache-Control": "no-store",
        "X-Robots-Tag": "noindex",
      },
    });
  });
}
