import { spawn } from "node:child_process";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { databaseProcesses, isAlive, killHard } from "./processes.ts";
import { cleanEnvironment } from "./product.ts";

/** A PostgreSQL server for DATABASE_URL, in its own processes. */
export interface DatabaseServer {
  /** Connection URL of the owner. */
  readonly url: string;
  /** SIGKILL to the postmaster, every backend and their supervisor. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server on a folder. The same folder always gets the same address. */
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
    // The socket's folder is the URL's host, escaped; every driver unescapes it.
    url: `postgres://${owner.user}@${encodeURIComponent(owner.host)}:${owner.port}/${owner.database}`,
    async kill() {
      const pids = databaseProcesses(folder);
      // Kill its supervisor first, or it would restart the server.
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
