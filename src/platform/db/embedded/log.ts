import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from "node:fs";

/** Size (bytes) at which the log is rotated. With the previous log, about twice this is kept. */
const LIMIT = 4 * 1024 * 1024;

/** Opens PostgreSQL's log for appending. The caller closes the descriptor once a child has it. */
export function openLog(path: string): number {
  return openSync(path, "a", 0o600);
}

/** Bytes in the log now, for `logSince`. */
export function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Bounds the log's size. A postmaster, adopted ones included, writes to the open file whatever its name, so a
 * rename would not help: the text is copied aside and the file truncated (it is open for appending, so
 * writing continues at the top). Lines written between the two are lost; the alternative would be
 * PostgreSQL's own collector process.
 */
export function trimLog(path: string, limit: number = LIMIT): void {
  if (logSize(path) <= limit) return;
  copyFileSync(path, `${path}.old`);
  truncateSync(path);
}

/** The text logged after the first `from` bytes, at most its last 16 KB. */
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
