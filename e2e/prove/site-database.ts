import type pg from "pg";
import { startCluster } from "../harness/cluster.ts";
import { type DatabaseServer, startDatabase } from "../harness/database.ts";
import { ownerConnection } from "../harness/processes.ts";
import { removeData, tempFolder } from "../harness/product.ts";

/** The PostgreSQL server of a proof's site, apart from the product's processes. */
export interface SiteDatabase {
  /** What the product reaches it with. */
  readonly settings: Readonly<Record<string, string>>;
  /** Past a pooler, as somebody who may see everything. */
  connection(): pg.ClientConfig;
  /** Starts what isn't running. */
  begin(): Promise<void>;
  /** SIGKILL to all processes of the server. */
  kill(): Promise<void>;
  killPooler(): Promise<void>;
  /** Of the postmaster and the pooler, if there is a pooler. */
  pids(): Readonly<Record<string, number>>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** A server that the product connects to directly, over a socket. */
export async function alone(): Promise<SiteDatabase> {
  const folder = await tempFolder("kills-db");
  const first = await startDatabase(folder);
  let running: DatabaseServer | undefined = first;
  return {
    settings: { DATABASE_URL: first.url },
    connection: () => ownerConnection(folder),
    async begin() {
      running ??= await startDatabase(folder);
    },
    async kill() {
      const dying = running;
      running = undefined;
      await dying?.kill();
    },
    killPooler: () => Promise.reject(new Error("there is no pooler in this layout")),
    pids: () => ({}),
    stop: async () => running?.stop(),
    remove: () => removeData(folder),
  };
}

/** A server behind PgBouncer: transactions in its transaction mode, sessions in its session mode. */
export async function pooled(): Promise<SiteDatabase> {
  const cluster = await startCluster({ log_min_messages: "error", max_connections: "150" });
  const { primary, pooler } = cluster;
  return {
    settings: { DATABASE_URL: cluster.sessionUrl, DATABASE_POOL_URL: cluster.poolUrl },
    connection: () => ({ host: "127.0.0.1", port: primary.port, user: "admin", database: "shop" }),
    async begin() {
      await primary.start();
      await pooler.start();
    },
    kill: () => primary.kill(),
    killPooler: () => pooler.kill(),
    pids: () => ({ PostgreSQL: primary.pid(), PgBouncer: pooler.pid() }),
    stop: () => primary.stop(),
    remove: () => cluster.remove(),
  };
}
