import { availableParallelism } from "node:os";
import { hashPassword as hash, verifyPassword as verify } from "better-auth/crypto";
import { AppError } from "../errors/app-error.ts";

// One scrypt (N 16384, r 16) costs about 60 ms of a core and 32 MB, on the four threads that file access needs too.
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism()));
const WAITING_AT_MOST = 256;

const waiting: (() => void)[] = [];
let running = 0;

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
    if (next) next();
    else running--;
  }
}

/**
 * Salts and hashes a password (scrypt), in turn with all others of this process.
 * @throws AppError unavailable when hundreds are waiting already
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password));
}

/** Compares a password with a stored hash, in turn with all others of this process. */
export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify({ hash: stored, password }));
}
