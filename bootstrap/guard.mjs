// Tests start databases, products and browsers, in sessions of their own where a real start does so. When a
// run ends, however it ends, a guard outside it ends what it left.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";

/**
 * The environment variable that everything started by a run inherits: the ids of the runs that it belongs to,
 * joined by commas.
 */
const RUNS = "PLUMBLINE_TEST_RUNS";

/**
 * Marks this process's environment as a run's, and starts its guard. The guard waits for the end of this
 * process, by SIGKILL too: the pipe between them closes then. It ends every process with the mark and all
 * their children, then removes the folders that it was told about.
 * @returns {{ remove(folder: string): void }} `remove` names a folder that is to go with the run
 */
export function guardRun() {
  const id = randomUUID();
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "guard-process.mjs"), id], {
    // Not marked itself, and in no folder that is removed.
    env: { PATH: process.env.PATH },
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.unref();
  const pipe = /** @type {import("node:net").Socket} */ (child.stdin);
  pipe.unref();
  // Where there is no guard, the run ends as runs without one do.
  child.on("error", () => {});
  pipe.on("error", () => {});
  process.env[RUNS] = [process.env[RUNS], id].filter(Boolean).join(",");
  return { remove: (folder) => void pipe.write(`${folder}\n`) };
}
