import { isAbsolute } from "node:path";
import { OWNER, ensureCluster } from "./cluster.ts";
import { EmbeddedError, asEmbeddedError } from "./error.ts";
import { claimFolder } from "./lock.ts";
import { trimLog } from "./log.ts";
import { baseFolder, makeFolders, type Place, rememberPlace, settlePlace, socketFolder } from "./place.ts";
import { type Setup, haltPostmaster, obtainPostmaster, ownerAddress } from "./postmaster.ts";
import { removeOldRuntimes, readyRuntime } from "./runtime.ts";
import { supervise } from "./supervise.ts";

export type EmbeddedServer = {
  /**
   * How its owner (a superuser) connects with `pg`: `host` is the folder of a unix socket. The same across
   * restarts.
   */
  owner: { host: string; port: number; user: string; database: string };
  /** For the operator at start, such as where the files are if not in DATA_DIR. */
  notes: string[];
  /**
   * Stops the server (fast shutdown: open transactions are rolled back; forced after 10 s) and releases the
   * folder. May be called again.
   */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on `dataDir`/database and keeps it running until `stop()`: adopts a server left by a
 * crash, and restarts one that ends unexpectedly for as long as it takes.
 *
 * `dataDir` is absolute and created if missing. `onUnexpectedExit` gets one sentence each time the server
 * ends by itself; until it is back, connecting fails. `announce` gets every note right away, and lines about
 * recovery and restarts later.
 *
 * If this process dies without `stop()`, the server runs on, harmlessly, until the next start on the folder.
 * @throws EmbeddedError with a message for the operator: folder in use by another process, not writable,
 * full, files of another PostgreSQL version or user, or no PostgreSQL for this machine.
 */
export async function startEmbedded(options: {
  dataDir: string;
  onUnexpectedExit?: (why: string) => void;
  announce?: (line: string) => void;
}): Promise<EmbeddedServer> {
  const { dataDir, onUnexpectedExit = () => {}, announce = () => {} } = options;
  if (!isAbsolute(dataDir))
    throw new EmbeddedError(`The data folder must be an absolute path, not ${dataDir}.`);
  const notes: string[] = [];
  const locks: (() => void)[] = [];
  let launched: Place | undefined;
  const releaseLocks = () => {
    for (const release of locks.splice(0)) release();
  };
  try {
    const real = makeFolders(dataDir);
    locks.push(claimFolder(baseFolder(real), dataDir));
    const place = settlePlace(real, (line) => {
      notes.push(line);
      announce(line);
    });
    // A copied DATA_DIR points to the same place elsewhere, so that place is locked too.
    if (place.home !== baseFolder(real)) locks.push(claimFolder(place.home, place.home));
    const runtime = await readyRuntime(place);
    const setup: Setup = { place, runtime, sockets: socketFolder(place), announce };
    await ensureCluster(place, runtime);
    rememberPlace(place);
    trimLog(place.log);
    const first = await obtainPostmaster(setup);
    launched = place;
    removeOldRuntimes(place, runtime);
    const supervisor = supervise(setup, first, onUnexpectedExit);
    let stopped: Promise<void> | undefined;
    return {
      owner: ownerAddress(setup, OWNER),
      notes,
      stop: () => (stopped ??= supervisor.stop().finally(releaseLocks)),
    };
  } catch (error) {
    if (launched) await haltPostmaster(launched).catch(() => {});
    releaseLocks();
    throw asEmbeddedError(error, dataDir);
  }
}
