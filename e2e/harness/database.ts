import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { databaseProcesses, isAlive, killHard } from "./processes.ts";
import { cleanEnvironment } from "./product.ts";

/** A PostgreSQL server for DATABASE_URL, in processes of its own. */
export interface DatabaseServer {
  /** The address of its owner. */
  readonly url: string;
  /** SIGKILL to the postmaster, every backend and whoever looks after them. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server on a folder, the same address at each start on the same folder. */
export async function startDatabase(folder: string): Promise<DatabaseServer> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "database-process.ts"), folder], {
    env: cleanEnvironment({}),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const owner = await new Promise<{ host: string; port: number; user: string; database: string }>(
    (resolve, reject) => {
      child.once("message", (owner) =>
        resolve(owner as { host: string; port: number; user: string; database: string }),
      );
      child.once("exit", (code) => reject(new Error(`the database server ended with ${code}`)));
    },
  );
  return {
    // A socket's folder is written as the host of an address; every driver undoes the escaping.
    url: `postgres://${owner.user}@${encodeURIComponent(owner.host)}:${owner.port}/${owner.database}`,
    async kill() {
      const pids = databaseProcesses(folder);
      // Its keeper first, or it would start the server again.
      child.kill("SIGKILL");
      for (const pid of pids) killHard(pid);
      await ended;
      while (pids.some(isAlive)) await sleep(5);
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
