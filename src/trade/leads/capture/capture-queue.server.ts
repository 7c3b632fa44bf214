import { eq, sql } from "drizzle-orm";
import { newId } from "#platform/db/ids.ts";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError, isStorageAway } from "#platform/errors/app-error.ts";
import { makeLeads, type WaitingCapture } from "./make-leads.server.ts";
import { CLOSED_PAGE, type FoundSlug, pageAnew, pageBehind } from "../page/pages.server.ts";
import type { Capture } from "../form/schema.ts";
import type { Sign } from "../spam/spam.ts";
import { leadsCaptures } from "../tables.server.ts";

/** How many captures one transaction makes leads of. */
const BATCH = 200;
/**
 * The server gives a statement 30 seconds. Captures wait for the ones before them, so one that vanished must
 * not be waited for longer.
 */
const LONGEST_MS = 35_000;

/**
 * Takes what a client left on a personal page. When this resolves it is durable, and no failure of anything
 * that follows from it can lose it; `convertCaptures` makes the lead within moments. The same submission fifty
 * times at once is one capture.
 * @param held why it is held back for its business to look at (quarantine.server.ts), by the same statement;
 * empty for everybody else
 * @throws AppError not_found when nobody has that slug, or the page was closed
 */
export async function acceptCapture(
  slug: string,
  capture: Capture,
  source: Readonly<Record<string, string>>,
  held: readonly Sign[] = [],
): Promise<void> {
  const found = await pageBehind(slug);
  if (await enqueueCapture(found, capture, source, held)) return;
  if (!(await enqueueCapture(await pageAnew(slug, found), capture, source, held)))
    throw new AppError("not_found", CLOSED_PAGE);
}

/** @returns whether the page was open, and so has it now */
function enqueueCapture(
  { accountId, pageId }: FoundSlug,
  capture: Capture,
  source: Readonly<Record<string, string>>,
  held: readonly Sign[],
): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    const mine = {
      id: capture.submission ?? newId(),
      pageId,
      capture,
      source: JSON.stringify(source),
      held: held.length ? JSON.stringify(held) : null,
      at: now().toString(),
      resolve,
      reject,
    };
    const others = arriving.get(accountId);
    if (others) others.push(mine);
    else void storeArrivals(accountId, mine);
  });
}

interface Arrival {
  readonly id: string;
  readonly pageId: string;
  readonly capture: Capture;
  readonly source: string;
  readonly held: string | null;
  readonly at: string;
  resolve(isOpen: boolean): void;
  reject(cause: unknown): void;
}

/**
 * By account: those who arrived while a statement was under way. They share the next one, so a rush costs few
 * round trips.
 */
const arriving = new Map<string, Arrival[]>();

async function storeArrivals(accountId: string, first: Arrival): Promise<void> {
  for (let together = [first]; together.length; together = arriving.get(accountId)!) {
    arriving.set(accountId, []);
    await store(accountId, together).catch(async (cause: unknown) => {
      // With the database away or stuck all fail alike; else one that can't be stored must not take the
      // others with it.
      for (const one of together) {
        if (together.length === 1 || isStorageAway(cause)) one.reject(cause);
        else await store(accountId, [one]).catch(one.reject);
      }
    });
  }
  arriving.delete(accountId);
}

async function store(accountId: string, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 1 && (await storeOne(accountId, arrivals[0]!))) return;
  const of = <T>(pick: (arrival: Arrival) => T) => arrivals.map(pick);
  const statement = {
    query_timeout: LONGEST_MS,
    name: "leads_accept_captures",
    text: "select leads_accept_captures($1, $2, $3, $4, $5, $6, $7, $8, $9) as pages",
    values: [
      accountId,
      of(({ pageId }) => pageId),
      of(({ id }) => id),
      of(({ capture }) => capture.name),
      of(({ capture }) => capture.email),
      of(({ source }) => source),
      of(({ capture }) => capture.answers && JSON.stringify(capture.answers)),
      of(({ at }) => at),
      of(({ held }) => held),
    ],
  };
  const { rows } = await database().app.query<{ pages: readonly string[] }>(statement);
  for (const one of arrivals) one.resolve(rows[0]!.pages.includes(one.pageId));
}

/** @returns whether it was stored, and is told so; else `store` finds out why not */
async function storeOne(
  accountId: string,
  { pageId, id, capture, source, held, at, resolve }: Arrival,
): Promise<boolean> {
  if (held !== null) return false;
  const statement = {
    query_timeout: LONGEST_MS,
    name: "leads_accept_capture",
    text: "select leads_accept_capture($1, $2, $3, $4, $5, $6, $7, $8) as stored",
    values: [
      accountId,
      pageId,
      id,
      capture.name,
      capture.email,
      source,
      capture.answers && JSON.stringify(capture.answers),
      at,
    ],
  };
  const { rows } = await database().app.query<{ stored: boolean }>(statement);
  if (rows[0]!.stored) resolve(true);
  return rows[0]!.stored;
}

/** Accounts with captures that wait. Ids only, from a function that may look across accounts. */
export async function accountsWithCaptures(limit: number): Promise<string[]> {
  const { rows } = await database().app.query<{ account_id: string }>(
    "select leads_accounts_with_captures($1) as account_id",
    [limit],
  );
  return rows.map((row) => row.account_id);
}

/** How a round of keeping went. */
export interface Kept {
  readonly kept: number;
  /** Ids of captures that could not be kept, and why. They stay where they are. */
  readonly failed: readonly { readonly id: string; readonly cause: unknown }[];
}

/**
 * Makes leads of an account's captures: one lead per address, one touch and consent per submission, and what
 * follows from it, in the transaction that takes the captures away. Rows that another worker holds are
 * skipped; one that fails does not hold up the others.
 * @param except ids to leave alone for now
 */
export async function convertCaptures(accountId: string, except: readonly string[] = []): Promise<Kept> {
  let tried: readonly string[] = [];
  try {
    const kept = await withAccount(accountId, async (ctx) => {
      const waiting = await claimCaptures(ctx, { except });
      tried = waiting.map(({ id }) => id);
      return makeLeads(ctx, waiting);
    });
    return { kept, failed: [] };
  } catch (cause) {
    // With the database away it is not about what was typed; nor when nothing was read yet.
    if (!tried.length || isStorageAway(cause)) throw cause;
    if (tried.length === 1) return { kept: 0, failed: [{ id: tried[0]!, cause }] };
  }
  let kept = 0;
  const failed: Kept["failed"][number][] = [];
  for (const only of tried)
    try {
      kept += await withAccount(accountId, async (ctx) => makeLeads(ctx, await claimCaptures(ctx, { only })));
    } catch (cause) {
      if (isStorageAway(cause)) throw cause;
      failed.push({ id: only, cause });
    }
  return { kept, failed };
}

/** Whether clients left captures that are no leads yet. */
export async function anyWaiting(ctx: AccountContext): Promise<boolean> {
  const any = prepared(ctx.db, "leads.waiting", (db, name) =>
    db
      .select({ one: sql`1` })
      .from(leadsCaptures)
      .where(eq(leadsCaptures.accountId, sql.placeholder("account")))
      .limit(1)
      .prepare(name),
  );
  return (await any.execute({ account: ctx.account.id })).length > 0;
}

/**
 * Makes leads of what still waits, inside the caller's transaction, so that whoever looks right after
 * somebody left their name sees them. Waits half a second at most for a keeper that is at it; what can't be
 * kept is the keeper's business.
 */
export async function convertWaiting(ctx: AccountContext): Promise<void> {
  if (!(await anyWaiting(ctx))) return;
  await ctx.db.execute(sql`savepoint keep_waiting`);
  try {
    await ctx.db.execute(sql`set local lock_timeout = '500ms'`);
    await makeLeads(ctx, await claimCaptures(ctx, { wait: true }));
    await ctx.db.execute(sql`set local lock_timeout to default`);
  } catch {
    await ctx.db.execute(sql`rollback to savepoint keep_waiting`);
  }
}

async function claimCaptures(
  ctx: AccountContext,
  which: { except?: readonly string[]; only?: string; wait?: boolean },
): Promise<WaitingCapture[]> {
  const { rows } = await ctx.db.execute<WaitingCapture & Record<string, unknown>>(sql`
    delete from leads_captures where account_id = ${ctx.account.id} and id in (
      select id from leads_captures
       where account_id = ${ctx.account.id} and id <> all(${sql.param(which.except ?? [])}::uuid[])
         and (${which.only ?? null}::uuid is null or id = ${which.only ?? null}::uuid)
       order by at limit ${BATCH} for update ${which.wait ? sql.empty() : sql`skip locked`})
    returning id, page_id as "pageId", name, email, source, answers, at`);
  return rows;
}
