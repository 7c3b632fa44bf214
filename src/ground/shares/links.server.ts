import { and, desc, eq, gt, inArray, isNull, ne } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { newAccountToken } from "#platform/db/tokens.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { hashOf } from "./shares.server.ts";
import { recordLinkDeed } from "./link-history.server.ts";
import { daysOf, isKept, refuseTurn } from "./kept.server.ts";
import { GIFT } from "./rules.ts";
import { hashPasscode } from "./passcode.server.ts";
import { sharesLinks } from "./tables.server.ts";

/** A link as its business sees it. The address itself is no longer known. */
export type ShareLink = Omit<typeof sharesLinks.$inferSelect, "accountId" | "tokenHash" | "passcodeHash"> & {
  readonly hasPasscode: boolean;
};

const MOST_LISTED = 200;

/**
 * Shared links, newest first: of a job, of one stored document, or all. Guides sent to leads are not
 * included; they are in the lead's history.
 */
export async function linksOf(
  ctx: AccountContext,
  of: { readonly jobId?: string; readonly file?: string } = {},
): Promise<ShareLink[]> {
  const rows = await ctx.db
    .select()
    .from(sharesLinks)
    .where(
      and(
        eq(sharesLinks.accountId, ctx.account.id),
        ne(sharesLinks.kind, GIFT),
        of.jobId === undefined
          ? undefined
          : isId(of.jobId)
            ? eq(sharesLinks.jobId, of.jobId)
            : isNull(sharesLinks.id),
        of.file === undefined ? undefined : eq(sharesLinks.file, of.file),
      ),
    )
    .orderBy(desc(sharesLinks.createdAt), desc(sharesLinks.id))
    .limit(MOST_LISTED);
  return rows.map(({ accountId: _account, tokenHash: _hash, passcodeHash, ...link }) => ({
    ...link,
    hasPasscode: passcodeHash !== null,
  }));
}

/** Those of some links that still open something: not closed, expired or deleted. */
export async function openLinks(ctx: AccountContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await ctx.db
    .select({ id: sharesLinks.id })
    .from(sharesLinks)
    .where(
      and(
        eq(sharesLinks.accountId, ctx.account.id),
        inArray(sharesLinks.id, [...ids]),
        isNull(sharesLinks.revokedAt),
        gt(sharesLinks.expiresAt, ctx.now),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

const linkById = (ctx: AccountContext, id: string) => {
  if (!isId(id)) throw new AppError("not_found", "That link no longer exists.");
  return and(eq(sharesLinks.accountId, ctx.account.id), eq(sharesLinks.id, id));
};

async function change(
  ctx: AccountContext,
  id: string,
  to: Partial<typeof sharesLinks.$inferInsert>,
): Promise<void> {
  const changed = await ctx.db
    .update(sharesLinks)
    .set(to)
    .where(linkById(ctx, id))
    .returning({ id: sharesLinks.id });
  if (changed.length === 0) throw new AppError("not_found", "That link no longer exists.");
}

/** Closes a link; anyone who opens it sees that it was closed. Idempotent. */
export const closeLink = (ctx: AccountContext, id: string): Promise<void> =>
  turn(ctx, id, { did: "closed", revokedAt: ctx.now });

/** Reopens a closed link until its original expiry. */
export const reopenLink = (ctx: AccountContext, id: string): Promise<void> =>
  turn(ctx, id, { did: "reopened", revokedAt: null });

async function turn(
  ctx: AccountContext,
  id: string,
  { did, revokedAt }: { readonly did: "closed" | "reopened"; readonly revokedAt: Temporal.Instant | null },
): Promise<void> {
  const [link] = await ctx.db.select().from(sharesLinks).where(linkById(ctx, id)).for("update");
  if (!link) throw new AppError("not_found", "That link no longer exists.");
  refuseTurn(ctx, link.kind);
  if ((link.revokedAt === null) === (revokedAt === null)) return;
  await change(ctx, id, { revokedAt });
  await recordLinkDeed(ctx, did, link);
  await publish(ctx, { type: "share.turned", linkId: link.id });
}

/** Extends a link to that many days from now. @throws AppError conflict for one that is kept */
export async function extendLink(ctx: AccountContext, id: string, days: number): Promise<void> {
  await refuseKept(ctx, id, "This link works until you close it.");
  await change(ctx, id, { expiresAt: ctx.now.add({ hours: days * 24 }) });
  await publish(ctx, { type: "share.turned", linkId: id });
}

async function refuseKept(ctx: AccountContext, id: string, words: string): Promise<void> {
  const { kind } = sharesLinks;
  const [link] = await ctx.db.select({ kind }).from(sharesLinks).where(linkById(ctx, id));
  if (!link) throw new AppError("not_found", "That link no longer exists.");
  refuseTurn(ctx, link.kind);
  if (isKept(link.kind)) throw new AppError("conflict", words);
}

/**
 * Changes a link's passcode, or removes it with null.
 * @throws AppError invalid, not_found; conflict for one that is kept
 */
export async function lockLink(ctx: AccountContext, id: string, passcode: string | null): Promise<void> {
  await refuseKept(ctx, id, "Your client must always be able to open this link, so it has no passcode.");
  await change(ctx, id, { passcodeHash: passcode === null ? null : await hashPasscode(passcode) });
}

/**
 * Makes another link to the same document with the same passcode and options: for another person, or if the
 * first was lost.
 */
export async function duplicateLink(
  ctx: AccountContext,
  id: string,
  days: number,
): Promise<{ readonly id: string; readonly token: string; readonly hasPasscode: boolean }> {
  const [link] = await ctx.db.select().from(sharesLinks).where(linkById(ctx, id));
  if (!link) throw new AppError("not_found", "That link no longer exists.");
  refuseTurn(ctx, link.kind);
  const token = newAccountToken(ctx.account.id);
  const made = { ...link, id: newId(), tokenHash: hashOf(token), createdAt: ctx.now, revokedAt: null };
  const expiresAt = ctx.now.add({ hours: daysOf(link.kind, days) * 24 });
  await ctx.db.insert(sharesLinks).values({ ...made, expiresAt });
  await recordLinkDeed(ctx, "made", made);
  await publish(ctx, { type: "share.copied", linkId: link.id, copyId: made.id });
  return { id: made.id, token, hasPasscode: link.passcodeHash !== null };
}

/**
 * Gives a link another address, so that the one before opens nothing: for a link that nobody has had yet.
 * @returns its token
 */
export async function renewLink(ctx: AccountContext, id: string, days: number): Promise<string> {
  const token = newAccountToken(ctx.account.id);
  const expiresAt = ctx.now.add({ hours: days * 24 });
  await change(ctx, id, { tokenHash: hashOf(token), createdAt: ctx.now, expiresAt });
  return token;
}
