import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { erasePerson } from "#ground/evidence/public.server.ts";
import { forgetShares } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { papers, papersAnswers, papersRecipients } from "./tables.server.ts";

/** Selects a person's papers: those sent to them as a lead, or to their address. */
interface Who {
  readonly leadId: string;
  /** Null if not proven to be theirs. */
  readonly email: string | null;
}

const sentTo = (ctx: AccountContext, { leadId, email }: Who) => {
  // An empty address matches nothing: one that may be someone else's must not be erased.
  const address = email?.toLowerCase() ?? "";
  return and(
    eq(papersRecipients.accountId, ctx.account.id),
    sql`(${papersRecipients.leadId} = ${leadId} or (${address} <> '' and ${papersRecipients.address} = ${address}))`,
  );
};

/**
 * Removes an erased person from papers: their links stop working, and their names and words are gone. That a
 * paper was approved or declined remains, with the time. Tools hear of each paper.
 */
export async function forgetRecipients(ctx: AccountContext, who: Who): Promise<void> {
  const gone = await ctx.db
    .update(papersRecipients)
    .set({ address: "", leadId: null, waiting: null })
    .where(sentTo(ctx, who))
    .returning({
      id: papersRecipients.id,
      linkId: papersRecipients.linkId,
      paperId: papersRecipients.paperId,
    });
  if (gone.length === 0) return;
  await forgetShares(
    ctx,
    gone.map(({ linkId }) => linkId),
  );
  const answers = await ctx.db
    .update(papersAnswers)
    .set({ name: "", words: "" })
    .where(
      and(
        eq(papersAnswers.accountId, ctx.account.id),
        inArray(
          papersAnswers.recipientId,
          gone.map(({ id }) => id),
        ),
      ),
    )
    .returning({ id: papersAnswers.id, paperId: papersAnswers.paperId });
  await eraseHistory(ctx, who.leadId, answers);
  const theirs = await ctx.db
    .selectDistinct({ kind: papers.kind, thingId: papers.thingId })
    .from(papers)
    .where(
      and(
        eq(papers.accountId, ctx.account.id),
        inArray(
          papers.id,
          gone.map(({ paperId }) => paperId),
        ),
      ),
    );
  for (const of of theirs) await publish(ctx, { type: "paper.erased", leadId: who.leadId, ...of });
}

/** Removes the names and words of answers that were given with signatures, at whosever link. */
export async function forgetSigned(ctx: AccountContext, signatureIds: readonly string[]): Promise<void> {
  if (signatureIds.length === 0) return;
  await ctx.db
    .update(papersAnswers)
    .set({ name: "", words: "" })
    .where(
      and(eq(papersAnswers.accountId, ctx.account.id), inArray(papersAnswers.signatureId, [...signatureIds])),
    );
}

/** Entries about somebody who is no lead don't name them by id, so they are found by the answer. */
async function eraseHistory(
  ctx: AccountContext,
  person: string,
  answers: readonly { readonly id: string; readonly paperId: string }[],
): Promise<void> {
  if (answers.length === 0) return;
  const found = await ctx.db
    .select({ id: papers.id, jobId: papers.jobId })
    .from(papers)
    .where(
      and(
        eq(papers.accountId, ctx.account.id),
        inArray(
          papers.id,
          answers.map(({ paperId }) => paperId),
        ),
      ),
    );
  const saying = found.flatMap(({ id, jobId }) =>
    jobId === null
      ? []
      : [
          {
            job: jobId,
            name: "answer" as const,
            ids: answers.filter(({ paperId }) => paperId === id).map((one) => one.id),
          },
        ],
  );
  await erasePerson(ctx, { person, rule: "Deleted at the person’s request", saying });
}

/** What a person was sent and answered, one line each, for their data request. */
export async function receivedBy(ctx: AccountContext, who: Who): Promise<Readonly<Record<string, string>>[]> {
  const sent = await ctx.db
    .select()
    .from(papersRecipients)
    .innerJoin(
      papers,
      and(eq(papers.accountId, papersRecipients.accountId), eq(papers.id, papersRecipients.paperId)),
    )
    .where(sentTo(ctx, who))
    .orderBy(asc(papersRecipients.at));
  if (sent.length === 0) return [];
  const answers = await ctx.db
    .select()
    .from(papersAnswers)
    .where(
      and(
        eq(papersAnswers.accountId, ctx.account.id),
        inArray(
          papersAnswers.recipientId,
          sent.map((one) => one.papers_recipients.id),
        ),
      ),
    )
    .orderBy(asc(papersAnswers.at));
  return sent.flatMap(({ papers: { title }, papers_recipients: { id, at, address, viewedAt } }) => [
    {
      at: at.toString(),
      what: "sent",
      document: title,
      address,
      ...(viewedAt ? { seen: viewedAt.toString() } : {}),
    },
    ...answers
      .filter(({ recipientId }) => recipientId === id)
      .map((one) => ({
        at: one.at.toString(),
        what: one.answer,
        document: title,
        name: one.name,
        words: one.words,
      })),
  ]);
}
