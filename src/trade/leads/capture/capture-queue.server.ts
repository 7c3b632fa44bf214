import { eq, sql } from "drizzle-orm";
import { newId } from "#platform/db/ids.ts";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError, isStorageAway } from "#platform/errors/app-error.ts";
import { makeLeads, type WaitingCapture } from "./make-leads.server.ts";
import { CLOSED_PAGE, type FoundSlug, refetchPage, pageBehind } from "../page/pages.server.ts";
import type { Capture } from "../form/schema.ts";
import type { Sign } from "../spam/spam.ts";
import { leadsCaptures } from "./tables.server.ts";

const BATCH = 200;
/**
 * Longer than the server's 30-second statement timeout. Later captures wait for earlier ones, so a statement
 * whose connection died must not block them for long.
 */
const LONGEST_MS = 35_000;

/**
 * Stores a submission. When this resolves, the capture is durable and no later failure can lose it. Many
 * equal submissions at once are one capture.
 * @param signs why it looks like spam; if not empty, the same statement quarantines it
 * @throws AppError not_found when there is no such slug, or the page was closed
 */
export async function acceptCapture(
  slug: string,
  capture: Capture,
  source: Readonly<Record<string, string>>,
  held: readonly Sign[] = [],
): Promise<void> {
  const found = await pageBehind(slug);
  if (await enqueueCapture(found, capture, source, held)) return;
  if (!(await enqueueCapture(await refetchPage(slug, found), capture, source, held)))
    throw new AppError("not_found", CLOSED_PAGE);
}

/** @returns whether the page was open, so the capture is stored */
function enqueueCapture(
  { accountId, pageId }: FoundSlug,
  capture: Capture,
  source: Readonly<Record<string, string>>,
  held: readonly Sign[],
): Promise<boolean> {
  return new Promise<boolean>((resolve, reject) => {
    const arrival = {
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
    if (others) others.push(arrival);
    else void storeBatches(accountId, arrival);
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
 * Submissions that arrived during a running statement, by account. They share the next statement, so a rush
 * costs few round trips.
 */
const arriving = new Map<string, Arrival[]>();

async function storeBatches(accountId: string, first: Arrival): Promise<void> {
  for (let batch = [first]; batch.length; batch = arriving.get(accountId)!) {
    arriving.set(accountId, []);
    await store(accountId, batch).catch(async (cause: unknown) => {
      // If the database is down or stuck, all fail alike. Otherwise retry one by one, so that one bad capture
      // doesn't fail the others.
      for (const one of batch) {
        if (batch.length === 1 || isStorageAway(cause)) one.reject(cause);
        else await store(accountId, [one]).catch(one.reject);
      }
    });
  }
  arriving.delete(accountId);
}

async function store(accountId: string, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 1 && (await storeOne(accountId, arrivals[0]!))) return;
  const valuesOf = <T>(pick: (arrival: Arrival) => T) => arrivals.map(pick);
  const statement = {
    query_timeout: LONGEST_MS,
    name: "leads_accept_captures",
    text: "select leads_accept_captures($1, $2, $3, $4, $5, $6, $7, $8, $9) as pages",
    values: [
      accountId,
      valuesOf(({ pageId }) => pageId),
      valuesOf(({ id }) => id),
      valuesOf(({ capture }) => capture.name),
      valuesOf(({ capture }) => capture.email),
      valuesOf(({ source }) => source),
      valuesOf(({ capture }) => capture.answers && JSON.stringify(capture.answers)),
      valuesOf(({ at }) => at),
      valuesOf(({ held }) => held),
    ],
  };
  const { rows } = await database().app.query<{ pages: readonly string[] }>(statement);
  for (const one of arrivals) one.resolve(rows[0]!.pages.includes(one.pageId));
}

/** @returns whether it was stored and its promise resolved; if not, `store` finds out why */
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

/** Ids of accounts with unconverted captures. */
export async function accountsWithCaptures(limit: number): Promise<string[]> {
  const { rows } = await database().app.query<{ account_id: string }>(
    "select leads_accounts_with_captures($1) as account_id",
    [limit],
  );
  return rows.map((row) => row.account_id);
}

export interface ConversionResult {
  readonly kept: number;
  /** They stay in the table. */
  readonly failed: readonly { readonly id: string; readonly cause: unknown }[];
}

/**
 * Converts an account's captures: one lead per address, one touch and consent per submission, in the
 * transaction that deletes the captures. Skips rows locked by another worker; one failing capture doesn't
 * block the others.
 * @param except ids to skip for now
 */
export async function convertCaptures(
  accountId: string,
  except: readonly string[] = [],
): Promise<ConversionResult> {
  let tried: readonly string[] = [];
  try {
    const kept = await withAccount(accountId, async (ctx) => {
      const waiting = await claimCaptures(ctx, { except });
      tried = waiting.map(({ id }) => id);
      return makeLeads(ctx, waiting);
    });
    return { kept, failed: [] };
  } catch (cause) {
    // Storage failures say nothing about the captures, and without claimed rows there is nothing to retry.
    if (!tried.length || isStorageAway(cause)) throw cause;
    if (tried.length === 1) return { kept: 0, failed: [{ id: tried[0]!, cause }] };
  }
  let kept = 0;
  const failed: ConversionResult["failed"][number][] = [];
  for (const only of tried)
    try {
      kept += await withAccount(accountId, async (ctx) => makeLeads(ctx, await claimCaptures(ctx, { only })));
    } catch (cause) {
      if (isStorageAway(cause)) throw cause;
      failed.push({ id: only, cause });
    }
  return { kept, failed };
}

/** Whether the account has unconverted captures. */
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
 * Converts waiting captures in the caller's transaction, so that a screen opened right after a submission
 * shows the lead. Waits half a second for a worker's lock at most; leaves failures to the worker.
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
