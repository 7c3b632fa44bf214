import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { signatures } from "./tables.server.ts";

export type Signature = typeof signatures.$inferSelect;

export interface Document {
  readonly id: string;
  readonly title: string;
  readonly file: string;
  readonly fileName: string;
  readonly jobId: string | null;
  readonly madeFor: string | null;
}

/** SHA-256 of a stored file in hex, taken from its key. */
export function sha256Of(file: string): string {
  const hash = /\/([0-9a-f]{64})\.[a-z0-9]+$/.exec(file)?.[1];
  if (!hash) throw new AppError("internal", "This document can’t be signed.");
  return hash;
}

/** The answer at a link: the signature if there is one, else the refusal. */
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
  if (!row) throw new AppError("not_found", "Page not found.");
  return row;
}

const MOST_LISTED = 500;

/** Answers, newest first: of a job, of documents (by file), at links, or all. */
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

/** Selects a person's answers: at links made for them, or given under their address. */
export interface WhoAnswered {
  readonly aboutId: string;
  /** Lowercase; null if not proven to be theirs. */
  readonly email: string | null;
}

const answeredBy = (ctx: AccountContext, { aboutId, email }: WhoAnswered) =>
  and(
    eq(signatures.accountId, ctx.account.id),
    or(
      eq(signatures.aboutId, aboutId),
      email === null ? undefined : eq(sql`lower(${signatures.email})`, email),
    ),
  );

/** A person's answers, at their own links and at links handed to them. */
export async function signaturesAbout(ctx: AccountContext, who: WhoAnswered): Promise<Signature[]> {
  return ctx.db
    .select()
    .from(signatures)
    .where(answeredBy(ctx, who))
    .orderBy(signatures.at)
    .limit(MOST_LISTED);
}

/**
 * A document's signatures: those of these exact bytes, and earlier ones under its links or title that don't
 * count for them.
 */
export interface DocumentStanding {
  readonly signed: readonly Signature[];
  readonly declined: readonly Signature[];
  /** Signed an earlier version. */
  readonly outdated: readonly Signature[];
}

/**
 * Finds the signatures of a document's current version.
 * @param file its key in the file store
 * @param linkIds all links by which it and its earlier versions were shared
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

/** Stores where the signed copy is. Copies are deterministic, so a race doesn't matter. */
export async function saveCopyFile(ctx: AccountContext, id: string, file: string): Promise<void> {
  await ctx.db
    .update(signatures)
    .set({ copyFile: file })
    .where(and(eq(signatures.accountId, ctx.account.id), eq(signatures.id, id)));
}

/**
 * Locks a signature until this transaction ends, so that nobody else changes or emails it; undefined if gone.
 */
export async function lockSignature(ctx: AccountContext, id: string): Promise<Signature | undefined> {
  const [row] = await ctx.db
    .select()
    .from(signatures)
    .where(and(eq(signatures.accountId, ctx.account.id), eq(signatures.id, id)))
    .for("update");
  return row;
}

/** Claims the notification of both sides for this transaction; false if already sent. */
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
 * Erases a signer's personal data. That the document was signed remains, with the time.
 * @returns the signatures, with their copies and the jobs whose histories mention them
 */
export async function forgetSigner(
  ctx: AccountContext,
  who: WhoAnswered,
): Promise<Pick<Signature, "id" | "linkId" | "jobId" | "copyFile">[]> {
  const { id, linkId, jobId, copyFile } = signatures;
  const rows = await ctx.db
    .select({ id, linkId, jobId, copyFile })
    .from(signatures)
    .where(answeredBy(ctx, who))
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
      statement: null,
      choice: null,
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
