import { randomBytes, timingSafeEqual } from "node:crypto";
import { AppError } from "../errors/app-error.ts";
import { AT_ONCE, slowHash } from "./password-hash.server.ts";

const SALT_BYTES = 16;
const WAITING_AT_MOST = 256;
/**
 * While people wait, one hash begins so long after the other. Whoever guesses passwords by the hundred gets a
 * page drawn for each that is refused, and those pages must stay a few in a hundred of what the process does
 * (bench/sign-in.ts).
 */
const PACE_MS = 200;

const waiting: (() => void)[] = [];
let running = 0;
let beganAt = Number.NEGATIVE_INFINITY;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_AT_MOST)
      throw new AppError(
        "unavailable",
        "Too many people are signing in right now. What you typed is still here. Please try again in a few seconds.",
        {
          retryAfter: 5,
        },
      );
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    // The place is handed on rather than freed, so that nobody new gets in between.
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
 * Salts and hashes a password (scrypt), in turn with all others of this process. The result reads as the
 * identity library's own, `salt:key` in hex.
 * @throws AppError unavailable when hundreds are waiting already
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => {
    const salt = randomBytes(SALT_BYTES).toString("hex");
    return `${salt}:${await keyOf(password, salt)}`;
  });
}

/** Compares a password with a stored hash, in turn with all others of this process. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(async () => {
    const [salt, key] = stored.split(":");
    if (!salt || !key) return false;
    const given = Buffer.from(await keyOf(password, salt));
    const right = Buffer.from(key);
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
