import { randomBytes, timingSafeEqual } from "node:crypto";
import { AppError } from "../errors/app-error.ts";
import { AT_ONCE, slowHash } from "./password-hash.server.ts";

const SALT_BYTES = 16;
const MAX_WAITING = 256;
/**
 * Minimum interval between hash starts while sign-ins wait (ms). Someone who guesses hundreds of passwords
 * gets a page for each refusal, and those pages must stay at a few percent of the process's work
 * (bench/sign-in.ts).
 */
const PACE_MS = 200;

const waiting: (() => void)[] = [];
let running = 0;
let beganAt = Number.NEGATIVE_INFINITY;

async function enqueueHash<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MAX_WAITING)
      throw new AppError(
        "unavailable",
        "Too many people are logging in right now. What you typed is still here. Try again in a few seconds.",
        {
          retryAfter: 5,
        },
      );
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    // Pass the slot on instead of freeing it, so that no newcomer takes it.
    const next = waiting.shift();
    if (!next) running--;
    else setTimeout(next, Math.max(0, beganAt + PACE_MS - performance.now()));
  }
}

function keyOf(password: string, salt: string): Promise<string> {
  beganAt = performance.now();
  return slowHash(password, salt);
}

/**
 * Salts and hashes a password (scrypt), queued with all others of this process. The result has the identity
 * library's format, `salt:key` in hex.
 * @throws AppError unavailable when hundreds are waiting already
 */
export function hashPassword(password: string): Promise<string> {
  return enqueueHash(async () => {
    const salt = randomBytes(SALT_BYTES).toString("hex");
    return `${salt}:${await keyOf(password, salt)}`;
  });
}

/** Compares a password with a stored hash, queued with all others of this process. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return enqueueHash(async () => {
    const [salt, key] = stored.split(":");
    if (!salt || !key) return false;
    const actual = Buffer.from(await keyOf(password, salt));
    const right = Buffer.from(key);
    return actual.length === right.length && timingSafeEqual(actual, right);
  });
}
