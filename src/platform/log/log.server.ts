import pino from "pino";

/** Structured logs. Never pass anything a person typed, nor an address, a name or a token. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}

const SAFE_ERROR_FIELDS = [
  "code",
  "severity",
  "routine",
  "table",
  "constraint",
  "syscall",
  "command",
  "responseCode",
];

/**
 * The loggable parts of an error: type, codes and stack frames. Messages and details are left out, because
 * databases and mail servers quote the values they refuse. Also handles plain objects that libraries copy
 * errors into.
 */
export function loggableError(error: unknown): object {
  if (typeof error !== "object" || error === null) return { type: typeof error };
  const { name, stack, cause } = error as { name?: unknown; stack?: unknown; cause?: unknown };
  const lines = typeof stack === "string" ? stack.split("\n") : [];
  // A copy has no name of its own; its stack begins with it.
  const fields: Record<string, unknown> = {
    type:
      typeof name === "string" && name
        ? name
        : (/^[\w$.]+(?=:|$)/.exec(lines[0] ?? "")?.[0] ?? error.constructor?.name ?? "unknown"),
  };
  for (const field of SAFE_ERROR_FIELDS) {
    const value: unknown = Reflect.get(error, field);
    if (typeof value === "string" || typeof value === "number") fields[field] = value;
  }
  if (lines.length)
    fields["stack"] = lines
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 12)
      .map((line) => line.trim());
  if (cause) fields["cause"] = loggableError(cause);
  return fields;
}

/** A key for errors of the same cause: types and codes, including nested causes. */
export function causeOf(error: unknown): string {
  const { type, code, cause } = loggableError(error) as {
    type: string;
    code?: string | number;
    cause?: object;
  };
  const deeper = cause && (error as { cause?: unknown }).cause;
  return [type, code, deeper && causeOf(deeper)].filter(Boolean).join(" ");
}

/**
 * Reports a recurring failure once per cause, and again only after a success in between.
 * @param report writes the line
 */
export function oncePerCause(report: (error: unknown) => void): {
  failed(error: unknown): void;
  worked(): void;
} {
  let lastCause = "";
  return {
    failed(error) {
      const cause = causeOf(error);
      if (cause !== lastCause) report(error);
      lastCause = cause;
    },
    worked: () => void (lastCause = ""),
  };
}

/** The same, as a log warning. */
export const warnOncePerCause = (log: Log, words: string) =>
  oncePerCause((error) => log.warn({ error: loggableError(error) }, words));

/** JSON lines on standard error; standard output is for messages to the person who typed the command. */
export function createLog(level: "debug" | "info" | "warn" | "error"): Log {
  const destination = pino.destination({ dest: 2, sync: true });
  // If the log's disk is full, lose lines and go on.
  destination.on("error", () => {});
  return pino(
    {
      level,
      base: null,
      messageKey: "message",
      timestamp: () => `,"time":"${new Date(Date.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}
