import { createHash } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull } from "drizzle-orm";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { newAccountToken } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { sharesLinks } from "./tables.server.ts";

/** What a link opens. */
export interface SharedDocument {
  readonly kind: string;
  readonly title: string;
  readonly file: string;
  readonly fileName: string;
}

/** What a link opened. */
export interface OpenedShare extends SharedDocument {
  /** Of the link, not of the document. */
  readonly id: string;
  /** Whom it was made for, such as a lead. */
  readonly madeFor: string | null;
  readonly jobId: string | null;
  readonly askSignature: boolean;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/**
 * Shares a document by link.
 * @param lifetime how long it opens
 * @returns the token for `/s/{token}`: the only time it is known
 */
export async function shareDocument(
  ctx: AccountContext,
  document: SharedDocument,
  options: { jobId?: string; aboutId?: string; lifetime: Temporal.Duration; askSignature?: boolean },
): Promise<{ id: string; token: string }> {
  const token = newAccountToken(ctx.account.id);
  const id = newId();
  await ctx.db.insert(sharesLinks).values({
    accountId: ctx.account.id,
    id,
    jobId: options.jobId ?? null,
    askSignature: options.askSignature ?? false,
    tokenHash: hashOf(token),
    ...document,
    aboutId: options.aboutId ?? null,
    createdAt: ctx.now,
    expiresAt: ctx.now.add({ hours: options.lifetime.total({ unit: "hours", relativeTo: "2026-01-01" }) }),
  });
  return { id, token };
}

/** Whether a stored file can be opened by a link that is out. */
export async function isShared(ctx: AccountContext, file: string): Promise<boolean> {
  const [link] = await ctx.db
    .select({ id: sharesLinks.id })
    .from(sharesLinks)
    .where(
      and(
        eq(sharesLinks.accountId, ctx.account.id),
        eq(sharesLinks.file, file),
        isNull(sharesLinks.revokedAt),
        gt(sharesLinks.expiresAt, ctx.now),
      ),
    )
    .limit(1);
  return link !== undefined;
}

/**
 * What a token opens.
 * @throws AppError not_found for an unknown, expired or revoked link, each with words for the client who opened it
 */
export async function openShare(ctx: AccountContext, token: string): Promise<OpenedShare> {
  const [link] = await ctx.db
    .select()
    .from(sharesLinks)
    .where(and(eq(sharesLinks.accountId, ctx.account.id), eq(sharesLinks.tokenHash, hashOf(token))));
  if (!link) throw new AppError("not_found", "This link does not open anything. Check that you have all of it.");
  if (link.revokedAt) throw new AppError("not_found", "This link was closed by the business that sent it. Ask them for a new one.");
  if (Temporal.Instant.compare(link.expiresAt, ctx.now) <= 0)
    throw new AppError("not_found", "This link has expired. Ask the business that sent it for a new one.");
  return {
    kind: link.kind,
    title: link.title,
    file: link.file,
    fileName: link.fileName,
    id: link.id,
    madeFor: link.aboutId,
    jobId: link.jobId,
    askSignature: link.askSignature,
  };
}

/** The titles of what links open, by the link's id; closed and expired ones too. */
export async function titlesOfShares(ctx: AccountContext, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter(isId);
  if (!known.length) return new Map();
  const rows = await ctx.db
    .select({ id: sharesLinks.id, title: sharesLinks.title })
    .from(sharesLinks)
    .where(and(eq(sharesLinks.accountId, ctx.account.id), inArray(sharesLinks.id, known)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** What was shared with somebody by link, newest first. */
export async function sharesAbout(
  ctx: AccountContext,
  aboutId: string,
): Promise<{ readonly title: string; readonly createdAt: Temporal.Instant; readonly expiresAt: Temporal.Instant }[]> {
  const { title, createdAt, expiresAt } = sharesLinks;
  return ctx.db.select({ title, createdAt, expiresAt }).from(sharesLinks).where(about(ctx, aboutId)).orderBy(desc(createdAt));
}

/** Closes and forgets every link that was made for somebody. */
export async function forgetSharesAbout(ctx: AccountContext, aboutId: string): Promise<void> {
  await ctx.db.delete(sharesLinks).where(about(ctx, aboutId));
}

const about = (ctx: AccountContext, aboutId: string) => and(eq(sharesLinks.accountId, ctx.account.id), eq(sharesLinks.aboutId, aboutId));
