import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, rmSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedError, isUsedUp, meansDiskFull, noSpace } from "./error.ts";
import { DATABASE, PORT, findServer, greet, readState } from "./inspect.ts";
import { logSince, logSize, openLog } from "./log.ts";
import { type Place, socketFolder } from "./place.ts";
import { type Running, isAlive, sendSignal, waitUntil } from "./processes.ts";
import type { Runtime } from "./runtime.ts";

/** All that is needed to run one cluster. */
export type Setup = { place: Place; runtime: Runtime; sockets: string; announce: (line: string) => void };

/** A postmaster that answers. `child` is absent where it was adopted from a process that died. */
export type Postmaster = { pid: number; child: ChildProcess | undefined };

/**
 * Crash recovery replays at most about `max_wal_size`; this (ms) is far beyond what that takes, so past it
 * something else is wrong.
 */
const READY_LIMIT = 10 * 60_000;
const FAST_LIMIT = 10_000;
const IMMEDIATE_LIMIT = 7_000; // PostgreSQL itself kills what has not quit after 5 s
const ORPHAN_LIMIT = 500;

function program(setup: Setup): string {
  return join(setup.runtime.folder, "bin", "postgres");
}

// All settings are arguments: they cannot be changed from inside, a new release changes them for old clusters
// as well, and the command line of a running postmaster tells whether it is what we would start today.
function programArguments({ place, sockets }: Setup): string[] {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: sockets,
    unix_socket_permissions: "0700",
    port: PORT,
    cluster_name: place.name,
    fsync: "on",
    full_page_writes: "on",
    // Modest, because mail, pictures and PDFs share the machine: about 64 MB held, no helper processes for
    // parallel plans or I/O (those also need a /dev/shm larger than many containers have).
    max_connections: 60,
    shared_buffers: "64MB",
    io_method: "sync",
    jit: "off",
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    // Bounds both the disk that the log of changes takes and the time that recovery after a crash takes.
    max_wal_size: "512MB",
    wal_compression: "on",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    logging_collector: "off",
    log_destination: "stderr",
    log_checkpoints: "off",
    // Statements and details quote rows, and rows are people.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
  };
  return [
    "-D",
    place.data,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
}

/**
 * A postmaster that answers for this cluster: the one that runs already if it is what we would start, else a
 * new one in its place. The caller must own the folder (see `claimFolder`).
 * @throws EmbeddedError when PostgreSQL does not come up; AbortError when `signal` fires first.
 */
export async function obtainPostmaster(setup: Setup, signal?: AbortSignal): Promise<Postmaster> {
  const { postmaster } = findServer(setup.place);
  if (postmaster) {
    if (await isAdoptable(setup, postmaster, signal)) {
      setup.announce(
        `The embedded database was still running (process ${postmaster.pid}) and is taken over.`,
      );
      return { pid: postmaster.pid, child: undefined };
    }
    signal?.throwIfAborted();
    await haltPostmaster(setup.place);
  }
  await clearRemains(setup);
  return launch(setup, signal);
}

/**
 * Clocks further apart than this (ms) mean that one of the two runs under a shifted clock and the other does
 * not.
 */
const SKEW_LIMIT = 2_000;

async function isAdoptable(setup: Setup, { pid, command }: Running, signal?: AbortSignal): Promise<boolean> {
  if (command !== [program(setup), ...programArguments(setup)].join(" ").trimEnd()) return false;
  const says = () => {
    const said = readState(setup.place);
    return said?.pid === pid ? said.state : "";
  };
  // It may have been left in the middle of its start or of its end. One that says nothing at all is given a
  // moment only.
  const over = () => signal?.aborted === true || !isAlive(pid);
  await waitUntil(() => over() || says() !== "", 5_000);
  await waitUntil(() => over() || says() !== "starting", READY_LIMIT, 20);
  if (over() || says() !== "ready") return false;
  try {
    return (await greet(setup.place, setup.sockets)).skewMs <= SKEW_LIMIT;
  } catch {
    return false;
  }
}

/**
 * Makes way for a new postmaster once the old one is dead: waits for its orphans, ends those that stay, then
 * removes the two files that say a server is running. In that order: while an orphan can still write, those
 * files are what keeps a second server out.
 */
async function clearRemains({ place, sockets, announce }: Setup): Promise<void> {
  const gone = () => findServer(place).children.length === 0;
  if (!gone()) {
    // Idle ones notice within milliseconds; one deep in a query does not look up. Quitting is what a
    // postmaster would tell them.
    for (const [signal, limit] of [
      [undefined, ORPHAN_LIMIT],
      ["SIGQUIT", 1_000],
      ["SIGKILL", 10_000],
    ] as const) {
      if (signal) for (const { pid } of findServer(place).children) sendSignal(pid, signal);
      if (await waitUntil(gone, limit, 25)) break;
    }
    if (!gone()) {
      const pids = findServer(place)
        .children.map(({ pid }) => pid)
        .join(", ");
      throw new EmbeddedError(
        `Processes of the last database server still hold ${place.data} and cannot be ended: ${pids}.`,
      );
    }
    announce("Processes that the last database server left behind have ended.");
  }
  rmSync(join(place.data, "postmaster.pid"), { force: true });
  rmSync(join(sockets, `.s.PGSQL.${PORT}`), { force: true });
  rmSync(join(sockets, `.s.PGSQL.${PORT}.lock`), { force: true });
}

async function launch(setup: Setup, signal?: AbortSignal): Promise<Postmaster> {
  const { place, announce } = setup;
  signal?.throwIfAborted();
  // Made again where somebody tidied it away; clients hold its name, so another one will not do.
  if (socketFolder(place) !== setup.sockets)
    throw new EmbeddedError(`The socket folder ${setup.sockets} was taken away by another user.`);
  const before = logSize(place.log);
  const log = openLog(place.log);
  // Its own session, so that Ctrl-C in a terminal reaches us alone and we can drain first. The environment
  // passes through as it is.
  const child = spawn(program(setup), programArguments(setup), {
    cwd: "/",
    detached: true,
    stdio: ["ignore", log, log],
    uid: place.account?.uid,
    gid: place.account?.gid,
  });
  closeSync(log);
  let failure: string | undefined;
  child.once("error", (error) => (failure = error.message));
  child.once("exit", (code, name) => (failure ??= `it ended with ${name ?? `code ${code}`}`));
  child.unref();
  const { pid } = child;

  let naps = 0;
  await waitUntil(
    () => {
      if (++naps === 600)
        announce("The embedded database is recovering from a crash; this can take a minute.");
      const said = readState(place);
      return (
        failure !== undefined || signal?.aborted === true || (said?.pid === pid && said?.state === "ready")
      );
    },
    READY_LIMIT,
    5,
  );
  try {
    signal?.throwIfAborted();
    if (failure !== undefined || pid === undefined)
      throw new EmbeddedError(startFailure(place, before, failure));
    await greet(place, setup.sockets);
    return { pid, child };
  } catch (error) {
    if (failure === undefined) await haltPostmaster(place);
    if (error instanceof EmbeddedError || signal?.aborted) throw error;
    throw new EmbeddedError(startFailure(place, before, (error as Error).message), { cause: error });
  }
}

function startFailure(place: Place, logFrom: number, otherwise: string | undefined): string {
  const words = logSince(place.log, logFrom);
  if (meansDiskFull(words) || meansDiskFull(otherwise ?? "") || isUsedUp(place.home))
    return noSpace(place.home);
  const line = words.split("\n").findLast((one) => /FATAL|PANIC|error while loading/.test(one));
  const why = line?.replace(/^.*?(FATAL|PANIC): +/, "") ?? otherwise ?? "it said nothing";
  return `The embedded database in ${place.home} did not start: ${why}. PostgreSQL's own words are in ${place.log}.`;
}

/**
 * Ends the postmaster of this cluster, if one runs: fast (clients are cut off, all is written), then
 * immediate (recovery at the next start), then by force. Resolves when it is gone.
 */
export async function haltPostmaster(place: Place): Promise<void> {
  // Found anew, so that a signal never goes to a number that has become somebody else's.
  const { postmaster } = findServer(place);
  if (!postmaster) return;
  const gone = () => !isAlive(postmaster.pid);
  sendSignal(postmaster.pid, "SIGINT");
  if (await waitUntil(gone, FAST_LIMIT, 5)) return;
  sendSignal(postmaster.pid, "SIGQUIT");
  if (await waitUntil(gone, IMMEDIATE_LIMIT, 10)) return;
  sendSignal(postmaster.pid, "SIGKILL");
  await waitUntil(gone, 5_000);
}

/** How a client reaches the database. */
export function ownerAddress(
  setup: Setup,
  user: string,
): { host: string; port: number; user: string; database: string } {
  return { host: setup.sockets, port: PORT, user, database: DATABASE };
}
