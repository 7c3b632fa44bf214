import { statfsSync } from "node:fs";

/**
 * An error the operator can act on: `message` is whole sentences, names the folder concerned and needs no
 * stack.
 */
export class EmbeddedError extends Error {
  override name = "EmbeddedError";
}

/**
 * Whether PostgreSQL output, or a Node error code, means that the disk or the quota is full. Where half a
 * page still fits, PostgreSQL gives no reason, only the bytes it wrote and "HINT:  Check free disk space."
 */
export function meansDiskFull(text: string): boolean {
  return /No space left on device|Disk quota exceeded|ENOSPC|EDQUOT|wrote only \d+ of \d+ bytes|Check free disk space/i.test(
    text,
  );
}

/** A database can't work with less free space than this (bytes). */
const USED_UP = 1024 * 1024;

/** Whether the disk of `folder` is full: then PostgreSQL can't even log the reason it died. */
export function isUsedUp(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < USED_UP;
  } catch {
    return false;
  }
}

/** Converts any error of a start into an `EmbeddedError`; names `folder` if the error itself has no path. */
export function asEmbeddedError(error: unknown, folder: string): EmbeddedError {
  if (error instanceof EmbeddedError) return error;
  const { code, path, message } = error as NodeJS.ErrnoException;
  const where = path ?? folder;
  return new EmbeddedError(sentence(code, where, message), { cause: error });
}

function sentence(code: string | undefined, where: string, message: string): string {
  switch (code) {
    case "EACCES":
    case "EPERM":
      return `The embedded database cannot use ${where}: this user can’t write there. Make this user its owner, or set DATA_DIR to a folder it owns.`;
    case "EROFS":
      return `The embedded database cannot use ${where}: the disk is mounted read-only. Set DATA_DIR to a writable folder.`;
    case "ENOSPC":
    case "EDQUOT":
      return noSpace(where);
    case "ENOTDIR":
    case "EEXIST":
      return `The embedded database cannot use ${where}: something on that path is a file, not a folder. Set DATA_DIR to a folder.`;
    default:
      return `The embedded database in ${where} did not start: ${message}`;
  }
}

/** The sentence for a full disk at start. */
export function noSpace(where: string): string {
  return `There is no space left on the disk that holds ${where}. Free up some space, then start again.`;
}

/** The sentence for a full disk under a running database, which restarts by itself. */
export function noSpaceMeanwhile(where: string): string {
  return `There is no space left on the disk that holds ${where}. Free up some space, and the database recovers by itself.`;
}
