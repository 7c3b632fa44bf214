import path from "node:path";

/** Something an operator can act on: `message` is whole sentences and needs no stack. */
export class BackupError extends Error {
  override name = "BackupError";
}

const DATABASE_GONE = /^(08|57P0)/;
const SOCKET_GONE = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** What an attempt was, for the sentence that says why it failed. */
export interface Attempt {
  /** `The backup` or `The restore`. */
  readonly what: string;
  /** The folder that was written to, where the error itself names none. */
  readonly folder: string;
  readonly interrupted: boolean;
}

/** Turns whatever an attempt failed with into one BackupError. Neither command leaves anything behind, and each sentence says so. */
export function asBackupError(error: unknown, { what, folder, interrupted }: Attempt): BackupError {
  if (interrupted) return new BackupError(`${what} was interrupted. Nothing was kept.`, { cause: error });
  if (error instanceof BackupError) return error;
  const { code = "", path: at, message = String(error) } = error as NodeJS.ErrnoException;
  const where = at ? path.dirname(at) : folder;
  return new BackupError(`${what} failed: ${reason(code, where, message)} Nothing was kept.`, { cause: error });
}

function reason(code: string, where: string, message: string): string {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return `there is no space left on the disk that holds ${where}.`;
    case "53100":
      return "there is no space left on the database's disk.";
    case "EFBIG":
      return `the disk that holds ${where} can't take a file this large.`;
    case "EACCES":
    case "EPERM":
      return `this user may not read or write in ${where}.`;
    case "EROFS":
      return `the disk that holds ${where} is read-only.`;
    case "EIO":
      return `the disk that holds ${where} has errors.`;
    case "55P03":
      return "something else is using the database's tables.";
  }
  if (DATABASE_GONE.test(code) || SOCKET_GONE.has(code) || /Connection terminated/.test(message)) return "the database went away meanwhile.";
  return `${message.replaceAll("\n", " ").replace(/[.\s]*$/, "")}.`;
}
