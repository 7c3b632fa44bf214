import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type Account,
  closedFolder,
  setOwner,
  isRoot,
  makePrivate,
  ownerOf,
  spareAccount,
} from "./account.ts";
import { EmbeddedError } from "./error.ts";

/**
 * Where one embedded database lives. `home` is DATA_DIR/database, or a folder under /var/lib/plumbline if the
 * account that runs PostgreSQL can't reach DATA_DIR. `account` is undefined when PostgreSQL runs as
 * ourselves.
 */
export type Place = {
  dataDir: string;
  home: string;
  data: string;
  log: string;
  /** In the title of every process of this cluster, to distinguish them from other PostgreSQL processes. */
  name: string;
  account: Account | undefined;
};

const ELSEWHERE = "/var/lib/plumbline";

/**
 * DATA_DIR/database. The lock is always here, and so is the database unless `place` in it names another
 * folder.
 */
export function baseFolder(dataDir: string): string {
  return join(dataDir, "database");
}

/**
 * Creates DATA_DIR and our folder in it; returns DATA_DIR with links resolved, so that two spellings are one
 * folder.
 * @throws EmbeddedError if our folder belongs to another user.
 */
export function makeFolders(dataDir: string): string {
  // Other users may enter but not list. The umask cuts mkdir's mode, hence the chmod, and only of folders we
  // just created.
  const mode = isRoot() ? 0o711 : 0o700;
  if (makeFolder(dataDir, mode)) chmodSync(dataDir, mode);
  const real = realpathSync(dataDir);
  const base = baseFolder(real);
  const owner = ownerOf(base);
  if (!isRoot() && owner && owner.uid !== process.getuid?.()) {
    throw new EmbeddedError(
      `The database folder ${base} belongs to another user (${owner.name}), usually because it was started as root. Start as that user again, or make this user the owner of the folder and everything in it.`,
    );
  }
  setOwnMode(base);
  return real;
}

/** Creates a folder and its parents; returns whether it was missing. */
function makeFolder(folder: string, mode: number): boolean {
  try {
    return mkdirSync(folder, { recursive: true, mode }) !== undefined;
  } catch (error) {
    // On a read-only disk Node's recursive mkdir reports ENOENT; creating the first missing folder alone
    // reports the real error.
    let missing = folder;
    while (!existsSync(dirname(missing))) missing = dirname(missing);
    if ((error as NodeJS.ErrnoException).code === "ENOENT") mkdirSync(missing, { mode });
    throw error;
  }
}

/** This folder is ours alone, so we may set its mode at every start. */
function setOwnMode(folder: string): void {
  const mode = isRoot() ? 0o711 : 0o700;
  makeFolder(folder, mode);
  if ((lstatSync(folder).mode & 0o777) !== mode) chmodSync(folder, mode);
}

/**
 * Decides where the database of `dataDir` lives: where it already is, else in DATA_DIR, else (root only)
 * under /var/lib/plumbline. Never changes mode or owner of a folder we did not create.
 * @throws EmbeddedError if the database is missing from its recorded place, or belongs to another user.
 */
export function settlePlace(dataDir: string, note: (line: string) => void): Place {
  const base = baseFolder(dataDir);
  const pointer = join(base, "place");
  const pointed = existsSync(pointer) ? readFileSync(pointer, "utf8").trim() : undefined;
  const home = pointed ?? base;
  const data = join(home, "cluster");
  if (pointed !== undefined && !existsSync(data)) {
    throw new EmbeddedError(
      `The database of ${dataDir} was in ${pointed} and is not there anymore. Put that folder back, or delete ${pointer} to start with an empty database.`,
    );
  }
  const owner = ownerOf(data);
  if (!isRoot()) {
    if (owner && owner.uid !== process.getuid?.()) {
      throw new EmbeddedError(
        `The database files in ${data} belong to another user (${owner.name}), usually because it was started as root. Start as root again, or make this user the owner of the folder and everything in it.`,
      );
    }
    return describe(dataDir, home, undefined);
  }
  // Files with an unprivileged owner keep that owner, so a folder first used by a plain user and later by
  // root needs no chown.
  const account = owner && owner.uid !== 0 ? owner : spareAccount();
  const closed = closedFolder(account, dirname(home));
  if (closed === undefined) {
    if (owner?.uid === 0) setOwner(account, data); // for example copied back by root
    if (pointed !== undefined) note(`The embedded database is in ${home}.`);
    return describe(dataDir, home, account);
  }
  if (pointed !== undefined) {
    throw new EmbeddedError(
      `The database in ${home} cannot be reached as ${account.name}: ${closed} is closed to it.`,
    );
  }
  const away = join(ELSEWHERE, shortHash(dataDir));
  setOwnMode(ELSEWHERE);
  setOwnMode(away);
  if (owner) moveFiles(data, join(away, "cluster"));
  note(
    `The embedded database is in ${away}, because ${closed} is closed to the account that runs it (${account.name}).`,
  );
  return describe(dataDir, away, account);
}

function moveFiles(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    throw new EmbeddedError(
      `The database files in ${from} can no longer be reached by the account that runs them. Move them to ${to}, keeping their owner, and start again.`,
    );
  }
}

function describe(dataDir: string, home: string, account: Account | undefined): Place {
  const data = join(home, "cluster");
  return {
    dataDir,
    home,
    data,
    log: join(home, "postgres.log"),
    name: `plumbline-${shortHash(data)}`,
    account,
  };
}

/**
 * Records in DATA_DIR that the database lives elsewhere. Only once a database exists: a record of a missing
 * one would block the next start.
 */
export function rememberPlace(place: Place): void {
  const pointer = join(baseFolder(place.dataDir), "place");
  if (place.home === baseFolder(place.dataDir) || existsSync(pointer)) return;
  writeFileSync(`${pointer}.new`, `${place.home}\n`, { flush: true });
  renameSync(`${pointer}.new`, pointer);
}

/**
 * Longest folder path (bytes) that leaves room for "/.s.PGSQL.5432": a socket path ends at 103 bytes on
 * macOS, 107 on Linux.
 */
const SOCKET_FOLDER_BYTES = 88;

/**
 * The private folder (0700, owned by the account that runs PostgreSQL) of the socket.
 * @throws EmbeddedError if other users own every name we try under the temporary folder.
 */
export function socketFolder(place: Place): string {
  const near = join(place.home, "sockets");
  // PostgreSQL reads the setting as a list, so a comma or quote in the path would split it.
  if (Buffer.byteLength(near) <= SOCKET_FOLDER_BYTES && !/[",]/.test(near)) {
    mkdirSync(near, { recursive: true, mode: 0o700 });
    makePrivate(place.account, near);
    return near;
  }
  for (const parent of new Set([tmpdir(), "/tmp"])) {
    if (Buffer.byteLength(parent) > 60 || /[",]/.test(parent)) continue;
    if (place.account && closedFolder(place.account, parent) !== undefined) continue;
    // The name is predictable, so another user can create it first in a shared /tmp; then try the next one.
    for (let turn = 0; turn < 8; turn++) {
      const folder = join(parent, `${place.name}${turn === 0 ? "" : `-${turn}`}`);
      if (claimSocketFolder(folder, place.account)) return folder;
    }
  }
  throw new EmbeddedError(
    `The path ${place.home} is too long for a database socket, and no folder under ${tmpdir()} can be used instead. Set DATA_DIR to a shorter path.`,
  );
}

/**
 * Creates the folder, or checks that it is ours: a real folder of the right owner, closed to everyone else.
 */
function claimSocketFolder(folder: string, account: Account | undefined): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (account) makePrivate(account, folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") return false;
  }
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  const uid = account?.uid ?? process.getuid?.();
  return stat?.isDirectory() === true && stat.uid === uid && (stat.mode & 0o077) === 0;
}

/** Twelve hexadecimal digits that identify a path. */
function shortHash(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 12);
}
