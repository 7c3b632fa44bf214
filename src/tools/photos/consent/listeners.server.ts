import { and, eq, isNotNull } from "drizzle-orm";
import { erasePerson } from "#ground/evidence/public.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { recipientsOf } from "#ground/papers/public.server.ts";
import { defineKeptLinks, forgetShares } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { photosAsks, photosConsents } from "../tables.server.ts";
import { lockAsk } from "./ask.server.ts";
import { CONSENT, OPENS_DAYS } from "./rules.ts";
import { saveStates } from "./states.server.ts";

/** Hears of erasures, data requests and closed links, and keeps the links of requests. */
export function listenForConsent(): void {
  defineKeptLinks(CONSENT, OPENS_DAYS);
  onEvent("paper.erased", async (ctx, { kind, thingId, leadId }) => {
    if (kind === CONSENT) await eraseAnswers(ctx, thingId, leadId);
  });
  // Of whichever link or address, and also where they became the job's client after the request.
  onEvent("client.erased", async (ctx, { jobId, leadId }) => {
    const asks = await ctx.db
      .select({ id: photosAsks.id })
      .from(photosAsks)
      .where(and(eq(photosAsks.accountId, ctx.account.id), eq(photosAsks.jobId, jobId)));
    for (const { id } of asks) await eraseAnswers(ctx, id, leadId);
  });
  onEvent("share.turned", async (ctx, { linkId }) => {
    const given = await ctx.db
      .selectDistinct({ askId: photosConsents.askId })
      .from(photosConsents)
      .where(and(eq(photosConsents.accountId, ctx.account.id), eq(photosConsents.linkId, linkId)));
    for (const { askId } of given) await saveStates(ctx, askId);
  });
  onEvent("lead.asked", async (ctx, { leadId, email, tell }) => {
    const all = await ctx.db
      .select()
      .from(photosConsents)
      .where(and(eq(photosConsents.accountId, ctx.account.id), isNotNull(photosConsents.recipientId)));
    const address = email?.toLowerCase() ?? "";
    const theirs = new Set(
      (await recipientsOf(ctx, [...new Set(all.map(({ askId }) => askId))]))
        .filter((one) => one.leadId === leadId || (address !== "" && one.address === address))
        .map(({ id }) => id),
    );
    const lines = all
      .filter(({ recipientId }) => recipientId !== null && theirs.has(recipientId))
      .map(({ at, name, uses, photos, credit }) => ({
        ...{ at: at.toString(), name, credit, photos: String(photos.length) },
        what: uses.length > 0 ? `agreed: ${uses.join(", ")}` : "no, or no longer",
      }));
    if (lines.length > 0) tell("Photos of your project that you let us show, or not", lines);
  });
}

/**
 * Ends all answers to a request whose client is erased, at whichever of its links they were given, and
 * removes names and what the business noted about them. None of its links works any more, so nobody says yes
 * afterwards.
 */
async function eraseAnswers(ctx: AccountContext, askId: string, person: string): Promise<void> {
  const { jobId } = await lockAsk(ctx, askId);
  const links = (await recipientsOf(ctx, [askId])).map(({ linkId }) => linkId);
  await forgetShares(ctx, links);
  const gone = await ctx.db
    .update(photosConsents)
    .set({ name: "", credit: "", note: "", linkId: null })
    .where(and(eq(photosConsents.accountId, ctx.account.id), eq(photosConsents.askId, askId)))
    .returning({ id: photosConsents.id });
  if (gone.length > 0)
    await erasePerson(ctx, {
      ...{ person, rule: "Deleted at the person’s request" },
      saying: [{ job: jobId, name: "answer", ids: gone.map(({ id }) => id) }],
    });
  await saveStates(ctx, askId);
}
