import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { EmbeddedError } from "./error.ts";

/** A user of this machine. PostgreSQL refuses to run as root, so as root we run it as one of these. */
export type Account = { name: string; uid: number; gid: number };

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * An existing unprivileged account to run PostgreSQL as. Not an arbitrary uid: initdb insists that its user
 * has a name.
 * @throws EmbeddedError when the machine has none.
 */
export function spareAccount(passwd = "/etc/passwd"): Account {
  const accounts = readFileSync(passwd, "utf8")
    .split("\n")
    .flatMap((line) => {
      const [name, , uid, gid] = line.split(":");
      // macOS lists nobody as -2; Node accepts uids as signed 32-bit numbers, so pass it on unchanged.
      return name && /^-?\d+$/.test(uid ?? "") ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
    })
    .filter((account) => account.uid !== 0);
  for (const name of ["postgres", "_postgres", "nobody", "daemon"]) {
    const found = accounts.find((account) => account.name === name);
    if (found) return found;
  }
  throw new EmbeddedError(
    "PostgreSQL refuses to run as root and this machine has no account named postgres or nobody. Start as another user, or set DATABASE_URL.",
  );
}

/** The owner of a path, or undefined if the path doesn't exist. */
export function ownerOf(path: string): Account | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && { name: `uid ${stat.uid}`, uid: stat.uid, gid: stat.gid };
}

/**
 * The first folder on the path to `folder`, itself included, that `account` may not enter; undefined if it
 * can enter all.
 */
export function closedFolder(account: Account, folder: string): string | undefined {
  const above = dirname(folder);
  const closed = above === folder ? undefined : closedFolder(account, above);
  return closed ?? (allows(account, folder, 0o1) ? undefined : folder);
}

/** Whether the mode bits of `path` grant `account` all of `wanted` (read 4, write 2, enter or run 1). */
export function allows(account: Account, path: string, wanted: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return false;
  const shift = stat.uid === account.uid ? 6 : stat.gid === account.gid ? 3 : 0;
  return ((stat.mode >> shift) & wanted) === wanted;
}

/**
 * Gives a folder of ours and everything in it to `account`. Changes links themselves, never their targets.
 */
export function setOwner(account: Account, path: string): void {
  const stat = lstatSync(path);
  lchownSync(path, account.uid, account.gid);
  if (!stat.isDirectory()) return;
  for (const entry of readdirSync(path)) setOwner(account, join(path, entry));
}

/** Makes a folder of ours private to the user that runs PostgreSQL. */
export function makePrivate(account: Account | undefined, folder: string): void {
  if (account) chownSync(folder, account.uid, account.gid);
  chmodSync(folder, 0o700);
}
