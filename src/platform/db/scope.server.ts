import type pg from "pg";
import { AppError } from "../errors/app-error.ts";
import { type Clock, systemClock } from "../time/clock.ts";
import { type Database, type Db, drizzleOn, limitsOf } from "./database.server.ts";

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
}

/** One transaction and its time. */
export interface Context {
  readonly db: Db;
  readonly now: Temporal.Instant;
}

/**
 * A scope: the database reads and writes only this account's rows. First argument of every command and query.
 */
export interface AccountContext extends Context {
  readonly account: { readonly id: string };
  /** Null when a client or a background task acts. */
  readonly user: Person | null;
  /** That person's membership in this account; null without a person. */
  readonly member: Membership | null;
}

export interface Membership {
  readonly role: string;
  /** The one job a guest may see. */
  readonly jobId: string | null;
  /** Whether an owner named them as a reader of confidential records. Owners are readers without it. */
  readonly isConfidant?: boolean;
}

/** The account of rows that belong to the installation itself: identity and operator mail. */
export const SYSTEM_ACCOUNT = "00000000-0000-0000-0000-000000000000";

let current: { database: Database; clock: Clock } | undefined;

/** Sets this process's database and clock; called once at start, and by tests. */
export function useDatabase(database: Database, clock: Clock = systemClock): void {
  current = { database, clock };
}

/** This process's database. */
export function database(): Database {
  if (!current)
    throw new AppError("unavailable", "We’re still starting up. Try again in a few seconds.", {
      retryAfter: 2,
    });
  return current.database;
}

/** The current time by the process's clock. */
export function now(): Temporal.Instant {
  return (current?.clock ?? systemClock).now();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is one of our ids. Check ids from outside before they reach a query. */
export function isId(text: string): boolean {
  return UUID.test(text);
}

/** What limits a transaction's rows. */
interface Scope {
  readonly accountId?: string;
  readonly userId?: string;
  readonly member?: Membership;
}

function settingsOf({ role, jobId, isConfidant }: Membership): string[] {
  if (!/^[a-z]+$/.test(role) || (jobId && !isId(jobId))) throw new AppError("not_found", "Page not found.");
  return [
    `set local app.role = '${role}'`,
    ...(jobId ? [`set local app.job_id = '${jobId}'`] : []),
    // Said either way: a transaction may enter another account afterward.
    `set local app.confidant = '${isConfidant ? "yes" : "no"}'`,
  ];
}

function scopeStatement(scope: Scope, limits: readonly string[]): string {
  // Sent with BEGIN in one round trip. The values are checked ids, so they need no parameters.
  const settings: string[] = [];
  for (const [name, value] of [
    ["app.account_id", scope.accountId],
    ["app.user_id", scope.userId],
  ] as const) {
    if (value === undefined) continue;
    if (!isId(value)) throw new AppError("not_found", "Page not found.");
    settings.push(`set local ${name} = '${value}'`);
  }
  if (scope.member) settings.push(...settingsOf(scope.member));
  return ["begin", ...limits, ...settings].join("; ");
}

const whenCommitted = new WeakMap<Db, (() => void)[]>();

/**
 * Calls `act` once the transaction is committed, and never if it isn't. It may not be called either if the
 * process ends in between, so nothing may depend on it.
 * @param db of the transaction itself, not of one nested in it
 */
export function afterCommit(db: Db, act: () => void): void {
  whenCommitted.get(db)?.push(act);
}

/**
 * Runs `work` in one transaction of the app role with the given scope; commits when it resolves, rolls back
 * when it throws.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  scope: Scope,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const begin = scopeStatement(scope, limitsOf(pool));
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    // Not awaited: the connection preserves order, and if setting the scope fails, no rows can be read or
    // written.
    const begun = client.query(begin);
    const db = drizzleOn(client);
    const acts: (() => void)[] = [];
    whenCommitted.set(db, acts);
    const [result] = await Promise.all([work(db), begun]);
    await client.query("commit");
    for (const act of acts) act();
    return result;
  } catch (error) {
    await client.query("rollback").catch((cause: Error) => (broken = cause));
    throw error;
  } finally {
    // A connection whose rollback failed must not be reused.
    client.release(broken);
  }
}

/** Runs `work` in one transaction scoped to an account, as `user` or without a person. */
export function withAccount<T>(
  accountId: string,
  work: (ctx: AccountContext) => Promise<T>,
  user: Person | null = null,
): Promise<T> {
  const at = now();
  return inTransaction(database().app, user ? { accountId, userId: user.id } : { accountId }, (db) =>
    work({ db, account: { id: accountId }, user, member: null, now: at }),
  );
}

/**
 * Runs `work` in one transaction scoped to an account, as a person with their role: the database enforces the
 * role from the start.
 */
export function withMember<T>(
  accountId: string,
  user: Person,
  member: Membership,
  work: (ctx: AccountContext) => Promise<T>,
): Promise<T> {
  const at = now();
  return inTransaction(database().app, { accountId, userId: user.id, member }, (db) =>
    work({ db, account: { id: accountId }, user, member, now: at }),
  );
}

/**
 * Runs `work` in one transaction that sees only a person's own memberships; used to find the account to
 * enter.
 */
export function withPerson<T>(userId: string, work: (ctx: Context) => Promise<T>): Promise<T> {
  const at = now();
  return inTransaction(database().app, { userId }, (db) => work({ db, now: at }));
}

/**
 * Runs `work` in one transaction that sees no account's rows: for tables without an account, such as drafts
 * and people.
 */
export function withSystem<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  const at = now();
  return inTransaction(database().app, { accountId: SYSTEM_ACCOUNT }, (db) => work({ db, now: at }));
}

/**
 * Moves an open transaction into an account's scope. The caller has checked that it may.
 * @param as the person's membership there; from here on the database enforces its role
 */
export async function enterAccount(db: Db, accountId: string, as?: Membership): Promise<void> {
  if (!isId(accountId)) throw new AppError("not_found", "Page not found.");
  await db.execute([`set local app.account_id = '${accountId}'`, ...(as ? settingsOf(as) : [])].join("; "));
}
