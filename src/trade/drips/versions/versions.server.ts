import { and, desc, eq } from "drizzle-orm";
import { recordAudit } from "#ground/businesses/public.server.ts";
import { findPeople } from "#ground/identity/public.server.ts";
import type { DripText } from "#ground/writing/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { type Drip, dripColumns, getWrittenDrip, saveFirstVersion } from "../data.server.ts";
import { rewriteFollowUp } from "../follow-up/saved.server.ts";
import { drips, dripsVersions } from "../tables.server.ts";

type Made = (typeof dripsVersions.$inferSelect)["made"];

export interface Version {
  /** From 1, the text as first saved. */
  readonly number: number;
  readonly text: DripText;
  readonly made: Made;
  /** Email address; null for the product, or someone who left. */
  readonly by: string | null;
  readonly at: Temporal.Instant;
}

/** The new version, the newest if nothing differs, or what someone else saved meanwhile. */
export type Changed = { readonly number: number; readonly isNew: boolean } | { readonly meanwhile: Version };

const ofDrip = (ctx: AccountContext, dripId: string) =>
  and(eq(dripsVersions.accountId, ctx.account.id), eq(dripsVersions.dripId, dripId));

/** Lists the versions of a drip, newest first. A copy no one has changed has its text as the first. */
export async function listVersions(ctx: AccountContext, drip: Drip): Promise<Version[]> {
  const rows = await ctx.db
    .select()
    .from(dripsVersions)
    .where(ofDrip(ctx, drip.id))
    .orderBy(desc(dripsVersions.number));
  if (rows.length === 0) return [{ number: 1, text: drip.text, made: "kept", by: null, at: drip.createdAt }];
  const people = await findPeople(
    ctx.db,
    rows.flatMap((row) => row.byUser ?? []),
  );
  return rows.map(({ number, text, made, byUser, at }) => ({
    number,
    text,
    made,
    by: people.find((person) => person.id === byUser)?.email ?? null,
    at,
  }));
}

export async function newestNumber(ctx: AccountContext, dripId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ number: dripsVersions.number })
    .from(dripsVersions)
    .where(ofDrip(ctx, dripId))
    .orderBy(desc(dripsVersions.number))
    .limit(1);
  return row?.number ?? 1;
}

/**
 * Saves a text as the next version, in place of what was edited since. If someone else saved since `basis`,
 * it changes nothing and returns their version. The same text makes no version.
 * @throws AppError not_found
 */
export async function changeDrip(
  ctx: AccountContext,
  dripId: string,
  { text, basis, made }: { text: DripText; basis: number; made: Made },
): Promise<Changed> {
  const drip = await lockDrip(ctx, dripId);
  const number = await newestNumber(ctx, drip.id);
  const isSame = ordered(drip.text) === ordered(text);
  if (basis !== number && !isSame) return { meanwhile: (await listVersions(ctx, drip))[0]! };
  const wasEdited = await rewriteFollowUp(ctx, drip.id, text);
  if (isSame) return { number, isNew: wasEdited };
  await saveFirstVersion(ctx, drip, null);
  await ctx.db.insert(dripsVersions).values({
    accountId: ctx.account.id,
    dripId: drip.id,
    number: number + 1,
    text,
    made,
    byUser: ctx.user?.id ?? null,
    at: ctx.now,
  });
  await ctx.db
    .update(drips)
    .set({ text, updatedAt: ctx.now })
    .where(and(eq(drips.accountId, ctx.account.id), eq(drips.id, drip.id)));
  return { number: number + 1, isNew: true };
}

/**
 * Makes an earlier text the newest version.
 * @param basis the newest version when the person chose
 * @throws AppError not_found if there is no such version
 */
export async function goBackTo(
  ctx: AccountContext,
  dripId: string,
  number: number,
  basis: number,
): Promise<Changed> {
  const drip = await getWrittenDrip(ctx, dripId);
  const version = (await listVersions(ctx, drip)).find((one) => one.number === number);
  if (!version) throw new AppError("not_found", "That version doesn’t exist.");
  const changed = await changeDrip(ctx, dripId, { text: version.text, basis, made: "restored" });
  if ("isNew" in changed && changed.isNew)
    await recordAudit(ctx, "drip.went-back", { title: drip.title, version: String(number) });
  return changed;
}

/** Two people who save at once wait for each other here. */
async function lockDrip(ctx: AccountContext, dripId: string): Promise<Drip> {
  const [drip] = isId(dripId)
    ? await ctx.db
        .select(dripColumns)
        .from(drips)
        .where(and(eq(drips.accountId, ctx.account.id), eq(drips.id, dripId)))
        .for("update")
    : [];
  if (!drip || drip.deletedAt) throw new AppError("not_found", "That draft doesn’t exist.");
  return drip;
}

/** jsonb doesn't preserve the order of keys, so sort them to compare. */
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
