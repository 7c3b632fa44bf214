import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/database.server.ts";
import { type Log, loggableError, warnOncePerCause } from "../log/log.server.ts";
import type { Clock } from "../time/clock.ts";
import { type Channel, createClaimer, type StoredMark } from "./claimer.server.ts";
import { type Flight, messagesInFlight, recoverMessages } from "./recovery.server.ts";
import type { JsonRow } from "./rows.server.ts";
import { createSignal } from "./signal.ts";

/** What every channel's messages have. */
interface Message {
  readonly accountId: string;
  readonly id: string;
  readonly state: string;
}

/** The change to a message's row that an attempt leads to. */
export interface Change {
  readonly state: string;
  readonly nextAttemptAt?: Temporal.Instant | undefined;
  /** The claim was released without an attempt. */
  readonly unused?: boolean;
}

/** A change that brings a message to an end. */
export type Outcome<To extends Change> = To & {
  readonly state: Exclude<To["state"], "queued" | "committing">;
};

/** A message that this process has claimed and not yet settled. */
export interface Claimed<Of extends Message> {
  readonly message: Of;
  readonly claimer: bigint;
  /** Its connection, once it has one. */
  slot: number;
}

/** What a channel does with its messages. */
export interface Courier<Of extends Message, To extends Change> {
  messageOf(row: JsonRow): Of;
  /** How many more messages may be claimed now. */
  vacancies(): number;
  /** Takes over newly claimed messages. */
  accept(items: readonly Claimed<Of>[]): void;
  /** Starts accepted messages that have a connection now; whether to claim more. */
  start(): boolean;
  /** Called before the next look for due messages. */
  woken?(): void;
  /** Called after a message was settled. */
  forgotten?(item: Claimed<Of>): void;
  /** Called after an outcome was stored. At most once: a crash in between loses the call, never the row. */
  report(message: Of, change: Outcome<To>): void | Promise<void> | undefined;
  /** Queues messages again that this process has claimed and does not know; how many. */
  releaseOrphans?(flight: Flight, known: readonly string[], now: Temporal.Instant): Promise<number>;
  /** Accepted messages that have not started, when stopping. */
  takeBack?(): readonly Claimed<Of>[];
  /** Cuts messages in transit. */
  abort(): void;
  close?(): void;
}

export interface Sending<Of extends Message, To extends Change> {
  /** The current lock's key; undefined without one. */
  readonly key: bigint | undefined;
  readonly isStopping: boolean;
  /** Whether a `sendDue` is under way: each message gets an attempt now. */
  readonly isHurried: boolean;
  /** Whether the channel's server failed a moment ago. */
  readonly isPaused: boolean;
  /** Takes messages that are claimed already. */
  accept(items: readonly Claimed<Of>[]): void;
  /** Starts what can start and claims more. Call when a connection is free. */
  pump(): void;
  /** As `Claimer.commit`: the end of a message may be sent only if true. */
  commit(item: Claimed<Of>, change: To): Promise<boolean>;
  /**
   * Stores an outcome. The connection doesn't wait and goes on with its next message.
   * @param lost called if the message no longer belongs to this claim
   */
  settle(item: Claimed<Of>, change: To, lost?: () => Promise<void>): void;
  /** Queues a message again that was not attempted. */
  release(item: Claimed<Of>, notBefore?: Temporal.Instant): void;
  /** Gives up a message whose claim is gone; recovery queues it again. */
  forget(item: Claimed<Of>): void;
  /** Notes whether the channel's server is away; while it is, sending pauses. */
  noteReachability(isAway: boolean): void;
  start(): Promise<void>;
  stop(withinMs?: number): Promise<void>;
  wake(): void;
  sendDue(): Promise<void>;
  recover(): Promise<void>;
}

const POLL_MS = 1_000;
const RECOVER_MS = 5_000;
const AWAY_MS = { first: 1_000, longest: 30_000 };

/**
 * What sending mail and texts have in common: claiming due messages, storing their outcomes, pausing while
 * the server is away, recovering messages of dead senders, and stopping in time.
 * @param courier connects, sends, and knows what a channel's messages need
 */
export function createSending<Of extends Message, To extends Change>(
  channel: Channel,
  {
    database,
    clock,
    log,
    random,
    outcomes,
  }: {
    readonly database: Pick<Database, "app" | "appSettings">;
    readonly clock: Clock;
    readonly log: Log;
    /** From 0 up to 1; spreads recovery among processes. */
    readonly random: () => number;
    /** Counts final outcomes. */
    readonly outcomes: { count(outcome: string): void };
  },
  courier: Courier<Of, To>,
): Sending<Of, To> {
  const claimer = createClaimer<To & StoredMark>(database.appSettings, log, channel);
  const held = new Map<string, Claimed<Of>>();
  let timers: NodeJS.Timeout[] = [];
  let isStopping = false;
  /** The last check found nothing; wait for the next poll or wake. */
  let exhausted = true;
  let filling: Promise<number> | undefined;
  let recovering: Promise<void> | undefined;
  /** Number of sendDue calls in progress: they don't wait for the server to come back. */
  let sendDueCalls = 0;
  let away = { until: 0, ms: 0 };
  const freed = createSignal();

  const looks = warnOncePerCause(log, `${channel}: can't look for due messages`);
  const recoveries = warnOncePerCause(log, `${channel}: can't look for messages without a sender`);
  const isPaused = () => sendDueCalls === 0 && performance.now() < away.until;

  function pump(): void {
    if (isStopping || isPaused()) return;
    if (courier.start() && !exhausted) void fill().then(looks.worked, looks.failed);
  }

  function fill(): Promise<number> {
    filling ??= claimDue().finally(() => (filling = undefined));
    return filling;
  }

  async function claimDue(): Promise<number> {
    exhausted = true;
    const vacancies = courier.vacancies();
    if (isStopping || vacancies <= 0) return 0;
    const key = await claimer.ready();
    // Over the pool, not the claimer's session, where it would delay outcomes. If that session is lost
    // meanwhile, these rows have a claimer without a lock: their commits are refused and recovery queues them
    // again.
    const { rows } = await database.app.query<{ row: JsonRow }>(
      `select ${channel}_claim($1, $2, $3) as row`,
      [key.toString(), clock.now().toString(), vacancies],
    );
    accept(rows.map(({ row }) => ({ message: courier.messageOf(row), claimer: key, slot: 0 })));
    exhausted = rows.length === 0;
    pump();
    return rows.length;
  }

  function accept(items: readonly Claimed<Of>[]): void {
    for (const item of items) held.set(item.message.id, item);
    if (!isStopping) courier.accept(items);
    else for (const item of items) release(item);
  }

  const mark = ({ accountId, id }: Of, change: To): To & StoredMark => ({
    accountId,
    id,
    at: clock.now(),
    ...change,
  });

  function settle(item: Claimed<Of>, change: To, lost?: () => Promise<void>): void {
    void claimer.settle(mark(item.message, change), item).then(async (stored) => {
      try {
        if (stored) await report(item.message, change);
        else await lost?.();
      } finally {
        forget(item);
      }
    });
  }

  function release(item: Claimed<Of>, nextAttemptAt?: Temporal.Instant): void {
    settle(item, { state: "queued", unused: true, nextAttemptAt } as To);
  }

  function forget(item: Claimed<Of>): void {
    held.delete(item.message.id);
    courier.forgotten?.(item);
    freed.give();
  }

  async function quiet(): Promise<void> {
    while (held.size > 0) await freed.wait();
  }

  async function report(message: Of, change: To): Promise<void> {
    if (change.state === "queued" || change.state === "committing") return;
    outcomes.count(change.state);
    try {
      await courier.report(message, change as Outcome<To>);
    } catch (error) {
      log.error(
        { accountId: message.accountId, messageId: message.id, error: loggableError(error) },
        `${channel}: telling an outcome failed`,
      );
    }
  }

  async function recoverNow(): Promise<void> {
    const now = clock.now();
    const flights = await messagesInFlight(database.app, channel);
    // This process is alive and will settle its messages under old keys itself, with better knowledge.
    const holding = new Set([...held.values()].map((item) => item.claimer));
    const own = flights.find(({ claimer: key }) => key === claimer.key);
    const dead = flights.filter(({ claimer: key }) => key !== claimer.key && !holding.has(key));
    const recovered = (await recoverMessages(database.app, channel, dead, now)).map((row) =>
      courier.messageOf(row),
    );
    for (const message of recovered)
      if (message.state === "unknown") await report(message, { state: "unknown" } as To);
    const orphans = own ? ((await courier.releaseOrphans?.(own, [...held.keys()], now)) ?? 0) : 0;
    if (recovered.length + orphans === 0) return;
    log.warn({ recovered: recovered.length, orphans }, `${channel}: messages without a sender were freed`);
    wake();
  }

  function recover(): Promise<void> {
    recovering ??= recoverNow().finally(() => (recovering = undefined));
    return recovering;
  }

  const recoverQuietly = (): void => void recover().then(recoveries.worked, recoveries.failed);

  function wake(): void {
    courier.woken?.();
    exhausted = false;
    if (timers.length > 0) pump();
  }

  return {
    get key() {
      return claimer.key;
    },
    get isStopping() {
      return isStopping;
    },
    get isHurried() {
      return sendDueCalls > 0;
    },
    get isPaused() {
      return isPaused();
    },
    accept,
    pump,
    commit: (item, change) => claimer.commit(mark(item.message, change), item),
    settle,
    release,
    forget,
    noteReachability(isAway) {
      if (!isAway) return void (away = { until: 0, ms: 0 });
      const ms = Math.min(Math.max(away.ms * 2, AWAY_MS.first), AWAY_MS.longest);
      // Connections that fail together count as one failure.
      if (performance.now() >= away.until) away = { ms, until: performance.now() + ms };
    },
    async start() {
      if (isStopping || timers.length > 0) return;
      timers = [setInterval(wake, POLL_MS), setInterval(recoverQuietly, RECOVER_MS + random() * 1_000)];
      recoverQuietly();
      wake();
      await claimer.ready().catch(() => {});
    },
    async stop(withinMs = 20_000) {
      isStopping = true;
      for (const timer of timers) clearInterval(timer);
      timers = [];
      await Promise.allSettled([filling, recovering]);
      for (const item of courier.takeBack?.() ?? []) release(item);
      const deadline = new AbortController();
      const limit = sleep(withinMs, undefined, { signal: deadline.signal }).then(
        () => {
          courier.abort();
          // Cut messages still get their outcomes stored, unless the database is away.
          return sleep(2_000, undefined, { signal: deadline.signal }).catch(() => {});
        },
        () => {},
      );
      await Promise.race([quiet(), limit]);
      deadline.abort();
      if (held.size > 0)
        log.warn(
          { messages: held.size },
          `${channel}: stopped before all outcomes were stored; they are recovered at the next start`,
        );
      courier.close?.();
      await claimer.close();
    },
    wake,
    async sendDue() {
      sendDueCalls++;
      try {
        pump();
        for (;;) {
          // Each round begins with room for a message, so that nothing due is left at the end.
          while (courier.vacancies() <= 0) await freed.wait();
          if ((await fill()) === 0) break;
          await quiet();
        }
        await quiet();
      } finally {
        sendDueCalls--;
      }
    },
    recover,
  };
}
