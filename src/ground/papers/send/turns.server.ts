import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { forgetShares } from "#ground/shares/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { answersTo, type Paper, recipientsOf } from "../papers.server.ts";
import { turnsOf } from "../rules.ts";
import { papers, papersRecipients } from "../tables.server.ts";
import type { Sending } from "./schema.ts";

const recipientsAre = (ctx: AccountContext, paperId: string) =>
  and(eq(papersRecipients.accountId, ctx.account.id), eq(papersRecipients.paperId, paperId));

/** Which turn an address has, null for none, and whether it gets the paper now. */
type TurnAt = (address: string) => { readonly turn: number | null; readonly isNow: boolean };

/**
 * How a paper is decided from this sending on. The people of the last sending that says that everyone must
 * approve count, and those who approved before keep their approval. A sending that says nothing of it changes
 * nothing: somebody gets the link again.
 */
export async function decideTogether(
  ctx: AccountContext,
  paper: Paper,
  { everyone, to }: Pick<Sending, "everyone" | "to">,
): Promise<TurnAt> {
  const people = await recipientsOf(ctx, [paper.id]);
  if (everyone === undefined) {
    const known = new Map(people.map(({ address, turn }) => [address, turn]));
    return (address) => ({ turn: known.get(address) ?? null, isNow: true });
  }
  const never = people.filter(({ waiting }) => waiting !== null);
  if (never.length > 0) {
    const ids = never.map(({ id }) => id);
    await ctx.db
      .delete(papersRecipients)
      .where(and(recipientsAre(ctx, paper.id), inArray(papersRecipients.id, ids)));
    await forgetShares(
      ctx,
      never.map(({ linkId }) => linkId),
    );
  }
  await ctx.db
    .update(papers)
    .set({ approvers: to.length })
    .where(and(eq(papers.accountId, ctx.account.id), eq(papers.id, paper.id)));
  await ctx.db.update(papersRecipients).set({ turn: null }).where(recipientsAre(ctx, paper.id));
  if (everyone === "yes" || to.length === 1) return () => ({ turn: null, isNow: true });
  for (const [at, address] of to.entries())
    await ctx.db
      .update(papersRecipients)
      .set({ turn: at + 1 })
      .where(and(recipientsAre(ctx, paper.id), eq(papersRecipients.address, address)));
  const approved = new Set(
    turnsOf(await recipientsOf(ctx, [paper.id]), await answersTo(ctx, paper.id)).flatMap(
      ({ turn, approval }) => (approval ? turn : []),
    ),
  );
  const first = to.findIndex((_, at) => !approved.has(at + 1)) + 1;
  return (address) => {
    const turn = to.indexOf(address) + 1;
    return { turn, isNow: turn <= first };
  };
}

/** A link without a turn is for the person whose turn it is. */
export async function takeTurn(ctx: AccountContext, recipientId: string, turn: number): Promise<void> {
  const { accountId, id } = papersRecipients;
  await ctx.db
    .update(papersRecipients)
    .set({ turn })
    .where(and(eq(accountId, ctx.account.id), eq(id, recipientId), isNull(papersRecipients.turn)));
}

/** Who waits for a turn. */
export const waitingFor = async (ctx: AccountContext, paperId: string, turn: number) =>
  ctx.db
    .select()
    .from(papersRecipients)
    .where(
      and(recipientsAre(ctx, paperId), eq(papersRecipients.turn, turn), isNotNull(papersRecipients.waiting)),
    );
