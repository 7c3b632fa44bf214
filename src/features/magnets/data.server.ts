import { and, desc, eq } from "drizzle-orm";
import type { MagnetBrief, MagnetText } from "#features/writing/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { draftHash, findDraft } from "./drafts.server.ts";
import { magnetFileName, renderMagnet } from "./report.ts";
import { magnets, magnetsDrafts } from "./tables.server.ts";

/** A magnet that a business keeps. */
export interface Magnet {
  readonly id: string;
  readonly title: string;
  readonly brief: MagnetBrief;
  readonly text: MagnetText;
  readonly createdAt: Temporal.Instant;
}

const columns = { id: magnets.id, title: magnets.title, brief: magnets.brief, text: magnets.text, createdAt: magnets.createdAt };

/**
 * Keeps a visitor's draft in the account; keeping it twice is one magnet.
 * @throws AppError not_found when the draft is gone
 */
export async function keepDraft(ctx: AccountContext, token: string): Promise<Magnet> {
  const draft = await findDraft(ctx, token);
  if (!draft) throw new AppError("not_found", "This lead magnet is not here any more. You can make a new one in a minute.");
  const hash = draftHash(token);
  const id = newId();
  await ctx.db
    .insert(magnets)
    .values({
      accountId: ctx.account.id,
      id,
      title: draft.title,
      brief: draft.brief,
      text: draft.text,
      draftHash: hash,
      createdAt: ctx.now,
    })
    .onConflictDoNothing();
  const [kept] = await ctx.db
    .select(columns)
    .from(magnets)
    .where(and(eq(magnets.accountId, ctx.account.id), eq(magnets.draftHash, hash)));
  await ctx.db.update(magnetsDrafts).set({ keptAt: ctx.now, keptAs: kept!.id }).where(eq(magnetsDrafts.tokenHash, hash));
  return kept!;
}

/** The magnets of the account, newest first. */
export async function listMagnets(ctx: AccountContext): Promise<Magnet[]> {
  return ctx.db.select(columns).from(magnets).where(eq(magnets.accountId, ctx.account.id)).orderBy(desc(magnets.createdAt));
}

/**
 * One magnet.
 * @throws AppError not_found when the account has no such magnet
 */
export async function getMagnet(ctx: AccountContext, magnetId: string): Promise<Magnet> {
  const [magnet] = isId(magnetId)
    ? await ctx.db
        .select(columns)
        .from(magnets)
        .where(and(eq(magnets.accountId, ctx.account.id), eq(magnets.id, magnetId)))
    : [];
  if (!magnet) throw new AppError("not_found", "There is no such lead magnet.");
  return magnet;
}

/** What a personal page gives away of a magnet: the finished document, stored, and the words around it. */
export async function offerOfMagnet(ctx: AccountContext, magnetId: string, businessName: string) {
  const magnet = await getMagnet(ctx, magnetId);
  const pdf = await renderMagnet(magnet.text, { businessName, createdAt: magnet.createdAt });
  const file = await installation().files.put(ctx.account.id, pdf, "pdf");
  await ctx.db
    .update(magnets)
    .set({ pdfFile: file })
    .where(and(eq(magnets.accountId, ctx.account.id), eq(magnets.id, magnet.id)));
  return {
    kind: "magnet" as const,
    magnetId: magnet.id,
    title: magnet.title,
    promise: magnet.text.promise,
    file,
    fileName: magnetFileName(magnet.title, "pdf"),
  };
}
