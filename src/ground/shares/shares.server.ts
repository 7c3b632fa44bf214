import { createHash } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, type SQL } from "drizzle-orm";
import { definePersonColumn } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { newAccountToken } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { hashPasscode } from "./passcode.server.ts";
import { sharesLinks, sharesVisits } from "./tables.server.ts";

/** A document to share. */
export interface SharedDocument {
  readonly kind: string;
  readonly title: string;
  /** `NO_FILE` for a page of its own without a document. */
  readonly file: string;
  readonly fileName: string;
}

/** An opened link and its document. */
export interface OpenedShare extends SharedDocument {
  /** Of the link, not of the document. */
  readonly id: string;
  /** The person it was made for, such as a lead. */
  readonly madeFor: string | null;
  readonly jobId: string | null;
  readonly askSignature: boolean;
  /** The last part of the address of its own page; null for the plain page. */
  readonly page: string | null;
}

export interface ShareOptions {
  readonly lifetime: Temporal.Duration;
  readonly jobId?: string;
  /** The person it is made for, such as a lead. */
  readonly aboutId?: string;
  /** Asked for before anything is shown; at least four characters. */
  readonly passcode?: string;
  readonly askSignature?: boolean;
  /**
   * The last part of the address of its own page, such as `report` for `/s/{token}/report`, to which
   * `/s/{token}` leads once it is open.
   */
  readonly page?: string;
}

/** The hash stored instead of a token. */
export const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/**
 * Shares a document by link.
 * @returns the token for `/s/{token}`, which is not stored
 * @throws AppError invalid for a passcode that is too short or too long
 */
export async function shareDocument(
  ctx: AccountContext,
  document: SharedDocument,
  { lifetime, jobId, aboutId, passcode, askSignature = false, page }: ShareOptions,
): Promise<{ readonly id: string; readonly token: string }> {
  const token = newAccountToken(ctx.account.id);
  const id = newId();
  const { kind, title, file, fileName } = document;
  await ctx.db.insert(sharesLinks).values({
    accountId: ctx.account.id,
    id,
    tokenHash: hashOf(token),
    kind,
    title,
    file,
    fileName,
    jobId: jobId ?? null,
    askSignature,
    page: page ?? null,
    passcodeHash: passcode === undefined ? null : await hashPasscode(passcode),
    aboutId: aboutId ?? null,
    createdAt: ctx.now,
    expiresAt: ctx.now.add({
      seconds: Math.floor(lifetime.total({ unit: "seconds", relativeTo: "2026-01-01" })),
    }),
  });
  return { id, token };
}

/** Whether any link opens a stored file. */
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

/** A link with its document and its conditions. */
export interface FoundShare extends OpenedShare {
  readonly passcodeHash: string | null;
}

/**
 * Finds the link of a token.
 * @throws AppError not_found for an unknown, expired or revoked link, each with a message for the client
 */
export async function findShare(ctx: AccountContext, token: string): Promise<FoundShare> {
  const [link] = await ctx.db
    .select()
    .from(sharesLinks)
    .where(and(eq(sharesLinks.accountId, ctx.account.id), eq(sharesLinks.tokenHash, hashOf(token))));
  if (!link) throw new AppError("not_found", "This link doesn’t work. Make sure you have all of it.");
  if (link.revokedAt)
    throw new AppError(
      "not_found",
      "This link was closed by the business that sent it. Ask them for a new one.",
    );
  if (Temporal.Instant.compare(link.expiresAt, ctx.now) <= 0)
    throw new AppError("not_found", "This link has expired. Ask the business that sent it for a new one.");
  const { id, kind, title, file, fileName, aboutId, jobId, askSignature, page, passcodeHash } = link;
  return { id, kind, title, file, fileName, madeFor: aboutId, jobId, askSignature, page, passcodeHash };
}

/** Titles of shared documents by link id, including closed and expired links. */
export async function shareTitles(
  ctx: AccountContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter(isId);
  if (!known.length) return new Map();
  const rows = await ctx.db
    .select({ id: sharesLinks.id, title: sharesLinks.title })
    .from(sharesLinks)
    .where(and(eq(sharesLinks.accountId, ctx.account.id), inArray(sharesLinks.id, known)));
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Documents shared with a person, newest first. */
export async function sharesAbout(
  ctx: AccountContext,
  aboutId: string,
): Promise<
  { readonly title: string; readonly createdAt: Temporal.Instant; readonly expiresAt: Temporal.Instant }[]
> {
  const { title, createdAt, expiresAt } = sharesLinks;
  return ctx.db
    .select({ title, createdAt, expiresAt })
    .from(sharesLinks)
    .where(about(ctx, aboutId))
    .orderBy(desc(createdAt));
}

/** Links made for a lead follow it when it becomes one with another. */
export const defineSharesPerson = (): void => definePersonColumn(sharesLinks, "aboutId");

/** Closes and deletes all links made for a person, with their visits. */
export const forgetSharesAbout = (ctx: AccountContext, aboutId: string): Promise<void> =>
  forgetLinks(ctx, about(ctx, aboutId));

/**
 * Like `forgetSharesAbout`, by link id: for links emailed to an address that may belong to several people.
 */
export async function forgetShares(ctx: AccountContext, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await forgetLinks(ctx, and(eq(sharesLinks.accountId, ctx.account.id), inArray(sharesLinks.id, [...ids])));
}

/** Like `forgetSharesAbout`, for all links to stored files that are erased with a person. */
export async function forgetLinksTo(ctx: AccountContext, files: readonly string[]): Promise<void> {
  if (files.length > 0)
    await forgetLinks(
      ctx,
      and(eq(sharesLinks.accountId, ctx.account.id), inArray(sharesLinks.file, [...files])),
    );
}

async function forgetLinks(ctx: AccountContext, which: SQL | undefined): Promise<void> {
  const rows = await ctx.db.delete(sharesLinks).where(which).returning({ id: sharesLinks.id });
  await forgetVisits(
    ctx,
    rows.map(({ id }) => id),
  );
}

/** Deletes the visits of links but not the links. */
export async function forgetVisits(ctx: AccountContext, links: readonly string[]): Promise<void> {
  if (links.length > 0)
    await ctx.db
      .delete(sharesVisits)
      .where(and(eq(sharesVisits.accountId, ctx.account.id), inArray(sharesVisits.linkId, [...links])));
}

const about = (ctx: AccountContext, aboutId: string) =>
  and(eq(sharesLinks.accountId, ctx.account.id), eq(sharesLinks.aboutId, aboutId));
