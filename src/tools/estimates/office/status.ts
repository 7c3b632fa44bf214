import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { answersTo, describeAnswer } from "#ground/papers/public.server.ts";
import { scheduleView } from "../send/scheduled.server.ts";
import { getEstimate, versionsOf } from "../stored/estimates.server.ts";

/** What only the server knows and a phone shows, as JSON: the sending that waits, and answers. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const lines = await inAccount(args, "work.read", async (ctx) => {
    const { record, estimate, zone } = await getEstimate(ctx, args.params["estimateId"] ?? "");
    const [newest] = await versionsOf(ctx, record.id);
    const answers = newest ? await answersTo(ctx, newest.id) : [];
    const { waiting, failure } = await scheduleView(ctx, record.id, estimate);
    return [
      ...(waiting ? [`Scheduled for ${waiting.to} on ${waiting.at.words}.`] : []),
      ...(waiting?.isChanged ? ["It was changed after that, so it won’t be sent."] : []),
      ...(failure === null ? [] : [`Not sent. ${failure}`]),
      ...answers.toReversed().map((answer) => `${describeAnswer(answer, zone)}.`),
    ];
  });
  return Response.json(lines, { headers: { "Cache-Control": "no-store" } });
}
