// The guard of one run (guard.mjs): waits until its standard input closes, then ends every process marked
// with the run's id.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const [id = ""] = process.argv.slice(2);
/**
 * SIGTERM lets a database release its shared memory; one that is stopped or busy is killed after this long
 * (ms).
 */
const QUIT_MS = 2_000;
/** Processes may start others during the search, so this many searches in a row must find nothing. */
const QUIET_LOOKS = 3;
const MAX_SEARCHES = 200;

/** @typedef {{ pid: number, parent: number, isMarked: boolean, name: string }} Running */

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/**
 * Every living process that this user can see.
 * @returns {Running[]}
 */
function listProcesses() {
  if (process.platform !== "linux") {
    // `ps` appends the environment to the command; other systems show it only for your own processes.
    const table = execFileSync("ps", ["-axEww", "-o", "pid=,ppid=,command="], {
      encoding: "utf8",
      maxBuffer: 64 * 2 ** 20,
    });
    return table.split("\n").flatMap((line) => {
      const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return pid
        ? [
            {
              pid: Number(pid),
              parent: Number(parent),
              isMarked: command.includes(id),
              name: command.split(" ", 1)[0] ?? "",
            },
          ]
        : [];
    });
  }
  return readdirSync("/proc").flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) return [];
    // The name in brackets may contain anything, so parse after the last bracket.
    const [, name = "", state, parent] = /^\d+ \((.*)\) (\S) (\d+)/s.exec(read(`/proc/${pid}/stat`)) ?? [];
    if (!state || state === "Z") return [];
    return [{ pid, parent: Number(parent), isMarked: read(`/proc/${pid}/environ`).includes(id), name }];
  });
}

/**
 * The run's remaining processes: the marked ones and their descendants. A database's helpers overwrite the
 * mark with their titles.
 * @returns {Running[]}
 */
function leftovers() {
  const all = listProcesses().filter(({ pid }) => pid !== process.pid);
  const found = all.filter(({ isMarked }) => isMarked);
  const known = new Set(found.map(({ pid }) => pid));
  for (const { pid: parent } of found)
    for (const one of all)
      if (one.parent === parent && !known.has(one.pid)) {
        known.add(one.pid);
        found.push(one);
      }
  return found;
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already, or another user's.
  }
}

/** @type {string[]} */
const folders = [];
let input = "";
process.stdin.setEncoding("utf8");
for await (const text of process.stdin) {
  input += text;
  const lines = input.split("\n");
  input = lines.pop() ?? "";
  folders.push(...lines);
}

const since = performance.now();
for (let looks = 0, quiet = 0; quiet < QUIET_LOOKS && looks < MAX_SEARCHES; looks++) {
  const left = leftovers();
  quiet = left.length === 0 ? quiet + 1 : 0;
  const isOver = performance.now() - since > QUIT_MS;
  for (const { pid, name } of left) {
    const isDatabase = /(^|\/)postgres$/.test(name);
    if (!isDatabase || isOver) send(pid, "SIGKILL");
    else if (looks === 0) send(pid, "SIGQUIT");
  }
  await sleep(50);
}
for (const folder of folders)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
