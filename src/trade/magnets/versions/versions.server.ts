import { and, desc, eq } from "drizzle-orm";
import { recordAudit } from "#ground/businesses/public.server.ts";
import { findPeople } from "#ground/identity/public.server.ts";
import type { MagnetText } from "#ground/writing/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { getMagnet, saveFirstVersion, type Magnet, magnetColumns } from "../data.server.ts";
import { renewOffersSoon } from "../paper/renew.server.ts";
import { magnets, magnetsVersions } from "../tables.server.ts";

export type Made = (typeof magnetsVersions.$inferSelect)["made"];

export interface Version {
  /** From 1, the text as first saved. */
  readonly number: number;
  readonly text: MagnetText;
  readonly made: Made;
  /** Email address; null for the product, or someone who left. */
  readonly by: string | null;
  readonly at: Temporal.Instant;
}

/** The new version, the newest if nothing differs, or what someone else saved meanwhile. */
export type Changed = { readonly number: number; readonly isNew: boolean } | { readonly meanwhile: Version };

const ofMagnet = (ctx: AccountContext, magnetId: string) =>
  and(eq(magnetsVersions.accountId, ctx.account.id), eq(magnetsVersions.magnetId, magnetId));

/**
 * Lists the versions of a guide, newest first. One saved before versions were stored has its text as the
 * first.
 */
export async function listVersions(ctx: AccountContext, magnet: Magnet): Promise<Version[]> {
  const rows = await ctx.db
    .select()
    .from(magnetsVersions)
    .where(ofMagnet(ctx, magnet.id))
    .orderBy(desc(magnetsVersions.number));
  if (rows.length === 0)
    return [{ number: 1, text: magnet.text, made: "kept", by: null, at: magnet.createdAt }];
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

export async function newestNumber(ctx: AccountContext, magnetId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ number: magnetsVersions.number })
    .from(magnetsVersions)
    .where(ofMagnet(ctx, magnetId))
    .orderBy(desc(magnetsVersions.number))
    .limit(1);
  return row?.number ?? 1;
}

/**
 * Saves a text as the next version. If someone else saved since `basis`, it changes nothing and returns their
 * version. The same text makes no version.
 * @throws AppError not_found
 */
export async function changeMagnet(
  ctx: AccountContext,
  magnetId: string,
  { text, basis, made }: { text: MagnetText; basis: number; made: Made },
): Promise<Changed> {
  const magnet = await lockMagnet(ctx, magnetId);
  const number = await newestNumber(ctx, magnet.id);
  if (same(magnet.text, text)) return { number, isNew: false };
  if (basis !== number) return { meanwhile: (await listVersions(ctx, magnet))[0]! };
  await saveFirstVersion(ctx, magnet, null);
  await ctx.db.insert(magnetsVersions).values({
    accountId: ctx.account.id,
    magnetId: magnet.id,
    number: number + 1,
    text,
    made,
    byUser: ctx.user?.id ?? null,
    at: ctx.now,
  });
  await ctx.db
    .update(magnets)
    .set({ text, title: text.title, updatedAt: ctx.now })
    .where(and(eq(magnets.accountId, ctx.account.id), eq(magnets.id, magnet.id)));
  await renewOffersSoon(ctx);
  return { number: number + 1, isNew: true };
}

/**
 * Makes an earlier text the newest version.
 * @param basis the newest version when the person chose
 * @throws AppError not_found if there is no such version
 */
export async function goBackTo(
  ctx: AccountContext,
  magnetId: string,
  number: number,
  basis: number,
): Promise<Changed> {
  const magnet = await getMagnet(ctx, magnetId);
  const version = (await listVersions(ctx, magnet)).find((one) => one.number === number);
  if (!version) throw new AppError("not_found", "That version doesn’t exist.");
  const changed = await changeMagnet(ctx, magnetId, { text: version.text, basis, made: "restored" });
  if ("isNew" in changed && changed.isNew)
    await recordAudit(ctx, "magnet.went-back", { title: version.text.title, version: String(number) });
  return changed;
}

/** Two people who save at once wait for each other here. */
async function lockMagnet(ctx: AccountContext, magnetId: string): Promise<Magnet> {
  const [magnet] = isId(magnetId)
    ? await ctx.db
        .select(magnetColumns)
        .from(magnets)
        .where(and(eq(magnets.accountId, ctx.account.id), eq(magnets.id, magnetId)))
        .for("update")
    : [];
  if (!magnet || magnet.deletedAt) throw new AppError("not_found", "That lead magnet doesn’t exist.");
  return magnet;
}

/** jsonb doesn't preserve the order of keys, so sort them to compare. */
const same = (one: unknown, other: unknown): boolean => ordered(one) === ordered(other);
const ordered = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
