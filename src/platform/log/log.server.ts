import pino from "pino";

/** Structured logs. Never pass anything a person typed, nor an address, a name or a token. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
  child(fields: object): Log;
}

const SAFE_ERROR_FIELDS = ["code", "severity", "routine", "table", "constraint", "syscall", "command", "responseCode"];

/**
 * An error as it may be logged: its type, codes and stack frames. Messages and details are left out, because
 * databases and mail servers quote the values they refuse.
 */
export function loggableError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const fields: Record<string, unknown> = { type: error.name };
  for (const name of SAFE_ERROR_FIELDS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string" || typeof value === "number") fields[name] = value;
  }
  fields["stack"] = error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .map((line) => line.trim());
  if (error.cause) fields["cause"] = loggableError(error.cause);
  return fields;
}

/** JSON lines on standard error; standard output keeps the lines meant for the person who typed the command. */
export function createLog(level: "debug" | "info" | "warn" | "error"): Log {
  return pino(
    {
      level,
      base: null,
      messageKey: "message",
      timestamp: () => `,"time":"${new Date(Date.now()).toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
