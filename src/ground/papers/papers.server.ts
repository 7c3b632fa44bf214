import { createHash } from "node:crypto";
import { and, asc, eq, inArray, lt, max } from "drizzle-orm";
import { lockFirst } from "#ground/evidence/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type Closing, CLOSES_FROM } from "./rules.ts";
import { papers, papersAnswers, papersRecipients } from "./tables.server.ts";

export type Paper = typeof papers.$inferSelect;
export type Recipient = typeof papersRecipients.$inferSelect;
export type PaperAnswer = typeof papersAnswers.$inferSelect;

/** A version of a document, as provided by the tool that owns it. */
export interface NewPaper {
  /** Saving the same id again changes nothing; default: a new one. */
  readonly id?: string;
  readonly kind: string;
  readonly thingId: string;
  /** From 1; default: the next. */
  readonly version?: number;
  readonly number?: string;
  readonly jobId?: string;
  /** Its page in the account, to which the owners are led: `/account/reports/{id}`. */
  readonly accountPath: string;
  readonly title: string;
  /** `NO_FILE` of `#ground/shares` for a page without a document: nobody can be asked to approve it. */
  readonly file: string;
  readonly fileName: string;
  readonly sha256: string;
  /** How many people must approve; default: each answers for themselves. */
  readonly approvers?: number;
  readonly answerBy?: Temporal.Instant;
}

/**
 * Saves a version of a document for people outside. Open earlier versions are replaced: their links say so,
 * and can't be answered any more.
 * @throws AppError conflict if somebody else saved this version, or an earlier one was approved meanwhile
 */
export async function savePaper(ctx: AccountContext, paper: NewPaper): Promise<Paper> {
  const { id = newId(), number = null, jobId = null, approvers = null, answerBy = null, ...rest } = paper;
  await lockFirst(ctx);
  const version = paper.version ?? (await lastVersion(ctx, paper)) + 1;
  const [saved] = await ctx.db
    .insert(papers)
    .values({
      accountId: ctx.account.id,
      ...rest,
      id,
      version,
      number,
      jobId,
      approvers,
      answerBy,
      state: "open",
      stateAt: ctx.now,
      madeBy: ctx.user?.id ?? null,
      createdAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning();
  if (!saved) return savedBefore(ctx, id);
  const earlier = await ctx.db
    .select({ id: papers.id })
    .from(papers)
    .where(
      and(
        eq(papers.accountId, ctx.account.id),
        eq(papers.kind, saved.kind),
        eq(papers.thingId, saved.thingId),
        lt(papers.version, saved.version),
        inArray(papers.state, CLOSES_FROM.replaced),
      ),
    )
    .for("update");
  for (const { id: old } of earlier) await closePaper(ctx, old, "replaced");
  // Read after the lock, which waits for an answer to an earlier version.
  if (await hasApproved(ctx, saved))
    throw new AppError("conflict", "Your client just approved the earlier version, so this one wasn’t sent.");
  return saved;
}

async function hasApproved(ctx: AccountContext, { kind, thingId }: Paper): Promise<boolean> {
  const [row] = await ctx.db
    .select({ id: papers.id })
    .from(papers)
    .where(
      and(
        eq(papers.accountId, ctx.account.id),
        eq(papers.kind, kind),
        eq(papers.thingId, thingId),
        eq(papers.state, "approved"),
      ),
    )
    .limit(1);
  return row !== undefined;
}

async function lastVersion(
  ctx: AccountContext,
  { kind, thingId }: Pick<NewPaper, "kind" | "thingId">,
): Promise<number> {
  const [row] = await ctx.db
    .select({ last: max(papers.version) })
    .from(papers)
    .where(and(eq(papers.accountId, ctx.account.id), eq(papers.kind, kind), eq(papers.thingId, thingId)));
  return row?.last ?? 0;
}

/** Stores a paper's PDF. @returns what `savePaper` needs of it */
export async function storePdf(
  accountId: string,
  pdf: Uint8Array,
): Promise<{ readonly file: string; readonly sha256: string }> {
  return {
    file: await installation().files.put(accountId, pdf, "pdf"),
    sha256: createHash("sha256").update(pdf).digest("hex"),
  };
}

async function savedBefore(ctx: AccountContext, id: string): Promise<Paper> {
  const [row] = await ctx.db.select().from(papers).where(paperById(ctx, id));
  if (!row)
    throw new AppError("conflict", "Someone else sent this version. Look it over, then send the next one.");
  return row;
}

const paperById = (ctx: AccountContext, id: string) =>
  and(eq(papers.accountId, ctx.account.id), eq(papers.id, id));

/**
 * Closes a paper: the only place that does, whoever closes it. Its pages say so, and can't be answered any
 * more. Closing it again the same way changes nothing. Lock a paper before what it is about, and `lockFirst`
 * before a paper: answers do, and another order would deadlock with them.
 * @throws AppError not_found; conflict if it was closed another way meanwhile
 */
export async function closePaper(ctx: AccountContext, id: string, as: Closing): Promise<void> {
  await lockFirst(ctx);
  const [paper] = isId(id) ? await ctx.db.select().from(papers).where(paperById(ctx, id)).for("update") : [];
  if (!paper) throw new AppError("not_found", "Page not found.");
  if (paper.state === as) return;
  if (!CLOSES_FROM[as].includes(paper.state))
    throw new AppError("conflict", `It was already ${paper.state}.`);
  await ctx.db.update(papers).set({ state: as, stateAt: ctx.now }).where(paperById(ctx, id));
}

/** Papers of a kind about some things, the first first. */
export const papersOf = async (
  ctx: AccountContext,
  kind: string,
  thingIds: readonly string[],
): Promise<Paper[]> =>
  thingIds.length === 0
    ? []
    : ctx.db
        .select()
        .from(papers)
        .where(
          and(
            eq(papers.accountId, ctx.account.id),
            eq(papers.kind, kind),
            inArray(papers.thingId, [...thingIds]),
          ),
        )
        .orderBy(asc(papers.createdAt), asc(papers.id));

/** @throws AppError not_found */
export async function findPaper(ctx: AccountContext, id: string): Promise<Paper> {
  const [paper] = isId(id) ? await ctx.db.select().from(papers).where(paperById(ctx, id)) : [];
  if (!paper) throw new AppError("not_found", "Page not found.");
  return paper;
}

/** Who got papers, the first first. */
export function recipientsOf(ctx: AccountContext, paperIds: readonly string[]): Promise<Recipient[]> {
  return paperIds.length === 0
    ? Promise.resolve([])
    : ctx.db
        .select()
        .from(papersRecipients)
        .where(
          and(
            eq(papersRecipients.accountId, ctx.account.id),
            inArray(papersRecipients.paperId, [...paperIds]),
          ),
        )
        .orderBy(asc(papersRecipients.at), asc(papersRecipients.id));
}

/** Who got papers by email, the first first. */
export const mailedTo = async (ctx: AccountContext, paperIds: readonly string[]): Promise<Recipient[]> =>
  (await recipientsOf(ctx, paperIds)).filter(({ way }) => way === "email");

/** The lead who got a paper by email; null if it went to nobody who is a lead. */
export const leadWhoGot = async (ctx: AccountContext, paperId: string): Promise<string | null> =>
  (await mailedTo(ctx, [paperId])).findLast(({ leadId }) => leadId !== null)?.leadId ?? null;

/** What was answered to a paper, the first first. */
export function answersTo(ctx: AccountContext, paperId: string): Promise<PaperAnswer[]> {
  return ctx.db
    .select()
    .from(papersAnswers)
    .where(and(eq(papersAnswers.accountId, ctx.account.id), eq(papersAnswers.paperId, paperId)))
    .orderBy(asc(papersAnswers.at), asc(papersAnswers.id));
}

/** A recipient with their paper. */
export interface Received {
  readonly paper: Paper;
  readonly recipient: Recipient;
}

/**
 * What was sent with a link, or to a recipient; undefined if nothing was.
 * @param isLocked locks the paper until the transaction ends, so that two answers come one after the other
 */
export async function findReceived(
  ctx: AccountContext,
  by: { readonly linkId: string } | { readonly recipientId: string },
  isLocked = false,
): Promise<Received | undefined> {
  const [recipient] = await ctx.db
    .select()
    .from(papersRecipients)
    .where(
      and(
        eq(papersRecipients.accountId, ctx.account.id),
        "linkId" in by ? eq(papersRecipients.linkId, by.linkId) : eq(papersRecipients.id, by.recipientId),
      ),
    );
  if (!recipient) return undefined;
  if (isLocked) await lockFirst(ctx);
  const found = ctx.db.select().from(papers).where(paperById(ctx, recipient.paperId));
  const [paper] = isLocked ? await found.for("update") : await found;
  return paper && { paper, recipient };
}
