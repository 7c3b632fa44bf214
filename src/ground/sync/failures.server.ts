import { AppError, isStorageAway, toAppError } from "#platform/errors/app-error.ts";
import { reportUnknownError } from "#platform/http/answers.server.ts";
import type { Outcome } from "./device/protocol.ts";

/** Returns the SQLSTATE of a database error; undefined for other errors. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

// Bad values and constraint violations: the command will still be wrong tomorrow.
const WRONG = /^2[23]/;
// Statement or lock timeout: affects this command only.
const SLOW = /^(?:57014|55P03)$/;

/**
 * Maps an exception while applying a command to its outcome.
 * @throws the error itself if the database can't go on with any command
 */
export function outcomeOfFailure(id: string, error: unknown): Outcome {
  const state = sqlState(error) ?? "";
  // Row security, or an id of something that this role may not see.
  if (state === "42501" || state === "23505")
    return {
      id,
      is: "refused",
      code: "not_found",
      why: "You don’t have access to what this change belongs to.",
    };
  if (WRONG.test(state))
    return { id, is: "refused", code: "invalid", why: "We can’t store what’s in this change." };
  // A deadlock or serialization failure: the whole request is retried.
  if (!SLOW.test(state) && (isStorageAway(error) || state.startsWith("40"))) throw error;
  const { code, message, cause } = toAppError(error);
  if (error instanceof AppError && code !== "internal" && code !== "unavailable")
    return { id, is: "refused", code, why: message };
  // Our fault: the command waits on its device until a fixed version can apply it.
  if (code === "internal") reportUnknownError(cause ?? error);
  return { id, is: "later", why: "Something went wrong on our side. This change will be sent again." };
}
