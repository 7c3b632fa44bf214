import { isAbsolute } from "node:path";
import { OWNER, ensureCluster } from "./cluster.ts";
import { EmbeddedError, asEmbeddedError } from "./error.ts";
import { claimFolder } from "./lock.ts";
import { trimLog } from "./log.ts";
import { baseFolder, makeFolders, type Place, rememberPlace, settlePlace, socketFolder } from "./place.ts";
import { type Setup, haltPostmaster, obtainPostmaster, ownerAddress } from "./postmaster.ts";
import { removeOldRuntimes, readyRuntime } from "./runtime.ts";
import { supervise } from "./supervise.ts";

/** A running embedded PostgreSQL. */
export type EmbeddedServer = {
  /**
   * How its owner (a superuser) connects with `pg`: `host` is the folder of a unix socket. Stays the same
   * across restarts.
   */
  owner: { host: string; port: number; user: string; database: string };
  /** What an operator should read once at start, such as where the files are when not in DATA_DIR. */
  notes: string[];
  /**
   * Ends the server (fast shutdown: open transactions are rolled back; forced after 10 s) and lets the folder
   * go. May be called again.
   */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on `dataDir`/database and keeps it running until `stop()`: a server left behind by a
 * crash is taken over, one that ends unexpectedly is started again for as long as it takes.
 *
 * `dataDir` is absolute and made when missing. `onUnexpectedExit` is told (one sentence) each time the server
 * ends by itself; until it is back, connecting fails. `announce` gets every note at once, and lines about
 * recovery and restarts while it runs.
 *
 * Should this process die without `stop()`, the server runs on, harmlessly, until the next start on the
 * folder.
 * @throws EmbeddedError whose message is fit for an operator: folder in use by another process, not writable,
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
  const letGo = () => {
    for (const release of locks.splice(0)) release();
  };
  try {
    const real = makeFolders(dataDir);
    locks.push(claimFolder(baseFolder(real), dataDir));
    const place = settlePlace(real, (line) => {
      notes.push(line);
      announce(line);
    });
    // A copy of a DATA_DIR points to the same place elsewhere, which needs an owner of its own then.
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
      stop: () => (stopped ??= supervisor.stop().finally(letGo)),
    };
  } catch (error) {
    if (launched) await haltPostmaster(launched).catch(() => {});
    letGo();
    throw asEmbeddedError(error, dataDir);
  }
}
