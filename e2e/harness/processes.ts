import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

// Read from /proc: the proofs run on Linux, as root or not.

/** A process and its descendants, the process first. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = Number(/^PPid:\s*(\d+)/m.exec(statusOf(pid))?.[1] ?? 0);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** The postmaster of a data folder and all its children, whatever started them; empty if none runs. */
export function databaseProcesses(dataDir: string): number[] {
  const postmaster = postmasterOf(dataDir)?.pid;
  return postmaster ? processTree(postmaster) : [];
}

/** The running postmaster of a data folder. */
export function postmasterOf(
  dataDir: string,
): { pid: number; socketFolder: string; port: number } | undefined {
  try {
    const lines = readFileSync(path.join(databaseHome(dataDir), "cluster", "postmaster.pid"), "utf8").split(
      "\n",
    );
    const pid = Number(lines[0]);
    return pid > 0 && isAlive(pid)
      ? { pid, port: Number(lines[3]), socketFolder: lines[4] ?? "" }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The owner's connection to an embedded database. Proofs are set up and judged with it, never through the
 * product.
 */
export function ownerConnection(dataDir: string): {
  host: string;
  port: number;
  user: string;
  database: string;
} {
  const postmaster = postmasterOf(dataDir);
  if (!postmaster) throw new Error(`no database runs on ${dataDir}`);
  return {
    host: postmaster.socketFolder,
    port: postmaster.port,
    user: "plumbline_owner",
    database: "plumbline",
  };
}

/**
 * The folder of the database's files: the data folder, or the one named by `place` in it (as root with a
 * folder closed to others).
 */
export function databaseHome(dataDir: string): string {
  const base = path.join(dataDir, "database");
  const pointer = path.join(base, "place");
  return existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : base;
}

/** Sends SIGKILL; does nothing if the process is gone. */
export function killHard(pid: number): void {
  signal(pid, "SIGKILL");
}

/** Sends a signal; does nothing if the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Whether a process runs. A zombie answers signal 0 but doesn't count. */
export function isAlive(pid: number): boolean {
  const status = statusOf(pid);
  return status !== "" && !/^State:\s*Z/m.test(status);
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}
