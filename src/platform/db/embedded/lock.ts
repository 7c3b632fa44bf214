import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EmbeddedError } from "./error.ts";
import { isAlive } from "./processes.ts";

// One owner per folder needs a lock that the kernel releases when its owner dies, however it dies. Node has
// no flock. A pid file or socket file must be *judged* stale and then replaced, and two starts that judge at
// the same instant after a crash can each delete what the other just made. SQLite, which is part of Node,
// takes a POSIX record lock (fcntl) on Linux and macOS: granting is one system call, so of two starts exactly
// one wins; kill -9 releases it; reused pids don't matter; children don't inherit it, so a postmaster that
// outlives us doesn't own it; and SQLite itself refuses a second claim inside one process.
//
// Dangerous: POSIX releases the lock when this process closes *any* descriptor of the file. Only this module
// may open it; a backup must skip DATA_DIR/database.

/** References prevent garbage collection, which would close a connection and release its lock. */
const locks = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;

/**
 * Makes this process the only owner of `folder` (which must exist) until the returned function is called or
 * the process dies. `meaning` is the folder's name for the error message.
 * @throws EmbeddedError when a live process, or this one, already owns it.
 */
export function claimFolder(folder: string, meaning: string): () => void {
  const path = join(folder, "lock");
  const owner = join(folder, "owner");
  // "wx" opens nothing if the file exists: see the danger above. Mode 0600 so that no other user can lock it.
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: 0 });
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE"); // never write anything, not even an empty journal beside it
  } catch (error) {
    lock?.close();
    const { errcode = 0, message } = error as Error & { errcode?: number };
    if ((errcode & 0xff) === SQLITE_BUSY) throw new EmbeddedError(inUse(meaning, readPid(owner)));
    throw new EmbeddedError(
      `The data folder ${meaning} cannot be locked through ${path} (${message}): this user needs to own that file, on a disk that supports locks.`,
    );
  }
  locks.add(lock);
  const mine = lock;
  const release = () => {
    if (!locks.delete(mine)) return;
    rmSync(owner, { force: true });
    mine.close();
  };
  try {
    writeFileSync(owner, `${process.pid}\n`, { mode: 0o644 });
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

function inUse(meaning: string, pid: number | undefined): string {
  const by = pid === undefined ? "another running Plumbline" : `another running Plumbline (process ${pid})`;
  return `The data folder ${meaning} is in use by ${by}. Stop that one first, or give this one its own DATA_DIR.`;
}

/**
 * The pid file beside the lock is only for the message: right after a crash it may still name the dead
 * process.
 */
function readPid(owner: string): number | undefined {
  try {
    const pid = Number(readFileSync(owner, "utf8"));
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}
