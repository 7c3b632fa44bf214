import { createHmac } from "node:crypto";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { WatchedPool } from "./watched-pool.server.ts";
import { socketOf } from "./socket.server.ts";

/** Connection settings as node-postgres expects them. */
export type ConnectionSettings = pg.ClientConfig;

/** A drizzle handle on one connection inside a transaction. Builders and sql`` only. */
export type Db = NodePgDatabase;

/**
 * The open database. The product runs as the app role, which neither owns tables nor bypasses row security.
 */
export interface Database {
  /** Connections of the unprivileged role, used for every statement of the product. */
  readonly app: pg.Pool;
  /**
   * For connections outside the pool that hold a lock or listen: always directly to the server, because a
   * pooler hands a session to somebody else after each transaction.
   */
  readonly appSettings: ConnectionSettings;
  /** The owner: migrations, backup and restore only. */
  readonly owner: ConnectionSettings;
  close(): Promise<void>;
}

export const APP_ROLE = "plumbline_app";

/** The app role's password, for servers that use passwords. Derived from SECRET, so all processes agree. */
export function appRolePassword(secret: string): string {
  return createHmac("sha256", secret).update("database role plumbline_app").digest("base64url");
}

/** Connection settings from a URL such as postgres://user:password@host:5432/name?sslmode=require. */
export function connectionFromUrl(url: string): ConnectionSettings {
  return { connectionString: url };
}

/** The same server and database as `owner`, as the app role. */
export function asAppRole(ownerUrl: string, secret: string): ConnectionSettings {
  return connectionFromUrl(appRoleUrl(ownerUrl, secret));
}

/** The URL of the same server and database as `owner`, as the app role. */
export function appRoleUrl(ownerUrl: string, secret: string): string {
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = appRolePassword(secret);
  return url.toString();
}

/**
 * What ends a statement or a transaction that hangs, in milliseconds. Given when a connection starts; a
 * pooler doesn't pass that on, so through one each transaction sets them.
 */
const TIMEOUTS = { statement_timeout: 30_000, idle_in_transaction_session_timeout: 60_000 } as const;

/**
 * Creates the product's pool, without connecting yet.
 * @param options.max connections at most, shared by this process's web and background work
 * @param options.pooled how to reach the app role through PgBouncer in transaction mode; then the pool's
 * connections use nothing that outlives a transaction
 */
export function openDatabase(
  owner: ConnectionSettings,
  app: ConnectionSettings,
  options: { max?: number; pooled?: ConnectionSettings | undefined } = {},
): Database {
  const { pooled } = options;
  const appSettings: ConnectionSettings = { application_name: "plumbline", keepAlive: true, ...app };
  const poolSettings = pooled ? { ...appSettings, connectionString: undefined, ...pooled } : appSettings;
  const pool = new WatchedPool(poolSettings, {
    // Concurrent statements (Promise.all in one transaction) share a round trip.
    pipeline: true,
    max: options.max ?? 16,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    ...(pooled ? {} : TIMEOUTS),
  });
  if (pooled) pools.add(pool);
  // The pool drops a connection that breaks while idle; the next statement fails if the database is still
  // away.
  pool.on("error", () => {});
  // The pool doesn't listen to connections in use; one that broke between two statements would end the
  // process. Ignoring the error here makes the next statement fail instead.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    if (pooled) withoutNames(client);
    gatherWrites(client);
  });
  return { app: pool, appSettings, owner, close: () => pool.end() };
}

const pools = new WeakSet<pg.Pool>();

/** Statements that a transaction of this pool begins with: the limits that its connections don't have. */
export function limitsOf(pool: pg.Pool): string[] {
  if (!pools.has(pool)) return [];
  return Object.entries(TIMEOUTS).map(([name, limit]) => `set local ${name} = ${limit}`);
}

/**
 * Sends named statements without their names. A name lives in one session of the server, and PgBouncer gives
 * a transaction any of them.
 */
function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const nameless = (first: unknown, ...others: unknown[]) => {
    if (typeof first !== "object" || first === null || !("name" in first)) return query(first, ...others);
    const { name: _, ...statement } = first;
    return query(statement, ...others);
  };
  client.query = nameless as typeof client.query;
}

/**
 * Combines what is sent in one turn of the event loop into one write: BEGIN with the first statement, and
 * concurrent statements together. A socket write costs more than the rest of a small statement.
 */
function gatherWrites(client: pg.PoolClient): void {
  const stream = socketOf(client);
  // A stream without cork and uncork (another TLS library) writes as before.
  if (!stream?.cork) return;
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  const uncork = stream.uncork.bind(stream);
  const uncorkSoon = () => process.nextTick(uncork);
  stream.uncork = uncorkSoon;
  stream.write = (...args: unknown[]) => {
    stream.cork();
    uncorkSoon();
    return write(...args);
  };
}

const handles = new WeakMap<pg.Client | pg.PoolClient, Db>();

/** The drizzle handle of a connection, created once per connection. */
export function drizzleOn(client: pg.Client | pg.PoolClient): Db {
  const known = handles.get(client);
  if (known) return known;
  const made = drizzle(client);
  handles.set(client, made);
  return made;
}
