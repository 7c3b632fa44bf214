import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Account } from "./account.ts";

/**
 * A process of this machine. `command` is all its arguments joined by spaces, or the title it set; `program`
 * is the first argument.
 */
export type Running = { pid: number; parent: number; program: string; command: string };

/** Every process this user can see, without zombies. */
export function listProcesses(): Running[] {
  return process.platform === "linux" ? fromProc() : fromPs();
}

function fromProc(): Running[] {
  const found: Running[] = [];
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    const [program, command] = procCommand(pid);
    if (command !== "") found.push({ pid, parent: procParent(pid), program, command });
  }
  return found;
}

function fromPs(): Running[] {
  const table = execFileSync("ps", ["-axww", "-o", "pid=,ppid=,stat=,command="], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return table.split("\n").flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (command === undefined || state?.startsWith("Z")) return [];
    // ps joins the arguments; PostgreSQL programs that we start have -D first.
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        program: command.split(" -D ", 1)[0] ?? "",
        command: command.trimEnd(),
      },
    ];
  });
}

/** First argument and all arguments; both empty for a zombie, a kernel thread or a process that is gone. */
function procCommand(pid: number): [program: string, command: string] {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return [line.slice(0, line.indexOf("\0")), line.replaceAll("\0", " ").trimEnd()];
  } catch {
    return ["", ""];
  }
}

function procParent(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may contain spaces and brackets, so parse after the last bracket.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return 0;
  }
}

/**
 * A process's working directory, which follows a renamed folder; undefined where the system doesn't report
 * it.
 */
export function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/**
 * Whether the process exists and is no zombie (where PID 1 does not reap, an adopted postmaster would stay a
 * zombie forever).
 */
export function isAlive(pid: number): boolean {
  if (process.platform === "linux") return procCommand(pid)[1] !== "";
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Sends a signal; ignores a process that is already gone. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Calls `done` every `everyMs` until it returns true; false after about `limitMs`. Counts naps instead of
 * reading a clock, so a clock that jumps or stops can neither cut the wait short nor make it endless.
 */
export async function waitUntil(done: () => boolean, limitMs: number, everyMs = 10): Promise<boolean> {
  for (let waited = 0; waited <= limitMs; waited += everyMs) {
    if (done()) return true;
    await sleep(everyMs);
  }
  return done();
}

/**
 * Runs a program as `account` (or as ourselves) and returns its exit code (null: killed or could not start)
 * and its output.
 */
export function runToEnd(
  program: string,
  args: string[],
  account: Account | undefined,
): Promise<{ code: number | null; words: string }> {
  const attempt = new Promise<{ code: number | null; words: string }>((resolve) => {
    // The cwd is one that every account can enter. The environment passes through: a preloaded clock must
    // reach every child.
    const child = spawn(program, args, {
      cwd: "/",
      stdio: ["ignore", "pipe", "pipe"],
      uid: account?.uid,
      gid: account?.gid,
    });
    let words = "";
    const append = (chunk: string) => {
      words = (words + chunk).slice(-64 * 1024);
    };
    child.stdout.setEncoding("utf8").on("data", append);
    child.stderr.setEncoding("utf8").on("data", append);
    child.once("error", (error) => resolve({ code: null, words: error.message }));
    child.once("close", (code) => resolve({ code, words }));
  });
  // Some failures, such as a forbidden change of account, are thrown instead of emitted.
  return attempt.catch((error: unknown) => ({ code: null, words: (error as Error).message }));
}
