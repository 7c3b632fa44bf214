import { type Log, loggableError } from "../log/log.server.ts";

type Level = "debug" | "info" | "warn" | "error";

/**
 * The identity library's log without variable text: its messages contain addresses, URLs and tokens. It warns
 * about wrong passwords and unknown addresses, which are everyday events; here they have level debug.
 */
export function libraryLog(log: Log): (level: Level, message: string, ...args: unknown[]) => void {
  return (level, message, ...args) => {
    const error = args.find((arg) => arg instanceof Error);
    const fields = { said: harmlessPart(message), ...(error ? { error: loggableError(error) } : {}) };
    if (level === "error") log.error(fields, "identity library");
    else log.debug(fields, "identity library");
  };
}

/** A message's fixed beginning, or undefined if its end can't be determined. */
function harmlessPart(message: unknown): string | undefined {
  if (typeof message !== "string" || /[@/\\]|\d{2}/.test(message.split(":")[0]!)) return undefined;
  return /^[A-Za-z][A-Za-z ,.'-]{0,79}(?=:|$)/.exec(message)?.[0];
}
