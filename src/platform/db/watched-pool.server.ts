import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { socketOf } from "./socket.server.ts";

/** Interval between two checks of a server in use (ms). */
const BEAT_MS = 250;
/**
 * A server silent for this long hangs (ms). With a beat and a page it stays below the two seconds within
 * which people must get an error.
 */
const SILENCE_MS = 1_300;
/**
 * Silence is counted in naps, each counted for at most its nominal length: a process that is itself stalled
 * must not blame the server.
 */
const NAP_MS = 100;
/** Checks stop once the server was unused for this long (ms). */
const REST_MS = 2_000;

/** Thrown to work that asks for a connection while the server hangs. Counts as storage that is away. */
class ServerHangs extends Error {
  readonly code = "ETIMEDOUT";
  constructor() {
    super("The database isn’t responding.");
    this.name = "ServerHangs";
  }
}

/**
 * A pool that detects a hanging server: a stopped process or a dead network refuses nothing, and by itself
 * each statement would wait forever. While the server is in use, a separate connection probes it; when a
 * probe gets no answer, waiting and new work fails until the server answers again. A slow statement on a
 * server that answers goes on.
 */
export class WatchedPool extends pg.Pool {
  readonly #settings: pg.ClientConfig;
  readonly #clients = new Set<pg.PoolClient>();
  readonly #waiting = new Set<() => void>();
  #neededAt = Number.NEGATIVE_INFINITY;
  #isWatching = false;
  #isSilent = false;
  #isOver = false;
  #probe: pg.Client | undefined;

  /** @param settings how to reach the server, also for the connection that probes it */
  constructor(settings: pg.ClientConfig, options: pg.PoolConfig) {
    super({ ...settings, ...options });
    this.#settings = settings;
    this.on("connect", (client) => void this.#clients.add(client));
    this.on("remove", (client) => void this.#clients.delete(client));
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): void;
  override connect(
    callback?: (
      error: Error | undefined,
      client: pg.PoolClient | undefined,
      done: (release?: unknown) => void,
    ) => void,
  ): Promise<pg.PoolClient> | void {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error ?? new ServerHangs())));
      });
    this.#watch();
    if (this.#isSilent) return void setImmediate(callback, new ServerHangs(), undefined, () => {});
    let hasFailed = false;
    const giveUp = () => {
      hasFailed = true;
      callback(new ServerHangs(), undefined, () => {});
    };
    this.#waiting.add(giveUp);
    super.connect((error, client, done) => {
      this.#waiting.delete(giveUp);
      // Too late: the caller already got its error. The pool offers no way to return a connection that came
      // late.
      if (hasFailed) (done as typeof done | undefined)?.();
      else callback(error, client, done);
    });
  }

  override async end(): Promise<void> {
    this.#isOver = true;
    cut(this.#probe);
    await super.end();
  }

  #watch(): void {
    this.#neededAt = performance.now();
    if (this.#isWatching || this.#isOver) return;
    this.#isWatching = true;
    void this.#beat().finally(() => (this.#isWatching = false));
  }

  async #beat(): Promise<void> {
    while (!this.#isOver && (this.#isSilent || performance.now() - this.#neededAt < REST_MS)) {
      const isSilent = await this.#isSilentNow();
      if (isSilent && !this.#isSilent && !this.#isOver) {
        this.#isSilent = true;
        for (const giveUp of this.#waiting) giveUp();
        this.#waiting.clear();
        // Statements in progress fail as if the server had died: whether a commit already sent takes effect
        // is unknown, as it would be then.
        for (const client of this.#clients) cut(client);
      } else if (!isSilent) this.#isSilent = false;
      await sleep(BEAT_MS, undefined, { ref: false });
    }
    const probe = this.#probe;
    this.#probe = undefined;
    await probe?.end().catch(() => {});
  }

  /** Whether the server hangs. A refused connection is an answer: callers get that error right away too. */
  async #isSilentNow(): Promise<boolean> {
    let hasAnswer = false;
    const probe = this.#probe;
    const probing = (probe ? probe.query("select 1") : this.#open()).then(
      () => (hasAnswer = true),
      () => {
        hasAnswer = true;
        cut(this.#probe);
        this.#probe = undefined;
      },
    );
    for (let waited = 0; waited < SILENCE_MS && !hasAnswer; waited += NAP_MS)
      await Promise.race([probing, sleep(NAP_MS, undefined, { ref: false })]);
    if (hasAnswer) return false;
    cut(this.#probe);
    this.#probe = undefined;
    return true;
  }

  async #open(): Promise<void> {
    const probe = new pg.Client({ ...this.#settings, application_name: "plumbline pulse" });
    this.#probe = probe;
    // The next probe reports what broke.
    probe.on("error", () => {});
    await probe.connect();
    await probe.query("select 1");
  }
}

/** Closes a connection on this side only: a server that hangs would never say goodbye. */
function cut(client: pg.ClientBase | undefined): void {
  if (client) socketOf(client)?.destroy();
}
