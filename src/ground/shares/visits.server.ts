import { and, count, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { optsOutOfTracking, wasPressed } from "#ground/events/public.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { roleOf } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { callerOf, MOST_WRONG, type Visit } from "./rules.ts";
import { sharesLinks, sharesVisits } from "./tables.server.ts";

/** The same from the same within this is one visit, in minutes. */
const ONE_VISIT = 30;
/** Kept of one link: a program that comes for ever fills no disk. */
const MOST_KEPT = 1_000;

/**
 * Notes who is at a link, in a transaction of its own that nobody waits for: whoever wants to read is not
 * kept from it by a full disk.
 */
export function recordVisitLater(
  accountId: string,
  request: Request,
  linkId: string,
  did: Exclude<Visit["did"], "mistyped">,
): void {
  withAccount(accountId, (ctx) => noteVisit(ctx, request, linkId, did)).catch(() => {});
}

/**
 * Whether a hand did it. A form that is posted, by its button; an address that is fetched, only by a press on
 * a page of ours: whoever was sent the address of the file itself may be a program that follows links, and
 * browsers too old to say more send no such sign at all.
 */
const wasByHand = ({ method, headers }: Request, did: Visit["did"]): boolean =>
  did !== "looked" &&
  wasPressed(headers) &&
  (method === "POST" || headers.get("sec-fetch-site") === "same-origin");

/**
 * Who is there, and with what. Somebody who asked not to be followed is noted without what they came with.
 */
async function visitorOf(
  ctx: AccountContext,
  request: Request,
  did: Visit["did"],
): Promise<Pick<Visit, "who" | "device">> {
  const { isProgram, device: name } = callerOf(request.headers.get("user-agent") ?? "");
  const device = optsOutOfTracking(request.headers) && !isProgram ? "browser" : name;
  const person = await findPerson(request);
  const isOurs = person !== null && (await roleOf(ctx, person.id)) !== undefined;
  return {
    who: isOurs ? "us" : isProgram ? "program" : wasByHand(request, did) ? "person" : "unknown",
    device,
  };
}

/** Notes who is at a link. */
async function noteVisit(
  ctx: AccountContext,
  request: Request,
  linkId: string,
  did: Exclude<Visit["did"], "mistyped">,
): Promise<void> {
  const { who, device } = await visitorOf(ctx, request, did);
  await waitForTurn(ctx, linkId);
  const of = ofLink(ctx, linkId);
  const lately = and(
    of,
    gt(sharesVisits.at, ctx.now.subtract({ minutes: ONE_VISIT })),
    eq(sharesVisits.device, device),
  );
  const [same] = await ctx.db
    .select({ id: sharesVisits.id })
    .from(sharesVisits)
    .where(and(lately, eq(sharesVisits.who, who), did === "looked" ? undefined : eq(sharesVisits.did, did)))
    .limit(1);
  if (same) return;
  // Whoever pressed a button is who looked a moment ago.
  if (who === "person")
    await ctx.db
      .delete(sharesVisits)
      .where(and(lately, eq(sharesVisits.who, "unknown"), eq(sharesVisits.did, "looked")));
  const [kept] = await ctx.db.select({ visits: count() }).from(sharesVisits).where(of);
  if ((kept?.visits ?? 0) >= MOST_KEPT) return;
  await ctx.db
    .insert(sharesVisits)
    .values({ accountId: ctx.account.id, id: newId(), linkId, at: ctx.now, did, who, device });
}

const ofLink = (ctx: AccountContext, linkId: string) =>
  and(eq(sharesVisits.accountId, ctx.account.id), eq(sharesVisits.linkId, linkId));

/** One after another at one link, until the transaction ends: two at once would both be the first. */
async function waitForTurn(ctx: AccountContext, linkId: string): Promise<void> {
  await ctx.db
    .select({ id: sharesLinks.id })
    .from(sharesLinks)
    .where(and(eq(sharesLinks.accountId, ctx.account.id), eq(sharesLinks.id, linkId)))
    .for("update");
}

/**
 * Counts a passcode as wrong before anybody looks whether it is, so that a hundred that are typed at the same
 * moment are a hundred guesses.
 * @returns what takes it back (`clearGuess`) where it was right; null after too many within an hour, when
 * none is looked at any more
 */
export async function countGuess(
  ctx: AccountContext,
  request: Request,
  linkId: string,
): Promise<string | null> {
  await waitForTurn(ctx, linkId);
  if (await isBeset(ctx, linkId)) return null;
  const id = newId();
  const visitor = await visitorOf(ctx, request, "mistyped");
  await ctx.db
    .insert(sharesVisits)
    .values({ accountId: ctx.account.id, id, linkId, at: ctx.now, did: "mistyped", ...visitor });
  return id;
}

/** It was the passcode after all. */
export async function clearGuess(ctx: AccountContext, id: string): Promise<void> {
  await ctx.db
    .delete(sharesVisits)
    .where(and(eq(sharesVisits.accountId, ctx.account.id), eq(sharesVisits.id, id)));
}

/**
 * Whether too many wrong passcodes came within an hour. In the database, so that it holds with many
 * processes.
 */
async function isBeset(ctx: AccountContext, linkId: string): Promise<boolean> {
  const [wrong] = await ctx.db
    .select({ times: count() })
    .from(sharesVisits)
    .where(
      and(
        ofLink(ctx, linkId),
        eq(sharesVisits.did, "mistyped"),
        gt(sharesVisits.at, ctx.now.subtract({ hours: 1 })),
      ),
    );
  return (wrong?.times ?? 0) >= MOST_WRONG;
}

/** Who was at links, by link, the last first; so many of each. */
export async function visitsOf(
  ctx: AccountContext,
  links: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, (Visit & { readonly at: Temporal.Instant })[]>> {
  if (links.length === 0) return new Map();
  const { linkId, at, did, who, device } = sharesVisits;
  const ranked = ctx.db
    .select({
      linkId,
      at,
      did,
      who,
      device,
      rank: sql<number>`row_number() over (partition by ${linkId} order by ${at} desc)`.as("rank"),
    })
    .from(sharesVisits)
    .where(and(eq(sharesVisits.accountId, ctx.account.id), inArray(linkId, [...links])))
    .as("ranked");
  const rows = await ctx.db
    .select()
    .from(ranked)
    .where(sql`${ranked.rank} <= ${most}`)
    .orderBy(desc(ranked.at));
  return Map.groupBy(rows, (row) => row.linkId);
}
