import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Between two looks at a server that is needed (ms). */
const BEAT_MS = 250;
/**
 * A server that says nothing for this long hangs (ms). With a beat and a page it stays below the two seconds
 * within which people are told.
 */
const SILENCE_MS = 1_300;
/**
 * The time is counted in naps, each for what it should have taken at most: a process that is held up itself
 * must not blame the server.
 */
const NAP_MS = 100;
/** Nobody has needed the server for this long (ms): it is not looked at any more. */
const REST_MS = 2_000;

/**
 * What work gets that asks for a connection while the server says nothing. Counts as storage that is away.
 */
class ServerHangs extends Error {
  readonly code = "ETIMEDOUT";
  constructor() {
    super("The database does not answer.");
    this.name = "ServerHangs";
  }
}

/**
 * A pool that notices when its server hangs: a stopped process or a dead network refuses nothing, and by
 * itself each statement would wait for good. While work needs the server, a connection of its own asks it
 * again and again; when it says nothing, what waits for it fails, and so does whatever asks next, until it
 * answers again. A statement that takes long on a server that answers goes on.
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

  /** @param settings how the server is reached, also for the connection that watches it */
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
    let isTold = false;
    const giveUp = () => {
      isTold = true;
      callback(new ServerHangs(), undefined, () => {});
    };
    this.#waiting.add(giveUp);
    super.connect((error, client, done) => {
      this.#waiting.delete(giveUp);
      // Too late: whoever asked was told that there is none. The pool gives no way to return what it could
      // not get in time.
      if (isTold) (done as typeof done | undefined)?.();
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
        // What is under way fails as if the server had ended: whether a commit that was sent takes effect is
        // as open as then.
        for (const client of this.#clients) cut(client);
      } else if (!isSilent) this.#isSilent = false;
      await sleep(BEAT_MS, undefined, { ref: false });
    }
    const probe = this.#probe;
    this.#probe = undefined;
    await probe?.end().catch(() => {});
  }

  /** Whether the server says nothing. A refusal is an answer: those who ask get it at once as well. */
  async #isSilentNow(): Promise<boolean> {
    let isHeard = false;
    const probe = this.#probe;
    const asked = (probe ? probe.query("select 1") : this.#open()).then(
      () => (isHeard = true),
      () => {
        isHeard = true;
        cut(this.#probe);
        this.#probe = undefined;
      },
    );
    for (let waited = 0; waited < SILENCE_MS && !isHeard; waited += NAP_MS)
      await Promise.race([asked, sleep(NAP_MS, undefined, { ref: false })]);
    if (isHeard) return false;
    cut(this.#probe);
    this.#probe = undefined;
    return true;
  }

  async #open(): Promise<void> {
    const probe = new pg.Client({ ...this.#settings, application_name: "plumbline pulse" });
    this.#probe = probe;
    // What breaks it is heard from the next question.
    probe.on("error", () => {});
    await probe.connect();
    await probe.query("select 1");
  }
}

/** Ends a connection on this side alone: a server that hangs would never say goodbye. */
function cut(client: pg.ClientBase | undefined): void {
  // The driver does not type its socket.
  (client as unknown as { connection?: { stream?: Socket } } | undefined)?.connection?.stream?.destroy();
}
