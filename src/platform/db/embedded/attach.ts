import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { OWNER } from "./cluster.ts";
import { DATABASE, greet, PORT } from "./inspect.ts";
import { baseFolder, type Place } from "./place.ts";
import { isAlive, waitUntil } from "./processes.ts";
import type { EmbeddedServer } from "./start.ts";

/** How long to wait for a postmaster in crash recovery (ms). */
const READY_LIMIT = 60_000;

/** Whether `dataDir` has an embedded database, running or not. */
export function hasDatabase(dataDir: string): boolean {
  const files = clusterOf(dataDir);
  return files !== undefined && existsSync(files);
}

/**
 * How to reach the embedded database of `dataDir` if a process, usually the product, runs it now; else
 * undefined. Changes nothing and takes no lock, so the server may stop at any moment.
 */
export async function findRunning(dataDir: string): Promise<EmbeddedServer["owner"] | undefined> {
  const data = clusterOf(dataDir);
  if (data === undefined) return undefined;
  const first = readPidFile(data);
  if (!first || !isAlive(first.pid)) return undefined;
  await waitUntil(() => !isAlive(first.pid) || readPidFile(data)?.state !== "starting", READY_LIMIT, 50);
  const now = readPidFile(data);
  if (!now || now.state !== "ready" || now.sockets === "") return undefined;
  try {
    // The pid in the file may have been reused; only an answer from the right folder counts.
    const place: Place = { dataDir, home: join(data, ".."), data, log: "", name: "", account: undefined };
    await greet(place, now.sockets);
    return { host: now.sockets, port: PORT, user: OWNER, database: DATABASE };
  } catch {
    return undefined;
  }
}

/** The cluster's files: in DATA_DIR, or where `place` in it says. */
function clusterOf(dataDir: string): string | undefined {
  try {
    const base = baseFolder(realpathSync(dataDir));
    const pointer = join(base, "place");
    return join(existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : base, "cluster");
  } catch {
    return undefined;
  }
}

function readPidFile(data: string): { pid: number; sockets: string; state: string } | undefined {
  try {
    const lines = readFileSync(join(data, "postmaster.pid"), "utf8").split("\n");
    return { pid: Number(lines[0]), sockets: lines[4]?.trim() ?? "", state: (lines[7] ?? "").trim() };
  } catch {
    return undefined;
  }
}
