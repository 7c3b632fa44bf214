import type { Delivered, Delivery } from "../smtp/delivery.ts";
import type { BusinessServer } from "../smtp/delivery.server.ts";
import type { MailMessage } from "../message.ts";
import type { SmtpError, Verdict } from "../smtp/verdict.ts";

/** Businesses with their own mail servers; called every few seconds while there is mail for one. */
export interface BusinessServerDirectory {
  /**
   * `gone`: the business no longer has one. `unreadable`: the stored settings can't be decrypted, so it must
   * be connected again.
   */
  find(accountId: string): Promise<BusinessServer | "gone" | "unreadable">;
  /**
   * Called with a connection's error, or null if it works; at most every quarter of an hour unless it
   * changes. Never rejects.
   */
  recordOutcome(accountId: string, version: string, trouble: SmtpError | null): Promise<void>;
}

/** The part of a message that this needs. */
export interface Sendable {
  readonly message: MailMessage;
}

/** What the mailer does with a message for a business's own server. */
export interface BusinessServerHooks<Item extends Sendable> {
  open(server: BusinessServer, connections: number): Delivery;
  /** Sends one message and calls `onDelivered` with the result. Never rejects. */
  handOver(
    item: Item,
    slot: number,
    delivery: Delivery,
    onDelivered: (delivered: Delivered) => void,
  ): Promise<void>;
  /** The business no longer has its own server: sends over the installation's. */
  sendByInstallation(item: Item): void;
  /** Stores a failed attempt, to be retried with backoff. */
  failed(item: Item, verdict: Verdict & { is: "retry" }): void;
  later(item: Item, ms: number): void;
  /** Whether a caller waits for everything due: then a server that just failed is tried anyway. */
  isHurried(): boolean;
}

/** Mail over businesses' own servers, each separate: a slow or broken one delays no other business. */
export interface BusinessServers<Item extends Sendable> {
  take(accountId: string, item: Item): void;
  /** Stops: gives up everything that no connection has started. */
  takeBack(): Item[];
  abort(): void;
  close(): void;
}

/** Providers allow a handful; two send a business's daily mail in minutes. */
const CONNECTIONS = 2;
const MAX_CLAIMED = 32;
/** A sender looks whether a connection has changed at most this often. */
export const LOOK_AGAIN_MS = 5_000;
const IDLE_MS = 60_000;
const REPORT_AGAIN_MS = 15 * 60_000;
/** Pause after a server could not be reached, or refused our sign-in: wrong passwords get accounts locked. */
const AWAY_MS = { least: 1_000, most: 60_000 };
const REFUSED_MS = { least: 60_000, most: 15 * 60_000 };
const REFUSALS = new Set(["EAUTH", "EGRANT", "EGRANTSITE"]);

const UNREADABLE: SmtpError = {
  message: "we can’t read the saved connection anymore; connect it again",
  code: "EUNREADABLE",
};

export function createBusinessServers<Item extends Sendable>(
  directory: BusinessServerDirectory,
  hands: BusinessServerHooks<Item>,
): BusinessServers<Item> {
  const pools = new Map<string, Pool<Item>>();
  return {
    take(accountId, item) {
      let pool = pools.get(accountId);
      if (!pool) {
        pool = createPool(accountId, directory, hands, () => pools.delete(accountId));
        pools.set(accountId, pool);
      }
      pool.take(item);
    },
    takeBack: () => [...pools.values()].flatMap((pool) => pool.takeBack()),
    abort: () => pools.forEach((pool) => pool.abort()),
    close: () => pools.forEach((pool) => pool.close()),
  };
}

interface Pool<Item> {
  take(item: Item): void;
  takeBack(): Item[];
  abort(): void;
  close(): void;
}

/** The connections to one version of a server's settings. */
interface ServerConnections {
  readonly server: BusinessServer;
  readonly delivery: Delivery;
  readonly free: number[];
  /** Replaced by a new version: closes when its messages have been sent. */
  retired: boolean;
}

function createPool<Item extends Sendable>(
  accountId: string,
  directory: BusinessServerDirectory,
  hands: BusinessServerHooks<Item>,
  ended: () => void,
): Pool<Item> {
  const ready: Item[] = [];
  const lines = new Set<ServerConnections>();
  let line: ServerConnections | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking = false;
  let stopped = false;
  let away = { until: 0, ms: 0, failure: "" };
  let lastReport: { what: string; at: number } | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** Time per message (ms), and until when the server is busy with postponed messages. */
  let pace = 500;
  let booked = 0;

  const isAway = () => !hands.isHurried() && performance.now() < away.until;

  function accept(item: Item): void {
    clearTimeout(idle);
    if (ready.length >= MAX_CLAIMED) {
      // Estimates its turn, so that a long queue is not claimed and released over and over.
      const now = performance.now();
      booked = Math.max(booked, now + LOOK_AGAIN_MS) + pace / CONNECTIONS;
      return hands.later(item, Math.round(booked - now));
    }
    ready.push(item);
    pump();
  }

  function pump(): void {
    if (looking || stopped) return;
    if (ready.length > 0 && performance.now() - lookedAt > LOOK_AGAIN_MS) {
      looking = true;
      void look().then(() => {
        looking = false;
        pump();
      });
      return;
    }
    if (isAway())
      for (const item of ready.splice(0)) hands.failed(item, { is: "retry", failure: away.failure });
    while (line && line.free.length > 0 && ready.length > 0) void work(line, ready.shift()!);
    clearTimeout(idle);
    if (ready.length === 0 && lines.values().every(isQuiet)) idle = setTimeout(end, IDLE_MS).unref();
  }

  async function look(): Promise<void> {
    let found: Awaited<ReturnType<BusinessServerDirectory["find"]>>;
    try {
      found = await directory.find(accountId);
    } catch {
      // The database is away.
      for (const item of ready.splice(0)) hands.later(item, LOOK_AGAIN_MS);
      return;
    }
    lookedAt = performance.now();
    if (typeof found === "object" && found.version === line?.server.version) return;
    if (line) retire(line);
    line = undefined;
    away = { until: 0, ms: 0, failure: "" };
    if (found === "gone") for (const item of ready.splice(0)) hands.sendByInstallation(item);
    else if (found === "unreadable") {
      report("", UNREADABLE);
      for (const item of ready.splice(0))
        hands.failed(item, { is: "retry", failure: `EUNREADABLE: ${UNREADABLE.message}` });
    } else {
      lastReport = undefined;
      const delivery = hands.open(found, CONNECTIONS);
      line = {
        server: found,
        delivery,
        free: Array.from({ length: CONNECTIONS }, (_, slot) => slot),
        retired: false,
      };
      lines.add(line);
    }
  }

  async function work(mine: ServerConnections, item: Item): Promise<void> {
    const slot = mine.free.pop()!;
    const began = performance.now();
    await hands.handOver(item, slot, mine.delivery, (delivered) => noteResult(mine, delivered));
    pace = pace * 0.8 + (performance.now() - began) * 0.2;
    mine.free.push(slot);
    if (mine.retired) closeConnections(mine);
    pump();
  }

  function noteResult(mine: ServerConnections, { verdict, serverAway, trouble }: Delivered): void {
    if (mine.retired) return;
    if (trouble?.code === "EABORTED") return;
    report(mine.server.version, trouble ?? null);
    if (!serverAway) {
      if (verdict.is === "sent") away = { until: 0, ms: 0, failure: "" };
      return;
    }
    const { least, most } = REFUSALS.has(trouble?.code ?? "") ? REFUSED_MS : AWAY_MS;
    // Connections that fail together count as one failure.
    if (performance.now() < away.until) return;
    const ms = Math.min(Math.max(away.ms * 2, least), most);
    away = {
      ms,
      until: performance.now() + ms,
      failure: verdict.is === "retry" ? verdict.failure : "We can’t reach the mail server.",
    };
  }

  function report(version: string, trouble: SmtpError | null): void {
    const what = trouble ? `${trouble.code ?? ""} ${trouble.responseCode ?? ""}` : "fine";
    const at = performance.now();
    if (lastReport?.what === what && (trouble === null || at - lastReport.at < REPORT_AGAIN_MS)) return;
    lastReport = { what, at };
    void directory.recordOutcome(accountId, version, trouble);
  }

  const isQuiet = (one: ServerConnections) => one.free.length === CONNECTIONS;

  function retire(one: ServerConnections): void {
    one.retired = true;
    if (isQuiet(one)) closeConnections(one);
  }

  function closeConnections(one: ServerConnections): void {
    if (!isQuiet(one)) return;
    lines.delete(one);
    one.delivery.close();
  }

  function end(): void {
    stopped = true;
    ended();
    close();
  }

  function close(): void {
    clearTimeout(idle);
    for (const one of lines) one.delivery.close();
  }

  return {
    take: accept,
    takeBack() {
      stopped = true;
      clearTimeout(idle);
      return ready.splice(0);
    },
    abort() {
      for (const one of lines) one.delivery.abort();
    },
    close,
  };
}
