import {
  answerLines,
  confirmEnds,
  type Lead,
  requestsOf,
  describeSource,
} from "#trade/leads/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { moment } from "#platform/time/format.ts";
import type { ConfirmationView } from "./unconfirmed.tsx";

/** Describes to the owner what waits for a lead to confirm their address. */
export async function describeConfirmation(
  ctx: AccountContext,
  lead: Lead,
  zone: string,
): Promise<ConfirmationView> {
  const ends = confirmEnds(lead);
  return {
    isBarred: lead.unconfirmedSince !== null,
    isAsked: ends !== null,
    until: ends && Temporal.Instant.compare(ends, ctx.now) > 0 ? moment(ends, zone).words : null,
    requests: (await requestsOf(ctx, [lead.id])).map(({ id, at, title, source, answers }) => ({
      key: id,
      ...moment(at, zone),
      title,
      from: describeSource(source),
      answers: answerLines(answers),
    })),
  };
}
