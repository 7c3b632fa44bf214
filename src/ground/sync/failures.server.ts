import { AppError, isStorageAway, toAppError } from "#platform/errors/app-error.ts";
import { reportUnknownError } from "#platform/http/answers.server.ts";
import type { Outcome } from "./device/protocol.ts";

/** The SQLSTATE of an error of the database; undefined for others. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const { code } = at as { code?: unknown };
    if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code)) return code;
  }
  return undefined;
}

// Values and constraints: the command is wrong, and will be tomorrow.
const WRONG = /^2[23]/;
// It took too long, or waited too long for a lock: this one, not the others.
const SLOW = /^(?:57014|55P03)$/;

/**
 * What became of a command that failed while it was taken.
 * @throws the error itself when it says that the database can't go on, with this command or any other
 */
export function outcomeOfFailure(id: string, error: unknown): Outcome {
  const state = sqlState(error) ?? "";
  // Row security, or an id that stands for something this role does not see.
  if (state === "42501" || state === "23505")
    return { id, is: "refused", code: "not_found", why: "What this change belongs to is not there for you." };
  if (WRONG.test(state))
    return { id, is: "refused", code: "invalid", why: "We can't store what this change holds." };
  // A deadlock or two that can't both be true: the whole is tried again.
  if (!SLOW.test(state) && (isStorageAway(error) || state.startsWith("40"))) throw error;
  const { code, message, cause } = toAppError(error);
  if (error instanceof AppError && code !== "internal" && code !== "unavailable")
    return { id, is: "refused", code, why: message };
  // Ours to mend: it is kept on its device until a version comes that can.
  if (code === "internal") reportUnknownError(cause ?? error);
  return { id, is: "later", why: "Something went wrong with this change on our side. It is sent again." };
}
