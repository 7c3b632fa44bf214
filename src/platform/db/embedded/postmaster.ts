import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, rmSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedError, isUsedUp, meansDiskFull, noSpace } from "./error.ts";
import { DATABASE, PORT, findServer, greet, readState } from "./inspect.ts";
import { logSince, logSize, openLog } from "./log.ts";
import { type Place, socketFolder } from "./place.ts";
import { type Running, isAlive, sendSignal, waitUntil } from "./processes.ts";
import type { Runtime } from "./runtime.ts";

export type Setup = { place: Place; runtime: Runtime; sockets: string; announce: (line: string) => void };

/** A postmaster that answers. `child` is missing if it was adopted from a dead process. */
export type Postmaster = { pid: number; child: ChildProcess | undefined };

/**
 * Crash recovery replays at most about `max_wal_size`; past this limit (ms), far beyond that, something else
 * is wrong.
 */
const READY_LIMIT = 10 * 60_000;
const FAST_LIMIT = 10_000;
const IMMEDIATE_LIMIT = 7_000; // PostgreSQL itself kills backends that have not quit after 5 s
const ORPHAN_LIMIT = 500;

function program(setup: Setup): string {
  return join(setup.runtime.folder, "bin", "postgres");
}

// All settings are arguments: SQL can't change them, a new release changes them for old clusters too, and a
// running postmaster's command line shows whether it is what we would start today.
function programArguments({ place, sockets }: Setup): string[] {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: sockets,
    unix_socket_permissions: "0700",
    port: PORT,
    cluster_name: place.name,
    fsync: "on",
    full_page_writes: "on",
    // Modest, because mail, pictures and PDFs share the machine: about 64 MB, no helper processes for
    // parallel plans or I/O (those also need a larger /dev/shm than many containers have).
    max_connections: 60,
    shared_buffers: "64MB",
    io_method: "sync",
    jit: "off",
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    // Bounds both the disk space of the write-ahead log and the duration of crash recovery.
    max_wal_size: "512MB",
    wal_compression: "on",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    logging_collector: "off",
    log_destination: "stderr",
    log_checkpoints: "off",
    // Statements and details quote rows, which contain personal data.
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
 * A postmaster that answers for this cluster: the running one if it matches what we would start, else a new
 * one. The caller must own the folder (see `claimFolder`).
 * @throws EmbeddedError when PostgreSQL does not come up; AbortError when `signal` fires first.
 */
export async function obtainPostmaster(setup: Setup, signal?: AbortSignal): Promise<Postmaster> {
  const { postmaster } = findServer(setup.place);
  if (postmaster) {
    if (await isAdoptable(setup, postmaster, signal)) {
      setup.announce(
        `The embedded database was still running (process ${postmaster.pid}) and was taken over.`,
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
 * Clocks further apart than this (ms) mean that one process runs under a shifted clock and the other doesn't.
 */
const SKEW_LIMIT = 2_000;

async function isAdoptable(setup: Setup, { pid, command }: Running, signal?: AbortSignal): Promise<boolean> {
  if (command !== [program(setup), ...programArguments(setup)].join(" ").trimEnd()) return false;
  const state = () => {
    const pidFile = readState(setup.place);
    return pidFile?.pid === pid ? pidFile.state : "";
  };
  // It may be starting or stopping. If it reports no state at all, wait only a moment.
  const over = () => signal?.aborted === true || !isAlive(pid);
  await waitUntil(() => over() || state() !== "", 5_000);
  await waitUntil(() => over() || state() !== "starting", READY_LIMIT, 20);
  if (over() || state() !== "ready") return false;
  try {
    return (await greet(setup.place, setup.sockets)).skewMs <= SKEW_LIMIT;
  } catch {
    return false;
  }
}

/**
 * Prepares for a new postmaster after the old one died: waits for its orphans, ends the remaining ones, then
 * removes the two files that say a server is running. In that order: while an orphan can still write, those
 * files prevent a second server.
 */
async function clearRemains({ place, sockets, announce }: Setup): Promise<void> {
  const gone = () => findServer(place).children.length === 0;
  if (!gone()) {
    // Idle backends notice within milliseconds; one inside a query doesn't. SIGQUIT is what a postmaster
    // would send them.
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
        `Processes of the last database server still use ${place.data} and cannot be stopped: ${pids}.`,
      );
    }
    announce("Stopped the processes that the last database server left behind.");
  }
  rmSync(join(place.data, "postmaster.pid"), { force: true });
  rmSync(join(sockets, `.s.PGSQL.${PORT}`), { force: true });
  rmSync(join(sockets, `.s.PGSQL.${PORT}.lock`), { force: true });
}

async function launch(setup: Setup, signal?: AbortSignal): Promise<Postmaster> {
  const { place, announce } = setup;
  signal?.throwIfAborted();
  // Created again if someone cleaned it up. Clients know its name, so another folder will not do.
  if (socketFolder(place) !== setup.sockets)
    throw new EmbeddedError(`The socket folder ${setup.sockets} was taken away by another user.`);
  const before = logSize(place.log);
  const log = openLog(place.log);
  // A session of its own, so that Ctrl-C in a terminal reaches only us and we can drain first. The
  // environment passes through.
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
  child.once("exit", (code, name) => (failure ??= `it exited with ${name ?? `code ${code}`}`));
  child.unref();
  const { pid } = child;

  let naps = 0;
  await waitUntil(
    () => {
      if (++naps === 600)
        announce("The embedded database is recovering from a crash; this can take a minute.");
      const pidFile = readState(place);
      return (
        failure !== undefined ||
        signal?.aborted === true ||
        (pidFile?.pid === pid && pidFile?.state === "ready")
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
  const why = line?.replace(/^.*?(FATAL|PANIC): +/, "") ?? otherwise ?? "no error message";
  return `The embedded database in ${place.home} did not start: ${why}. See PostgreSQL’s log in ${place.log}.`;
}

/**
 * Ends this cluster's postmaster, if one runs: fast (disconnect clients, write everything), then immediate
 * (recovery at the next start), then kill. Resolves when it is gone.
 */
export async function haltPostmaster(place: Place): Promise<void> {
  // Searched each time, so that a signal never goes to a reused pid.
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

export function ownerAddress(
  setup: Setup,
  user: string,
): { host: string; port: number; user: string; database: string } {
  return { host: setup.sockets, port: PORT, user, database: DATABASE };
}
