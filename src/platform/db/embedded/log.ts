import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from "node:fs";

/** Bytes after which the log is set aside; with the one set aside before it, about twice this is kept. */
const LIMIT = 4 * 1024 * 1024;

/** Opens PostgreSQL's log for appending. The caller closes the descriptor once a child has it. */
export function openLog(path: string): number {
  return openSync(path, "a", 0o600);
}

/** Bytes in the log now, to tell later what was added since. */
export function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Keeps the log bounded. A postmaster, adopted ones included, holds the open file and not its name, so a
 * rename would not part them: the text is copied aside and the file emptied in place (it is open for
 * appending, so writing goes on from the top). Lines written between the two are lost, which is the price of
 * not running PostgreSQL's own collector process.
 */
export function trimLog(path: string, limit: number = LIMIT): void {
  if (logSize(path) <= limit) return;
  copyFileSync(path, `${path}.old`);
  truncateSync(path);
}

/** What was logged after the first `from` bytes, at most its last 16 KB. */
export function logSince(path: string, from: number): string {
  const size = logSize(path);
  const start = Math.max(from <= size ? from : 0, size - 16 * 1024);
  const bytes = Buffer.alloc(size - start);
  const file = openSync(path, "r");
  try {
    return bytes.toString("utf8", 0, readSync(file, bytes, 0, bytes.length, start));
  } finally {
    closeSync(file);
  }
}
