import { and, desc, eq, isNull, sql } from "drizzle-orm";
import {
  fixNameCase,
  type DripBrief,
  type DripText,
  type Tone,
  toneOf,
} from "#ground/writing/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { tokenHash } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { findDrip } from "./draft/drafts.server.ts";
import { drips, dripsDrafts, dripsVersions } from "./tables.server.ts";
import { LEAD_LABELS, TITLE_LIMIT } from "./labels.ts";

/** Saved by a business. Nothing is sent from it until it becomes a follow-up. */
export interface Drip {
  readonly id: string;
  /** Only the business sees it. */
  readonly title: string;
  readonly brief: DripBrief;
  readonly text: DripText;
  readonly createdAt: Temporal.Instant;
  readonly updatedAt: Temporal.Instant | null;
  readonly deletedAt: Temporal.Instant | null;
}

export const dripColumns = {
  id: drips.id,
  title: drips.title,
  brief: drips.brief,
  text: drips.text,
  createdAt: drips.createdAt,
  updatedAt: drips.updatedAt,
  deletedAt: drips.deletedAt,
};

const ofDrip = (ctx: AccountContext, dripId: string) =>
  and(eq(drips.accountId, ctx.account.id), eq(drips.id, dripId));

/** The default name of a drip: what it sells, and to whom. */
export const titleOf = (brief: DripBrief): string =>
  `${fixNameCase(brief.product).slice(0, TITLE_LIMIT - 40)}: ${LEAD_LABELS[brief.leadType].toLowerCase()}`.replace(
    /^\p{Ll}/u,
    (letter) => letter.toUpperCase(),
  );

/**
 * Saves a visitor's drip in the account. Saving it twice makes one drip.
 * @throws AppError not_found if the draft is gone
 */
export async function saveDrip(ctx: AccountContext, token: string): Promise<Drip> {
  const draft = await findDrip(ctx, token);
  if (!draft)
    throw new AppError("not_found", "These emails were deleted. You can make new ones in a minute.");
  const { brief, text } = draft;
  const draftHash = tokenHash(token);
  await ctx.db
    .insert(drips)
    .values({
      accountId: ctx.account.id,
      id: newId(),
      title: titleOf(brief),
      brief,
      text,
      draftHash,
      createdAt: ctx.now,
    })
    .onConflictDoNothing();
  const [saved] = await ctx.db
    .select(dripColumns)
    .from(drips)
    .where(and(eq(drips.accountId, ctx.account.id), eq(drips.draftHash, draftHash)));
  await saveFirstVersion(ctx, saved!, ctx.user?.id ?? null);
  // Saving it again after deleting it restores it.
  if (saved!.deletedAt) await ctx.db.update(drips).set({ deletedAt: null }).where(ofDrip(ctx, saved!.id));
  await ctx.db
    .update(dripsDrafts)
    .set({ keptAt: ctx.now, keptAs: saved!.id })
    .where(eq(dripsDrafts.tokenHash, draftHash));
  return { ...saved!, deletedAt: null };
}

/** Stores the text a drip was saved with as its first version. */
export async function saveFirstVersion(
  ctx: AccountContext,
  drip: Drip,
  byUser: string | null,
): Promise<void> {
  const { id: dripId, text, createdAt: at } = drip;
  await ctx.db
    .insert(dripsVersions)
    .values({ accountId: ctx.account.id, dripId, number: 1, text, made: "kept", byUser, at })
    .onConflictDoNothing();
}

/** Lists the account's drips by name, newest first. */
export async function listDripTitles(ctx: AccountContext): Promise<{ id: string; title: string }[]> {
  const titles = prepared(ctx.db, "drips.titles", (db, name) =>
    db
      .select({ id: drips.id, title: drips.title })
      .from(drips)
      .where(and(eq(drips.accountId, sql.placeholder("account")), isNull(drips.deletedAt)))
      .orderBy(desc(drips.createdAt))
      .prepare(name),
  );
  return titles.execute({ account: ctx.account.id });
}

/** The tone of the business's newest drip; undefined without one. */
export async function toneOfDrips(ctx: AccountContext): Promise<Tone | undefined> {
  const [newest] = await ctx.db
    .select({ tone: sql<string | null>`${drips.brief} ->> 'tone'` })
    .from(drips)
    .where(and(eq(drips.accountId, ctx.account.id), isNull(drips.deletedAt)))
    .orderBy(desc(drips.createdAt))
    .limit(1);
  return newest?.tone ? toneOf(newest.tone) : undefined;
}

/** Lists the account's drips with their whole text, newest first. */
export async function listSavedDrips(ctx: AccountContext): Promise<Drip[]> {
  return ctx.db
    .select(dripColumns)
    .from(drips)
    .where(and(eq(drips.accountId, ctx.account.id), isNull(drips.deletedAt)))
    .orderBy(desc(drips.createdAt));
}

/**
 * Loads a drip as it was written, regardless of how it was edited as a follow-up.
 * @param options.deleted also find a deleted one
 * @throws AppError not_found if the account has no such drip
 */
export async function getWrittenDrip(
  ctx: AccountContext,
  dripId: string,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<Drip> {
  const drip = await findSavedDrip(ctx, dripId);
  if (!drip || (drip.deletedAt && !deleted)) throw new AppError("not_found", "That draft doesn’t exist.");
  return drip;
}

/** Loads a drip, deleted or not, if the account has it. */
export async function findSavedDrip(ctx: AccountContext, dripId: string): Promise<Drip | undefined> {
  const [drip] = isId(dripId) ? await ctx.db.select(dripColumns).from(drips).where(ofDrip(ctx, dripId)) : [];
  return drip;
}

/** Renames a drip in lists. */
export async function renameDrip(ctx: AccountContext, dripId: string, title: string): Promise<void> {
  await ctx.db
    .update(drips)
    .set({ title })
    .where(and(ofDrip(ctx, dripId), isNull(drips.deletedAt)));
}
