import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** The library's own parameters (@better-auth/utils/password): about 60 ms of a core and 32 MB each. */
const COST = { N: 16_384, r: 16, p: 1 };
const KEY_BYTES = 64;
let cost = COST;

/**
 * For tests that log people in by the hundred: hashes of another cost from now on, which no hash of the usual
 * cost fits; without it, the usual.
 */
export function useHashCost(N: number = COST.N): void {
  cost = { ...COST, N };
}

/**
 * Hashes at once. One core is left to everybody else: somebody who guesses passwords by the hundred must not
 * slow the pages (bench/sign-in.ts).
 */
export const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1));

/**
 * What a hashing thread runs, as text because a thread wants a file of its own and the product is one bundle
 * (docs/decisions/0003). On Linux a priority of process 0 is the thread's own: pages come first, and a hash
 * takes the time they leave.
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
 * The scrypt key of a password, hex, from a thread that yields to everything else. The caller sees to it that
 * no more than `AT_ONCE` are asked for at a time.
 * @param salt a text, as the library takes it
 */
export async function slowHash(password: string, salt: string): Promise<string> {
  const thread = idle.pop() ?? new Worker(THREAD, { eval: true });
  // Held while it works, so that a process does not end in the middle of a sign-in; let go while it waits.
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
