import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { EmbeddedError } from "./error.ts";
import { isAlive } from "./processes.ts";

// One owner per folder needs a lock that the kernel drops when its holder dies, however it dies. Node has no
// flock; a file with a pid in it, or a socket file, must be *judged* stale and then replaced, and two starts
// that judge at the same instant after a crash can each delete what the other has just made. SQLite, which
// Node carries, takes a POSIX record lock (fcntl) on Linux and macOS: granting is one system call, so of two
// starts exactly one wins; kill -9 releases it; a reused pid means nothing to it; children do not inherit it,
// so a postmaster that outlives us does not hold it; and SQLite itself refuses a second claim inside one
// process.
//
// Dangerous: POSIX drops the lock when this process closes *any* descriptor of the file. Nothing but this
// module may open it; a backup must leave DATA_DIR/database alone.

/**
 * Connections are kept here because a collected connection is a closed one, and a closed one is a lock let
 * go.
 */
const held = new Set<DatabaseSync>();

const SQLITE_BUSY = 5;

/**
 * Makes this process the one owner of `folder` (which must exist) until the returned function is called or
 * the process dies. `meaning` is the folder an operator knows, for the message.
 * @throws EmbeddedError when another live process, or this one, owns it already.
 */
export function claimFolder(folder: string, meaning: string): () => void {
  const path = join(folder, "lock");
  const owner = join(folder, "owner");
  // "wx" opens nothing when the file is there: see the danger above. Mode 0600 so that no other user can hold
  // it.
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: 0 });
    lock.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE"); // nothing is ever written, not even an empty journal beside it
  } catch (error) {
    lock?.close();
    const { errcode = 0, message } = error as Error & { errcode?: number };
    if ((errcode & 0xff) === SQLITE_BUSY) throw new EmbeddedError(inUse(meaning, readPid(owner)));
    throw new EmbeddedError(
      `The data folder ${meaning} cannot be locked through ${path} (${message}): this user needs to own that file, on a disk that supports locks.`,
    );
  }
  held.add(lock);
  const mine = lock;
  const release = () => {
    if (!held.delete(mine)) return;
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
 * The note beside the lock is only for the message: right after a crash it may still name the dead, which
 * would mislead.
 */
function readPid(owner: string): number | undefined {
  try {
    const pid = Number(readFileSync(owner, "utf8"));
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}
