import { sql } from "drizzle-orm";
import {
  FIELD_TOOLS,
  grantTool,
  restoreAccount,
  suspendAccount,
  type Suspension,
  toolsOf,
  type ToolWord,
} from "#ground/businesses/public.server.ts";
import { storageLimitFor } from "#ground/media/public.server.ts";
import { suspendFollowUp, resumeFollowUp } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import {
  type AccountContext,
  type Context,
  enterAccount,
  isId,
  type Person,
  SYSTEM_ACCOUNT,
  withAccount,
} from "#platform/db/scope.server.ts";
import { foldedWords } from "#platform/names/folded.ts";
import { queueMails } from "#platform/mail/queue.server.ts";
import { restoredMail, suspendedMail } from "../mail.ts";
import { recordAction } from "../in-operator.server.ts";

/** How many days of messages are counted. */
const COUNTED_DAYS = 30;

/** The facts of an account that the console may see, never its content. */
export interface AccountNumbers {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: Temporal.Instant;
  readonly suspendedAt: Temporal.Instant | null;
  readonly owners: readonly string[];
  readonly people: number;
  readonly leads: number;
  /** Messages sent in the last 30 days. */
  readonly sent: number;
  readonly lastActivity: Temporal.Instant | null;
}

interface NumbersRow extends Record<string, unknown> {
  readonly name: string | null;
  readonly created_at: string;
  readonly suspended_at: string | null;
  readonly owners: string[];
  readonly people: number;
  readonly leads: number;
  readonly sent: number;
  readonly last_activity: string | null;
}

const instantOf = (text: string) => Temporal.Instant.from(text.replace(" ", "T"));

/** The numbers of one account, or undefined when no account has this id. */
export async function accountNumbers(ctx: Context, id: string): Promise<AccountNumbers | undefined> {
  if (!isId(id)) return undefined;
  const since = ctx.now.subtract({ hours: COUNTED_DAYS * 24 });
  const { rows } = await ctx.db.execute<NumbersRow>(sql`
    select name, created_at::text, suspended_at::text, owners, people, leads, sent, last_activity::text
      from operator_account_numbers(${id}, ${since.toString()})`);
  const row = rows[0];
  return (
    row && {
      id,
      name: row.name,
      createdAt: instantOf(row.created_at),
      suspendedAt: row.suspended_at === null ? null : instantOf(row.suspended_at),
      owners: row.owners,
      people: row.people,
      leads: row.leads,
      sent: row.sent,
      lastActivity: row.last_activity === null ? null : instantOf(row.last_activity),
    }
  );
}

/** Accounts whose business or owner has this name, newest first. */
export async function listAccounts(
  ctx: Context,
  { search, limit, offset }: { search: string; limit: number; offset: number },
): Promise<{ readonly accounts: readonly AccountNumbers[]; readonly matches: number }> {
  const { rows } = await ctx.db.execute<{ account_id: string; matches: number }>(
    sql`select account_id, matches from operator_accounts(${foldedWords(search).join(" ")}, ${limit}, ${offset})`,
  );
  const accounts: AccountNumbers[] = [];
  for (const { account_id: id } of rows) accounts.push((await accountNumbers(ctx, id))!);
  return { accounts, matches: rows[0]?.matches ?? 0 };
}

/** An account's stored photos and videos, and its limit. */
export interface Storage {
  readonly id: string;
  readonly name: string | null;
  readonly photos: number;
  /** Bytes. */
  readonly used: number;
  /** Bytes. */
  readonly most: number;
}

/** The share of its limit from which an account is near it. */
const NEAR = 0.8;

async function storageOf(ctx: Context, only: string | null): Promise<Storage[]> {
  const { rows } = await ctx.db.execute<{
    account_id: string;
    name: string | null;
    photos: number;
    bytes: string;
    verified: boolean;
  }>(sql`select account_id, name, photos, bytes::text, verified from operator_storage(${only}::uuid)`);
  return rows.map(({ account_id: id, name, photos, bytes, verified }) => ({
    id,
    name,
    photos,
    used: Number(bytes),
    most: storageLimitFor(verified),
  }));
}

/** One account's storage; undefined when it has stored nothing. */
export const accountStorage = async (ctx: Context, id: string): Promise<Storage | undefined> =>
  (await storageOf(ctx, id))[0];

/** Total storage of all accounts in bytes, and the accounts near their limit, fullest first. */
export async function storageOverview(
  ctx: Context,
): Promise<{ readonly used: number; readonly near: readonly Storage[] }> {
  const all = await storageOf(ctx, null);
  const near = all.filter(({ used, most }) => used >= most * NEAR);
  return {
    used: all.reduce((sum, one) => sum + one.used, 0),
    near: near.toSorted((a, b) => b.used / b.most - a.used / a.most),
  };
}

/** How many accounts were granted each tool. */
export async function accountsByTool(ctx: Context): Promise<Map<string, number>> {
  const { rows } = await ctx.db.execute<{ tool: string; accounts: number }>(
    sql`select tool, accounts from operator_tools()`,
  );
  return new Map(rows.map(({ tool, accounts }) => [tool, accounts]));
}

/** Follow-up steps late by more than this many minutes in accounts that may send. */
export async function overdueSteps(ctx: Context, minutes: number): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(
    sql`select operator_overdue_steps(${ctx.now.subtract({ minutes }).toString()}) as count`,
  );
  return rows[0]!.count;
}

/** The tools that an account may use: granted to it, or open to all. */
export function toolsOfAccount(id: string): Promise<ToolWord[]> {
  return withAccount(id, async (ctx) => (await toolsOf(ctx)).map((tool) => tool.word));
}

/** Grants a tool to an account. Repeating it changes nothing. */
export function grantToolTo(operator: Person, id: string, tool: ToolWord): Promise<void> {
  const { name } = FIELD_TOOLS.find((one) => one.word === tool)!;
  return grantTool(id, tool, (ctx) => recordAction(ctx, operator, "tool.given", { account: id, tool: name }));
}

/**
 * Suspends an account: from the next request on no one works in it, its follow-up is paused, and its
 * owners are emailed.
 * @returns whether it was not suspended before
 */
export function suspend(operator: Person, id: string, reason: string): Promise<boolean> {
  return withAccount(id, async (ctx) => {
    const suspended = await suspendAccount(ctx, reason);
    if (!suspended) return false;
    await suspendFollowUp(ctx);
    await recordAction(ctx, operator, "account.suspended", { account: id, reason });
    const { brand, publicUrl } = installation();
    const business = suspended.business ?? "your business";
    await tellOwners(
      ctx,
      suspended,
      suspendedMail({ brand, business, reason, contact: `${publicUrl}/contact` }),
    );
    return true;
  });
}

/**
 * Restores an account: its people work again, its follow-up resumes, and its owners are emailed.
 * @returns whether it was suspended
 */
export function restore(operator: Person, id: string): Promise<boolean> {
  return withAccount(id, async (ctx) => {
    const restored = await restoreAccount(ctx);
    if (!restored) return false;
    await resumeFollowUp(ctx, restored.since);
    await recordAction(ctx, operator, "account.restored", { account: id });
    const { brand, publicUrl } = installation();
    await tellOwners(
      ctx,
      restored,
      restoredMail({
        brand,
        business: restored.business ?? "your business",
        link: `${publicUrl}/account/dashboard`,
      }),
    );
    return true;
  });
}

/**
 * Operator mail must not show in an account, so this leaves the account's scope. It must be the last call
 * in its transaction.
 */
async function tellOwners(
  ctx: AccountContext,
  { owners }: Suspension,
  mail: ReturnType<typeof restoredMail>,
): Promise<void> {
  await enterAccount(ctx.db, SYSTEM_ACCOUNT);
  const { sender } = installation();
  const mails = owners.map(({ email }) => ({
    ...mail,
    accountId: SYSTEM_ACCOUNT,
    kind: "transactional" as const,
    to: { address: email },
  }));
  await queueMails(ctx.db, mails, { now: ctx.now, sender });
}
