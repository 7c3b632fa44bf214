// Starts other programs: quietly during preparation, or as the command's main program.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";

/** A failure that one sentence explains; shown without a stack. */
export class Stop extends Error {}

/**
 * Progress goes to stderr: stdout belongs to the command's output.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** @type {((signal: NodeJS.Signals) => void) | undefined} */
let receiver;

/** Until a child takes over, a signal ends this process as usual; the lock is released on exit. */
export function listenForSignals() {
  /** @param {NodeJS.Signals} signal */
  const receive = (signal) => (receiver ? receiver(signal) : process.exit(128 + constants.signals[signal]));
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => receive(signal));
  // Only happens if our parent is a bootstrap that was killed, so nobody is waiting for us.
  process.on("disconnect", () => receive("SIGTERM"));
  process.channel?.unref();
  if (!process.env.npm_lifecycle_event) return;
  // npm signals the shell between us, which dies silently. If started by hand, we may outlive the shell.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    receive("SIGTERM");
  }, 250).unref();
}

// The V8 and network options that are safe to pass on. Others may be unknown to Node 26, or belong to npm or
// a debugger, and an unknown option in NODE_OPTIONS stops Node before it runs a line.
const SAFE_OPTION =
  /^--(max-(old-space|semi-space|http-header)-size|use-(system|openssl|bundled)-ca|dns-result-order)\b/;

/**
 * The environment for a program run by `node`: that Node first on PATH, and none of npm's own variables.
 * @param {string} node path of its executable
 * @param {Record<string, string | undefined>} [extra]
 */
export function environmentFor(node, extra) {
  /** @type {Record<string, string | undefined>} */
  const env = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (!/^npm_/i.test(name) && !["NODE", "INIT_CWD", "NODE_OPTIONS", "NODE_ENV"].includes(name))
      env[name] = value;
  }
  const options = (process.env.NODE_OPTIONS ?? "").split(/\s+/).filter((option) => SAFE_OPTION.test(option));
  if (options.length > 0) env.NODE_OPTIONS = options.join(" ");
  env.PATH = [path.dirname(node), process.env.PATH].filter(Boolean).join(path.delimiter);
  return { ...env, ...extra };
}

/** @param {number | null} code @param {NodeJS.Signals | null} signal */
const exitCode = (code, signal) => code ?? 128 + (signal ? constants.signals[signal] : 0);

/** @param {number | undefined} pid @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    if (pid) process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}

/**
 * Runs a program and returns its output. It has its own process group, so that an interruption ends the whole
 * group before this process, which still owns the lock.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env: Record<string, string | undefined>, show?: boolean, onStart?: (pid: number) =>
 * void }} options
 * @returns {Promise<{ code: number, output: string }>} a program that is not there counts as code 127
 */
export async function runQuietly(command, args, { cwd, env, show = false, onStart }) {
  const child = spawn(command, args, {
    cwd,
    env,
    detached: true,
    stdio: show ? ["ignore", "inherit", "inherit"] : ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text) => (output += text));
  if (child.pid) onStart?.(child.pid);
  /** @type {NodeJS.Signals | undefined} */
  let interrupted;
  receiver = (signal) => {
    if (interrupted) return;
    interrupted = signal;
    void endGroup(child.pid);
  };
  const code = await new Promise((resolve) => {
    child.on("error", (error) => {
      output += String(error.message);
      resolve(127);
    });
    child.on("close", (status, signal) => resolve(exitCode(status, signal)));
    // A surviving grandchild may keep its pipes open forever.
    child.on("exit", (status, signal) => setTimeout(() => resolve(exitCode(status, signal)), 5000).unref());
  });
  if (interrupted) {
    await endGroup(child.pid);
    process.exit(128 + constants.signals[interrupted]);
  }
  receiver = undefined;
  // Nothing else would end the processes it left in its group.
  send(child.pid && -child.pid, "SIGKILL");
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
  return { code, output };
}

/**
 * Ends a process group with SIGTERM, then SIGKILL: a browser's driver, for example, ignores SIGTERM.
 * @param {number | undefined} pid
 */
async function endGroup(pid) {
  if (!pid) return;
  send(-pid, "SIGTERM");
  for (let tries = 0; tries < 40; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    try {
      process.kill(-pid, 0);
    } catch {
      return;
    }
  }
  send(-pid, "SIGKILL");
}

/**
 * Runs the command's main program in this terminal until it ends.
 *
 * The child leads its own session. Ctrl-C reaches every process of the foreground group, and npm sends it
 * once more: in that group, the product would get two or three signals, and its database would get them too,
 * before the product has drained. So this process catches the signals and forwards one. Repeats within a
 * second are the same keystroke; a later one is a person who insists. If this process is killed outright, the
 * IPC channel closes and the child drains by itself.
 * @param {string} node
 * @param {string[]} args
 * @param {{ env: Record<string, string | undefined>, wholeGroup: boolean }} options `wholeGroup`: the child
 * has nothing to drain
 * @returns {Promise<number>} its exit code
 */
export function runInFront(node, args, { env, wholeGroup }) {
  const child = spawn(node, args, { env, detached: true, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  let last = Number.NEGATIVE_INFINITY;
  receiver = (signal) => {
    const now = performance.now();
    if (now - last > 1000) send(child.pid && (wholeGroup ? -child.pid : child.pid), signal);
    last = now;
  };
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(exitCode(code, signal)));
  });
}
