// Tests start databases, products and browsers, some in their own sessions, as in a real start. However a run
// ends, a separate guard process then ends what it left running.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";

/**
 * The environment variable that all processes of a run inherit: the ids of the runs they belong to,
 * comma-separated.
 */
const RUNS = "PLUMBLINE_TEST_RUNS";

/**
 * Marks this process's environment with a run id and starts the run's guard. The guard notices when this
 * process ends, even by SIGKILL, because the pipe between them closes. It then ends every marked process with
 * its children and removes the registered folders.
 * @returns {{ remove(folder: string): void }} `remove` registers a folder to remove after the run
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
  // If the guard can't start, the run works without one.
  child.on("error", () => {});
  pipe.on("error", () => {});
  process.env[RUNS] = [process.env[RUNS], id].filter(Boolean).join(",");
  return { remove: (folder) => void pipe.write(`${folder}\n`) };
}
