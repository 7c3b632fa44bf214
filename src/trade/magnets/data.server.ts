import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { type Business, getBusiness, pictureExtension } from "#ground/businesses/public.server.ts";
import { type MagnetBrief, type MagnetText, type Tone, toneOf } from "#ground/writing/public.server.ts";
import type { Offer } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { tokenHash } from "#platform/db/tokens.server.ts";
import { findDraft } from "./draft/drafts.server.ts";
import { brandOf, pageOf } from "./paper/brand.server.ts";
import { magnetFileName } from "./paper/plain-text.ts";
import { headingsOf } from "./paper/headings.ts";
import { renderMagnet, renderMagnetCoverPicture } from "./paper/render.ts";
import { magnets, magnetsDrafts, magnetsVersions } from "./tables.server.ts";

export interface Magnet {
  readonly id: string;
  readonly title: string;
  readonly brief: MagnetBrief;
  readonly text: MagnetText;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant | null;
  readonly deletedAt: Temporal.Instant | null;
}

export const magnetColumns = {
  id: magnets.id,
  title: magnets.title,
  brief: magnets.brief,
  text: magnets.text,
  createdAt: magnets.createdAt,
  updatedAt: magnets.updatedAt,
  deletedAt: magnets.deletedAt,
};

/**
 * Saves a visitor's draft in the account. Saving it twice makes one guide.
 * @throws AppError not_found if the draft is gone
 */
export async function saveMagnet(ctx: AccountContext, token: string): Promise<Magnet> {
  const draft = await findDraft(ctx, token);
  if (!draft)
    throw new AppError("not_found", "This lead magnet was deleted. You can make a new one in a minute.");
  const hash = tokenHash(token);
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
  const [saved] = await ctx.db
    .select(magnetColumns)
    .from(magnets)
    .where(and(eq(magnets.accountId, ctx.account.id), eq(magnets.draftHash, hash)));
  await saveFirstVersion(ctx, saved!, ctx.user?.id ?? null);
  // Saving it again after deleting it restores it.
  if (saved!.deletedAt) await ctx.db.update(magnets).set({ deletedAt: null }).where(ofMagnet(ctx, saved!.id));
  await ctx.db
    .update(magnetsDrafts)
    .set({ keptAt: ctx.now, keptAs: saved!.id })
    .where(eq(magnetsDrafts.tokenHash, hash));
  return { ...saved!, deletedAt: null };
}

const ofMagnet = (ctx: AccountContext, magnetId: string) =>
  and(eq(magnets.accountId, ctx.account.id), eq(magnets.id, magnetId));

/**
 * Copies a guide.
 * @param copyId the copy's id, made with the form, so that a double submit makes one copy
 * @throws AppError not_found
 */
export async function duplicateMagnet(
  ctx: AccountContext,
  magnetId: string,
  copyId: string,
): Promise<string> {
  const { title, brief, text } = await getMagnet(ctx, magnetId);
  if (!isId(copyId))
    throw new AppError("invalid", "This page was open too long, so nothing was copied. Please try again.");
  await ctx.db
    .insert(magnets)
    .values({
      accountId: ctx.account.id,
      id: copyId,
      title: copyTitle(title),
      brief,
      text,
      createdAt: ctx.now,
    })
    .onConflictDoNothing();
  return copyId;
}

/** Stores the text a guide was saved with as its first version. */
export async function saveFirstVersion(
  ctx: AccountContext,
  magnet: Magnet,
  byUser: string | null,
): Promise<void> {
  const { id: magnetId, text, createdAt: at } = magnet;
  await ctx.db
    .insert(magnetsVersions)
    .values({ accountId: ctx.account.id, magnetId, number: 1, text, made: "kept", byUser, at })
    .onConflictDoNothing();
}

const copyTitle = (title: string) => `${title.slice(0, 390)} (copy)`;

/** Lists the account's guides by title, newest first. */
export async function listTitles(ctx: AccountContext): Promise<{ id: string; title: string }[]> {
  const titles = prepared(ctx.db, "magnets.titles", (db, name) =>
    db
      .select({ id: magnets.id, title: magnets.title })
      .from(magnets)
      .where(and(eq(magnets.accountId, sql.placeholder("account")), isNull(magnets.deletedAt)))
      .orderBy(desc(magnets.createdAt))
      .prepare(name),
  );
  return titles.execute({ account: ctx.account.id });
}

/** The tone of the business's newest guide; undefined without one. */
export async function toneOfMagnets(ctx: AccountContext): Promise<Tone | undefined> {
  const [newest] = await ctx.db
    .select({ tone: sql<string | null>`${magnets.brief} ->> 'tone'` })
    .from(magnets)
    .where(and(eq(magnets.accountId, ctx.account.id), isNull(magnets.deletedAt)))
    .orderBy(desc(magnets.createdAt))
    .limit(1);
  return newest?.tone ? toneOf(newest.tone) : undefined;
}

/** Lists the account's guides with their whole text, newest first. */
export async function listMagnets(ctx: AccountContext): Promise<Magnet[]> {
  return ctx.db
    .select(magnetColumns)
    .from(magnets)
    .where(and(eq(magnets.accountId, ctx.account.id), isNull(magnets.deletedAt)))
    .orderBy(desc(magnets.createdAt));
}

/**
 * Loads a guide.
 * @param options.deleted also find a deleted one
 * @throws AppError not_found if the account has no such guide
 */
export async function getMagnet(
  ctx: AccountContext,
  magnetId: string,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<Magnet> {
  const [magnet] = isId(magnetId)
    ? await ctx.db.select(magnetColumns).from(magnets).where(ofMagnet(ctx, magnetId))
    : [];
  if (!magnet || (magnet.deletedAt && !deleted))
    throw new AppError("not_found", "That lead magnet doesn’t exist.");
  return magnet;
}

export interface PlannedOffer {
  readonly accountId: string;
  readonly magnet: Magnet;
  readonly business: Business;
  /** URL of the page that gives it away already. */
  readonly page: string | undefined;
}

/** Loads what a personal page will give away. */
export async function planOffer(
  ctx: AccountContext,
  magnetId: string,
  businessName: string,
): Promise<PlannedOffer> {
  const magnet = await getMagnet(ctx, magnetId);
  return {
    accountId: ctx.account.id,
    magnet,
    business: { ...(await getBusiness(ctx)), name: businessName },
    page: await pageOf(ctx, magnet.id),
  };
}

/** A guide whose PDF is stored. */
export interface DrawnOffer extends PlannedOffer {
  readonly file: string;
  readonly cover?: NonNullable<Offer["cover"]>;
}

/**
 * Renders the PDF and stores it. Call it outside a transaction: it is slow, and the storage may be remote.
 */
export async function drawOffer(plan: PlannedOffer): Promise<DrawnOffer> {
  const { accountId, magnet, business, page } = plan;
  const { files } = installation();
  const brand = await brandOf(business, { createdAt: magnet.createdAt, tone: magnet.brief.tone, page });
  const pdf = await renderMagnet(magnet.text, brand);
  const { bytes, width, height } = await renderMagnetCoverPicture(magnet.text, brand);
  return {
    ...plan,
    file: await files.put(accountId, pdf, "pdf"),
    cover: { file: await files.put(accountId, bytes, pictureExtension("cover")), width, height },
  };
}

/**
 * Records the stored PDF, and returns what a personal page needs to give it away.
 * @throws AppError not_found if the guide is gone, or belongs to another account than the transaction's
 */
export async function saveOffer(
  ctx: AccountContext,
  { accountId, magnet, file, cover }: DrawnOffer,
): Promise<Offer> {
  const saved = await ctx.db
    .update(magnets)
    .set({ pdfFile: file })
    .where(and(ofMagnet(ctx, magnet.id), isNull(magnets.deletedAt)))
    .returning({ id: magnets.id });
  if (!saved.length || accountId !== ctx.account.id)
    throw new AppError("not_found", "That lead magnet doesn’t exist.");
  return {
    kind: "magnet",
    magnetId: magnet.id,
    title: magnet.text.title,
    promise: magnet.text.promise,
    file,
    fileName: magnetFileName(magnet.text.title, "pdf"),
    ...(cover ? { cover } : {}),
    inside: headingsOf(magnet.text),
  };
}
