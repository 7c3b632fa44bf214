import path from "node:path";
import { AppError, isStorageAway } from "../errors/app-error.ts";

/** An error the operator can act on: `message` is whole sentences and needs no stack. */
export class BackupError extends Error {
  override name = "BackupError";
}

export interface Attempt {
  /** `The backup` or `The restore`. */
  readonly what: string;
  /** The folder written to, for errors without a path. */
  readonly folder: string;
  readonly interrupted: boolean;
}

/**
 * Converts any error of an attempt into one BackupError. Neither command leaves anything behind, and each
 * sentence says so.
 */
export function asBackupError(error: unknown, { what, folder, interrupted }: Attempt): BackupError {
  if (interrupted) return new BackupError(`${what} was interrupted. Nothing was saved.`, { cause: error });
  if (error instanceof BackupError) return error;
  const { code = "", path: at, message = String(error) } = error as NodeJS.ErrnoException;
  const known = REASONS[code]?.(at ? path.dirname(at) : folder);
  // An error with a path is about a file; an unavailable one without a path is about the database.
  const why =
    known ??
    (error instanceof AppError && error.code === "unavailable"
      ? "the file store at FILES_URL isn’t responding"
      : undefined) ??
    (at === undefined && isStorageAway(error)
      ? "the database went away"
      : message.replaceAll("\n", " ").replace(/[.\s]*$/, ""));
  return new BackupError(`${what} failed: ${why}. Nothing was saved.`, { cause: error });
}

const noSpace = (where: string) => `there’s no space left on the disk that holds ${where}`;
const forbidden = (where: string) => `this user can’t read or write in ${where}`;

/** By error code of Node or PostgreSQL. */
const REASONS: Readonly<Record<string, (where: string) => string>> = {
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  "53100": () => "there’s no space left on the database’s disk",
  EFBIG: (where) => `the disk that holds ${where} can’t hold a file this large`,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: (where) => `the disk that holds ${where} is read-only`,
  EIO: (where) => `the disk that holds ${where} has errors`,
  "55P03": () => "something else is using the database's tables",
};
