import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, enterAccount, isId, SYSTEM_ACCOUNT } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { recordAudit } from "../history/audit.server.ts";
import { businessesMembers, businessesTurnedOff } from "../tables.server.ts";

export interface TurnedOffThing {
  /** The key its switch finds it by. */
  readonly ref: string;
  readonly label: string;
  /** What the switch needs to turn it on again, as JSON. Secrets stay encrypted. */
  readonly kept?: Readonly<Record<string, unknown>>;
}

/** A turned-off thing, as its switch gets it back. */
export type KeptThing = Pick<typeof businessesTurnedOff.$inferSelect, "ref" | "label" | "kept" | "at">;

export interface OffScope {
  readonly userId: string;
  /** Owners have the whole business turned off; others only what they made. */
  readonly isOwner: boolean;
}

/** Turns off and on one kind of thing that acts by itself or lets someone in. */
export interface OffSwitch {
  /** Stored in rows, so it must never be renamed. */
  readonly kind: string;
  /** Singular and plural, in lowercase unless English capitalizes it. */
  readonly words: readonly [one: string, several: string];
  /** What happens when one is turned on again, for the owner. */
  readonly meaning: string;
  /** Turns all of them off, in the caller's transaction. */
  readonly turnOff: (ctx: AccountContext, scope: OffScope) => Promise<readonly TurnedOffThing[]>;
  /** Turns one on again. @throws AppError conflict when another one took its place, or it is gone */
  readonly turnOn: (ctx: AccountContext, thing: KeptThing) => Promise<void>;
}

/**
 * What happens to a table's rows when someone takes over an account: turned off by a switch, or nothing,
 * because they neither act by themselves nor give access, or depend on other rows that are off.
 */
export type Takeover = { readonly off: OffSwitch } | { readonly harmless: string };

let switches: readonly OffSwitch[] = [];

/** Registers the switches, including those of rooms above this one. Called once per process. */
export function setOffSwitches(all: readonly OffSwitch[]): void {
  switches = all;
}

/**
 * Turns off everything set up in a person's businesses, in the caller's transaction. Leaves the transaction
 * in the system account.
 * @returns what was turned off, such as "2 API keys and 1 webhook"; empty for nothing
 */
export async function turnOffSetupOf(db: Db, userId: string, now: Temporal.Instant): Promise<string> {
  const counts = new Map<OffSwitch, number>();
  for (const { accountId, role } of await findMemberships(db, userId)) {
    await enterAccount(db, accountId);
    const ctx: AccountContext = { db, now, account: { id: accountId }, user: null, member: null };
    let count = 0;
    for (const one of switches) {
      const things = await one.turnOff(ctx, { userId, isOwner: role === "owner" });
      if (!things.length) continue;
      await db
        .insert(businessesTurnedOff)
        .values(
          things.map((thing) => ({ accountId, id: newId(), at: now, kind: one.kind, kept: null, ...thing })),
        );
      counts.set(one, (counts.get(one) ?? 0) + things.length);
      count += things.length;
    }
    if (count) await recordAudit(ctx, "set-up.turned-off", { things: String(count) });
  }
  await enterAccount(db, SYSTEM_ACCOUNT);
  return formatList([...counts].map(([{ words }, count]) => `${count} ${words[count === 1 ? 0 : 1]}`));
}

/** The person's memberships. Row security lets them be read for this one query only. */
async function findMemberships(db: Db, userId: string) {
  await db.execute(sql`select set_config('app.user_id', ${userId}, true)`);
  const places = await db
    .select({ accountId: businessesMembers.accountId, role: businessesMembers.role })
    .from(businessesMembers)
    .where(eq(businessesMembers.userId, userId));
  await db.execute(sql`select set_config('app.user_id', '', true)`);
  return places;
}

const formatList = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

const isOpen = (ctx: AccountContext) =>
  and(
    eq(businessesTurnedOff.accountId, ctx.account.id),
    isNull(businessesTurnedOff.turnedOnAt),
    isNull(businessesTurnedOff.leftOffAt),
  );

/** How many things are turned off and undecided. */
export const countTurnedOff = (ctx: AccountContext): Promise<number> =>
  ctx.db.$count(businessesTurnedOff, isOpen(ctx));

/** Undecided things by kind, in the order of the switches. */
export async function listTurnedOff(ctx: AccountContext) {
  const rows = await ctx.db
    .select()
    .from(businessesTurnedOff)
    .where(isOpen(ctx))
    .orderBy(asc(businessesTurnedOff.at), asc(businessesTurnedOff.label));
  return switches
    .map(({ kind, words, meaning }) => ({
      kind,
      words,
      meaning,
      things: rows.filter((row) => row.kind === kind),
    }))
    .filter(({ things }) => things.length > 0);
}

/**
 * Whether something was set up before this business was turned off. If so it must not go out by itself
 * anymore, such as an email that was waiting for the owner to verify their address.
 */
export async function predatesTurnOff(ctx: AccountContext, setUpAt: Temporal.Instant): Promise<boolean> {
  const [last] = await ctx.db
    .select({ at: businessesTurnedOff.at })
    .from(businessesTurnedOff)
    .where(eq(businessesTurnedOff.accountId, ctx.account.id))
    .orderBy(desc(businessesTurnedOff.at))
    .limit(1);
  return last !== undefined && Temporal.Instant.compare(setUpAt, last.at) <= 0;
}

/** One thing by its id, or all of a kind. */
export type WhichThings = { readonly id: string } | { readonly kind: string };

/**
 * Turns things on again, once even if submitted twice.
 * @returns how many
 * @throws AppError conflict when one can't be turned on, in words for the owner
 */
export async function turnOn(ctx: AccountContext, which: WhichThings): Promise<number> {
  const rows = await lockThings(ctx, which);
  for (const row of rows) {
    const one = switches.find(({ kind }) => kind === row.kind);
    if (!one) throw new AppError("conflict", "This version can’t turn that on. Set it up again.");
    await one.turnOn(ctx, row);
    await ctx.db.update(businessesTurnedOff).set({ turnedOnAt: ctx.now, kept: null }).where(rowOf(row));
    await recordAudit(ctx, "set-up.turned-on", { what: `${one.words[0]}: ${row.label}` });
  }
  return rows.length;
}

/**
 * Leaves things off for good: they are no longer listed, and the data to restore them is deleted.
 * @returns how many
 */
export async function dismissTurnedOff(ctx: AccountContext, which: WhichThings): Promise<number> {
  const rows = await lockThings(ctx, which);
  for (const row of rows)
    await ctx.db.update(businessesTurnedOff).set({ leftOffAt: ctx.now, kept: null }).where(rowOf(row));
  return rows.length;
}

async function lockThings(ctx: AccountContext, which: WhichThings) {
  if ("id" in which && !isId(which.id)) return [];
  const selected =
    "id" in which ? eq(businessesTurnedOff.id, which.id) : eq(businessesTurnedOff.kind, which.kind);
  return ctx.db
    .select()
    .from(businessesTurnedOff)
    .where(and(isOpen(ctx), selected))
    .for("update");
}

const rowOf = ({ accountId, id }: typeof businessesTurnedOff.$inferSelect) =>
  and(eq(businessesTurnedOff.accountId, accountId), eq(businessesTurnedOff.id, id));
