/** The six error codes; everything unknown is `internal`. */
export type ErrorCode = "invalid" | "not_found" | "conflict" | "forbidden" | "unavailable" | "internal";

/** Messages by form field. */
export type FieldErrors = Readonly<Record<string, string>>;

const STATUS: Record<ErrorCode, number> = {
  invalid: 422,
  not_found: 404,
  conflict: 409,
  forbidden: 403,
  unavailable: 503,
  internal: 500,
};

/** A failure whose message may be shown to people. `fields` has a message for each wrong field. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors;
  /** Seconds until a retry makes sense; sent as Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { fields?: FieldErrors; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.fields = options.fields ?? {};
    this.retryAfter = options.retryAfter;
  }

  /** The HTTP status of the response. */
  get status(): number {
    return STATUS[this.code];
  }
}

/** Too many requests: 429 with Retry-After, and a sentence that says when to try again. */
export class TooManyError extends AppError {
  /**
   * @param sentence what was too much, in plain words
   * @param retryAfterSeconds whole seconds until the next attempt
   */
  constructor(sentence: string, retryAfterSeconds: number) {
    super("unavailable", `${sentence} Nothing was sent. ${tryAgainIn(retryAfterSeconds)}`, {
      retryAfter: retryAfterSeconds,
    });
    this.name = "TooManyError";
  }

  override get status(): number {
    return 429;
  }
}

/**
 * A sentence that says when to try again.
 * @param seconds at least 1
 */
export function tryAgainIn(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60
    ? "Please try again in less than a minute."
    : `Please try again in ${minutes} ${minutes === 1 ? "minute" : "minutes"}.`;
}

// SQLSTATE classes and socket errors that mean "the database is unavailable now", not "the statement was
// wrong". A statement or lock timeout may also work later.
const DATABASE_AWAY = /^(08|57P0|57014|55P03|53|25006)/;
const SOCKET_AWAY = new Set(["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EACCES"]);

/** Whether an error means that storage is away or full, so that a retry may work. */
export function isStorageAway(error: unknown): boolean {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string" && (DATABASE_AWAY.test(code) || SOCKET_AWAY.has(code) || code === "ENOSPC"))
      return true;
    if (
      /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
        at.message,
      )
    )
      return true;
  }
  return false;
}

/** Converts any error to an AppError; an unknown one becomes `internal` with a message for people. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isStorageAway(error))
    return new AppError(
      "unavailable",
      "We can’t save anything right now. What you typed is still here. Try again in a minute.",
      {
        retryAfter: 5,
        cause: error,
      },
    );
  return new AppError("internal", "Something went wrong on our side. Nothing was lost. Please try again.", {
    cause: error,
  });
}
