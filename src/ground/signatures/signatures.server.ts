import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { signatures } from "./tables.server.ts";

/** A row of what was signed or declined. */
export type Signature = typeof signatures.$inferSelect;

/** A document that a link opens, as far as signing goes. */
export interface Document {
  /** Of the link. */
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly fileName: string;
  readonly jobId: string | null;
  /** Whom the link was made for. */
  readonly madeFor: string | null;
}

/** The SHA-256 of a stored file's bytes, in hex: it is the middle of its key. */
export function sha256Of(file: string): string {
  const hash = /\/([0-9a-f]{64})\.[a-z0-9]+$/.exec(file)?.[1];
  if (!hash) throw new AppError("internal", "This document can't be signed.");
  return hash;
}

/** What was answered at a link: the signature where there is one, else the no. */
export async function answerAt(ctx: AccountContext, linkId: string): Promise<Signature | undefined> {
  const rows = await ctx.db
    .select()
    .from(signatures)
    .where(and(eq(signatures.accountId, ctx.account.id), eq(signatures.linkId, linkId)));
  return rows.find(({ state }) => state === "signed") ?? rows[0];
}

/** @throws AppError not_found */
export async function getSignature(ctx: AccountContext, id: string): Promise<Signature> {
  const [row] = isId(id)
    ? await ctx.db
        .select()
        .from(signatures)
        .where(and(eq(signatures.accountId, ctx.account.id), eq(signatures.id, id)))
    : [];
  if (!row) throw new AppError("not_found", "There is nothing here.");
  return row;
}

const MOST_LISTED = 500;

/**
 * What was signed and declined, newest first: of a job, of some documents (by their files), at some links, or
 * all of it.
 */
export async function signaturesOf(
  ctx: AccountContext,
  { jobId, files, linkIds }: { jobId?: string; files?: readonly string[]; linkIds?: readonly string[] } = {},
): Promise<Signature[]> {
  const any = [
    ...(jobId === undefined ? [] : [eq(signatures.jobId, jobId)]),
    ...(files?.length ? [inArray(signatures.file, [...files])] : []),
    ...(linkIds?.length ? [inArray(signatures.linkId, [...linkIds])] : []),
  ];
  if (any.length === 0 && (files ?? linkIds)) return [];
  return ctx.db
    .select()
    .from(signatures)
    .where(and(eq(signatures.accountId, ctx.account.id), or(...any)))
    .orderBy(desc(signatures.at), desc(signatures.id))
    .limit(MOST_LISTED);
}

/** Whose answers: of links that were made for them, and those that were given under their address. */
export interface WhoAnswered {
  /** Such as a lead. */
  readonly aboutId: string;
  /** Lower case; null where nobody knows whether it is theirs. */
  readonly email: string | null;
}

const theirs = (ctx: AccountContext, { aboutId, email }: WhoAnswered) =>
  and(
    eq(signatures.accountId, ctx.account.id),
    or(
      eq(signatures.aboutId, aboutId),
      email === null ? undefined : eq(sql`lower(${signatures.email})`, email),
    ),
  );

/** What somebody answered, at links of theirs and at links that were handed to them. */
export async function signaturesAbout(ctx: AccountContext, who: WhoAnswered): Promise<Signature[]> {
  return ctx.db.select().from(signatures).where(theirs(ctx, who)).orderBy(signatures.at).limit(MOST_LISTED);
}

/**
 * How a document stands: who signed these very bytes, and who signed what was under this link or title before
 * and does not count for them.
 */
export interface DocumentStanding {
  readonly signed: readonly Signature[];
  readonly declined: readonly Signature[];
  /** Signed what is no longer the document. */
  readonly outdated: readonly Signature[];
}

/**
 * What signatures say about a document as it is now.
 * @param file its key in the file store
 * @param linkIds all links by which it, and its earlier versions, were shared
 */
export async function standingOfDocument(
  ctx: AccountContext,
  file: string,
  linkIds: readonly string[],
): Promise<DocumentStanding> {
  const rows = await signaturesOf(ctx, { files: [file], linkIds });
  const sha256 = sha256Of(file);
  return {
    signed: rows.filter((row) => row.state === "signed" && row.sha256 === sha256),
    declined: rows.filter((row) => row.state === "declined" && row.sha256 === sha256),
    outdated: rows.filter((row) => row.state === "signed" && row.sha256 !== sha256),
  };
}

/**
 * Notes where the signed copy is. The same signature gives the same copy, so it does not matter who was
 * first.
 */
export async function saveCopyFile(ctx: AccountContext, id: string, file: string): Promise<void> {
  await ctx.db
    .update(signatures)
    .set({ copyFile: file })
    .where(and(eq(signatures.accountId, ctx.account.id), eq(signatures.id, id)));
}

/** A signature that nobody else changes or mails until this transaction ends; none where it is gone. */
export async function lockSignature(ctx: AccountContext, id: string): Promise<Signature | undefined> {
  const [row] = await ctx.db
    .select()
    .from(signatures)
    .where(and(eq(signatures.accountId, ctx.account.id), eq(signatures.id, id)))
    .for("update");
  return row;
}

/** Notes that both sides are told in this transaction; false where they were before. */
export async function claimNotification(ctx: AccountContext, id: string): Promise<boolean> {
  const row = await lockSignature(ctx, id);
  if (!row || row.copySentAt || row.erasedAt) return false;
  await ctx.db
    .update(signatures)
    .set({ copySentAt: ctx.now })
    .where(and(eq(signatures.accountId, ctx.account.id), eq(signatures.id, id)));
  return true;
}

/**
 * Erases what tells of a person: that there was a signature under a document stays, with its time.
 * @returns the signatures, with the copies that go with them and the jobs whose histories tell of them
 */
export async function forgetSigner(
  ctx: AccountContext,
  who: WhoAnswered,
): Promise<Pick<Signature, "id" | "linkId" | "jobId" | "copyFile">[]> {
  const { id, linkId, jobId, copyFile } = signatures;
  const rows = await ctx.db
    .select({ id, linkId, jobId, copyFile })
    .from(signatures)
    .where(theirs(ctx, who))
    .for("update");
  if (rows.length === 0) return [];
  await ctx.db
    .update(signatures)
    .set({
      aboutId: null,
      name: "",
      email: null,
      phone: null,
      drawing: null,
      disclosure: null,
      reason: "",
      zone: null,
      address: "",
      userAgent: "",
      title: "A document of theirs",
      fileName: "document.pdf",
      copyFile: null,
      erasedAt: ctx.now,
    })
    .where(
      and(
        eq(signatures.accountId, ctx.account.id),
        inArray(
          id,
          rows.map((row) => row.id),
        ),
      ),
    );
  return rows;
}
