import { type Log, loggableError } from "../log/log.server.ts";

type Level = "debug" | "info" | "warn" | "error";

/**
 * The identity library's log, without its words where they could hold any: it writes addresses, URLs and
 * tokens into its messages. Wrong passwords and unknown addresses are everyday events that it calls warnings;
 * here they are for debugging.
 */
export function libraryLog(log: Log): (level: Level, message: string, ...args: unknown[]) => void {
  return (level, message, ...args) => {
    const error = args.find((arg) => arg instanceof Error);
    const fields = { said: harmlessPart(message), ...(error ? { error: loggableError(error) } : {}) };
    if (level === "error") log.error(fields, "identity library");
    else log.debug(fields, "identity library");
  };
}

/** The fixed words a message begins with, or nothing when it can't be told where they end. */
function harmlessPart(message: unknown): string | undefined {
  if (typeof message !== "string" || /[@/\\]|\d{2}/.test(message.split(":")[0]!)) return undefined;
  return /^[A-Za-z][A-Za-z ,.'-]{0,79}(?=:|$)/.exec(message)?.[0];
}
