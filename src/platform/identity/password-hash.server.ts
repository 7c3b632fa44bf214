import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** The library's own parameters (@better-auth/utils/password): about 60 ms of a core and 32 MB each. */
const COST = { N: 16_384, r: 16, p: 1 };
const KEY_BYTES = 64;
let cost = COST;

/**
 * For tests with hundreds of logins: sets another cost, under which normal hashes don't match; without an
 * argument, the normal cost.
 */
export function useHashCost(N: number = COST.N): void {
  cost = { ...COST, N };
}

/**
 * Concurrent hashes. One core stays free: someone who guesses hundreds of passwords must not slow the pages
 * (bench/sign-in.ts).
 */
export const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));

/**
 * The hashing thread's code, as text because a thread needs a separate file and the product is one bundle
 * (docs/decisions/0003). On Linux, priority of process 0 means this thread: pages come first, and hashes use
 * the remaining time.
 */
const THREAD = `
const { parentPort } = require("node:worker_threads");
const { scryptSync } = require("node:crypto");
if (process.platform === "linux") try { require("node:os").setPriority(0, 10); } catch {}
parentPort.on("message", ({ password, salt, cost }) => {
  const key = scryptSync(password, salt, ${KEY_BYTES}, { ...cost, maxmem: 256 * cost.N * cost.r });
  parentPort.postMessage(key.toString("hex"));
});`;

const idle: Worker[] = [];

/**
 * The scrypt key of a password, hex, from a low-priority thread. The caller limits calls to `AT_ONCE` at a
 * time.
 * @param salt a text, as the library expects
 */
export async function slowHash(password: string, salt: string): Promise<string> {
  const thread = idle.pop() ?? new Worker(THREAD, { eval: true });
  // Referenced while it works, so that the process does not exit in the middle of a sign-in.
  thread.ref();
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage({ password: password.normalize("NFKC"), salt, cost });
    const [key] = (await once(thread, "message")) as [string];
    thread.unref();
    idle.push(thread);
    return key;
  } catch (error) {
    await thread.terminate();
    throw error;
  }
}
