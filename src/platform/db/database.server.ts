import type { Socket } from "node:net";
import { createHmac } from "node:crypto";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { WatchedPool } from "./watched-pool.server.ts";

/** How to reach a PostgreSQL server: the shape that node-postgres takes. */
export type ConnectionSettings = pg.ClientConfig;

/** A drizzle handle on one connection that is inside a transaction. Builders and sql`` only. */
export type Db = NodePgDatabase;

/**
 * The open database: what the product serves with is the app role, which neither owns tables nor bypasses row
 * security.
 */
export interface Database {
  /** Connections of the unprivileged role; every statement of the product goes through these. */
  readonly app: pg.Pool;
  /** For connections that live outside the pool, such as a worker's lock. */
  readonly appSettings: ConnectionSettings;
  /** The owner: migrations, backup and restore only. */
  readonly owner: ConnectionSettings;
  close(): Promise<void>;
}

/** The role the product serves as. */
export const APP_ROLE = "plumbline_app";

/**
 * The app role's password where passwords are used: derived, so that every process with the same SECRET
 * agrees.
 */
export function appRolePassword(secret: string): string {
  return createHmac("sha256", secret).update("database role plumbline_app").digest("base64url");
}

/** Connection settings of an address such as postgres://user:password@host:5432/name?sslmode=require. */
export function connectionFromUrl(url: string): ConnectionSettings {
  return { connectionString: url };
}

/** The same server and database as `owner`, as the app role. */
export function asAppRole(ownerUrl: string, secret: string): ConnectionSettings {
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = appRolePassword(secret);
  return connectionFromUrl(url.toString());
}

/**
 * Opens the pool that the product serves with. Nothing is connected yet.
 * @param options.max connections at most, shared by web and background work of this process
 */
export function openDatabase(
  owner: ConnectionSettings,
  app: ConnectionSettings,
  options: { max?: number } = {},
): Database {
  const appSettings: ConnectionSettings = { application_name: "plumbline", keepAlive: true, ...app };
  const pool = new WatchedPool(appSettings, {
    // Statements that don't wait for each other (Promise.all in one transaction) share a round trip.
    pipeline: true,
    max: options.max ?? 16,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  // A connection that breaks while idle is dropped by the pool; the next statement says so if the database is
  // still away.
  pool.on("error", () => {});
  // The pool does not listen to a connection that is in use; one that breaks between two statements would end
  // the process. The next statement on it fails, which is where its user hears of it.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    gatherWrites(client);
  });
  return { app: pool, appSettings, owner, close: () => pool.end() };
}

/**
 * Lets what is sent within one turn of the event loop leave in one write: a transaction's beginning goes with
 * its first statement, and statements that don't wait for each other go together. A write to the socket costs
 * more than all else that a small statement takes.
 */
function gatherWrites(client: pg.PoolClient): void {
  // The driver does not type its socket; one without these (TLS of another make) writes as it did.
  const { stream } = (client as unknown as { connection?: { stream?: Socket } }).connection ?? {};
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

/** The drizzle handle on a connection of our own: one for as long as the connection lives. */
export function drizzleOn(client: pg.Client | pg.PoolClient): Db {
  const known = handles.get(client);
  if (known) return known;
  const made = drizzle(client);
  handles.set(client, made);
  return made;
}
