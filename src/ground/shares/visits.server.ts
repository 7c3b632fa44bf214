import { and, count, desc, eq, gt, inArray, sql } from "drizzle-orm";
import { optsOutOfTracking, wasPressed } from "#ground/events/public.server.ts";
import { findPerson } from "#ground/identity/public.server.ts";
import { roleOf } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { callerOf, MOST_WRONG, type Visit } from "./rules.ts";
import { sharesLinks, sharesVisits } from "./tables.server.ts";

/** Repeats by the same visitor within this many minutes are one visit. */
const ONE_VISIT = 30;
/** Most visits stored per link, so that a program can't fill the disk. */
const MOST_STORED = 1_000;

/**
 * Logs a visit in the background, in its own transaction, so that a failing database doesn't keep anyone from
 * reading.
 */
export function recordVisitLater(
  accountId: string,
  request: Request,
  linkId: string,
  did: Exclude<Visit["did"], "mistyped">,
): void {
  withAccount(accountId, (ctx) => recordVisit(ctx, request, linkId, did)).catch(() => {});
}

/**
 * Whether a person did it: a posted form by its button; a GET only by a click on one of our pages. A direct
 * fetch may be a link-following program, and it looks the same as a browser too old to send these headers.
 */
const wasByHand = ({ method, headers }: Request, did: Visit["did"]): boolean =>
  did !== "looked" &&
  wasPressed(headers) &&
  (method === "POST" || headers.get("sec-fetch-site") === "same-origin");

/** Whether somebody of the business is at the link. */
export async function isOurVisit(ctx: AccountContext, request: Request): Promise<boolean> {
  const person = await findPerson(request);
  return person !== null && (await roleOf(ctx, person.id)) !== undefined;
}

/** Identifies visitor and device. For people who opt out of tracking the device isn't stored. */
async function identifyVisitor(
  ctx: AccountContext,
  request: Request,
  did: Visit["did"],
): Promise<Pick<Visit, "who" | "device">> {
  const { isProgram, device: name } = callerOf(request.headers.get("user-agent") ?? "");
  const device = optsOutOfTracking(request.headers) && !isProgram ? "browser" : name;
  const isOurs = await isOurVisit(ctx, request);
  return {
    who: isOurs ? "us" : isProgram ? "program" : wasByHand(request, did) ? "person" : "unknown",
    device,
  };
}

async function recordVisit(
  ctx: AccountContext,
  request: Request,
  linkId: string,
  did: Exclude<Visit["did"], "mistyped">,
): Promise<void> {
  const { who, device } = await identifyVisitor(ctx, request, did);
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
  // The person who pressed a button is the unknown visitor of a moment ago.
  if (who === "person")
    await ctx.db
      .delete(sharesVisits)
      .where(and(lately, eq(sharesVisits.who, "unknown"), eq(sharesVisits.did, "looked")));
  const [stored] = await ctx.db.select({ visits: count() }).from(sharesVisits).where(of);
  if ((stored?.visits ?? 0) >= MOST_STORED) return;
  await ctx.db
    .insert(sharesVisits)
    .values({ accountId: ctx.account.id, id: newId(), linkId, at: ctx.now, did, who, device });
}

const ofLink = (ctx: AccountContext, linkId: string) =>
  and(eq(sharesVisits.accountId, ctx.account.id), eq(sharesVisits.linkId, linkId));

/** Locks a link's log until the transaction ends; otherwise two concurrent visits would both be the first. */
async function waitForTurn(ctx: AccountContext, linkId: string): Promise<void> {
  await ctx.db
    .select({ id: sharesLinks.id })
    .from(sharesLinks)
    .where(and(eq(sharesLinks.accountId, ctx.account.id), eq(sharesLinks.id, linkId)))
    .for("update");
}

/**
 * Counts a passcode as wrong before checking it, so that a hundred concurrent guesses count as a hundred.
 * @returns an id to undo it if right (`clearGuess`); null after too many guesses within an hour, when no more
 * are checked
 */
export async function countGuess(
  ctx: AccountContext,
  request: Request,
  linkId: string,
): Promise<string | null> {
  await waitForTurn(ctx, linkId);
  if (await hasTooManyGuesses(ctx, linkId)) return null;
  const id = newId();
  const visitor = await identifyVisitor(ctx, request, "mistyped");
  await ctx.db
    .insert(sharesVisits)
    .values({ accountId: ctx.account.id, id, linkId, at: ctx.now, did: "mistyped", ...visitor });
  return id;
}

/** Undoes the count of a guess that was right. */
export async function clearGuess(ctx: AccountContext, id: string): Promise<void> {
  await ctx.db
    .delete(sharesVisits)
    .where(and(eq(sharesVisits.accountId, ctx.account.id), eq(sharesVisits.id, id)));
}

/**
 * Whether there were too many wrong passcodes within an hour. Counted in the database, to work across
 * processes.
 */
async function hasTooManyGuesses(ctx: AccountContext, linkId: string): Promise<boolean> {
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

/** Visits by link, latest first, up to a limit each. */
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
