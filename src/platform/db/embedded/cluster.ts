import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makePrivate } from "./account.ts";
import { EmbeddedError, meansDiskFull, noSpace } from "./error.ts";
import type { Place } from "./place.ts";
import {
  type Running,
  isAlive,
  listProcesses,
  runToEnd,
  sendSignal,
  waitUntil,
  workingFolder,
} from "./processes.ts";
import type { Runtime } from "./runtime.ts";

/** The bootstrap superuser, which owns the database and runs the migrations. */
export const OWNER = "plumbline_owner";

const UNFINISHED = "cluster.new";

/**
 * Creates the database files if missing. initdb works in a sibling folder that is renamed when complete, so a
 * folder with the final name is always complete, even after an interrupted first start.
 * @throws EmbeddedError when initdb fails or the files belong to another PostgreSQL version.
 */
export async function ensureCluster(place: Place, runtime: Runtime): Promise<void> {
  await sweepUnfinished(place);
  if (existsSync(place.data) && readdirSync(place.data).length > 0) {
    checkVersion(place, runtime);
    // Restored copies often have other modes, which PostgreSQL refuses.
    if ((lstatSync(place.data).mode & 0o777) !== 0o700) chmodSync(place.data, 0o700);
    return;
  }
  const part = join(place.home, UNFINISHED);
  mkdirSync(part, { mode: 0o700 });
  makePrivate(place.account, part);
  const { code, words } = await runToEnd(
    join(runtime.folder, "bin", "initdb"),
    initdbArguments(part),
    place.account,
  );
  if (code !== 0) {
    await rm(part, { recursive: true, force: true });
    throw new EmbeddedError(
      meansDiskFull(words)
        ? noSpace(place.home)
        : `The database in ${place.home} could not be created: ${reason(words)}`,
    );
  }
  renameSync(part, place.data); // initdb has synced the contents; sync the name itself here
  syncFolder(dirname(place.data));
}

function initdbArguments(folder: string): string[] {
  return [
    "-D",
    folder,
    `--username=${OWNER}`,
    // Sorting and case rules come from PostgreSQL itself, so an index is valid on every machine and after
    // every OS upgrade.
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-locale",
    "--text-search-config=english",
    // Safe because the only way in is a socket in a folder that no other user may enter.
    "--auth=trust",
    "--data-checksums",
  ];
}

function reason(words: string): string {
  const lines = words.trim().split("\n");
  return (
    lines.find((line) => /error|fatal|could not/i.test(line)) ??
    lines.at(-1) ??
    "initdb exited without an error message"
  );
}

/** Removes the remains of an interrupted first start, after ending its initdb if that still runs. */
async function sweepUnfinished(place: Place): Promise<void> {
  const part = join(place.home, UNFINISHED);
  if (!existsSync(part)) return;
  // Searched again each round: initdb may have started another helper meanwhile.
  for (let round = 0; round < 10; round++) {
    const busy = listProcesses().filter((one) => worksIn(part, one));
    if (busy.length === 0) break;
    for (const { pid } of busy) sendSignal(pid, "SIGKILL");
    await waitUntil(() => busy.every(({ pid }) => !isAlive(pid)), 2_000);
  }
  await rm(part, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

function worksIn(folder: string, { pid, program, command }: Running): boolean {
  return (
    ["initdb", "postgres"].includes(basename(program)) &&
    (command.includes(folder) || workingFolder(pid) === folder)
  );
}

function checkVersion(place: Place, runtime: Runtime): void {
  const file = join(place.data, "PG_VERSION");
  if (!existsSync(file)) {
    throw new EmbeddedError(
      `The folder ${place.data} contains something that is not a database. Move it elsewhere and start again.`,
    );
  }
  const made = readFileSync(file, "utf8").trim();
  const ours = runtime.version.split(".", 1)[0];
  if (made !== ours) {
    throw new EmbeddedError(
      `The database in ${place.data} was created by PostgreSQL ${made}, but this version runs ${ours}. Back it up with the version that created it, then restore it here.`,
    );
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
