import { setTimeout as sleep } from "node:timers/promises";
import type { Settings } from "../config/settings.server.ts";
import type { Database } from "../db/database.server.ts";
import type { FileStore } from "../files/file-store.ts";
import { type Log, loggableError } from "../log/log.server.ts";
import { type Clock, systemClock } from "../time/clock.ts";
import { type Backoff, nextAttempt } from "./backoff.ts";
import { createClaimer, type Mark } from "./claimer.server.ts";
import { createDelivery, type Delivered } from "./delivery.server.ts";
import type { MailMessage, MailOutcome } from "./message.ts";
import type { Claim } from "./queue.server.ts";
import { messagesInFlight, recoverMessages, releaseStrays } from "./recovery.server.ts";
import { type JsonRow, messageOfRow } from "./row.server.ts";
import type { Sender } from "./sender.server.ts";
import type { SmtpTimeouts } from "./smtp.server.ts";

export interface MailerOptions {
  readonly database: Pick<Database, "app" | "appSettings">;
  readonly settings: Pick<Settings, "SMTP_URL" | "DATA_DIR" | "DKIM_KEY" | "DKIM_SELECTOR">;
  /** The product's own sender: mail is signed for its domain. */
  readonly sender: Sender;
  readonly files: Pick<FileStore, "get">;
  readonly clock?: Clock;
  readonly log: Log;
  /** Told how a message ended, after that was stored. At most once: a crash in between loses the call, never the row. */
  readonly onOutcome?: (outcome: MailOutcome) => void | Promise<void>;
  /** Asked of a follow-up that waited, immediately before it is handed over; one just queued is covered by `suppressQueued`. */
  readonly mayStillSend?: (message: MailMessage) => Promise<{ readonly ok: true } | { readonly suppressed: string }>;
  /** From 0 up to 1; spreads retries. */
  readonly random?: () => number;
  /** Connections to the mail server at once; else `maxConnections` of SMTP_URL, else 10. */
  readonly connections?: number;
  readonly timeouts?: SmtpTimeouts;
  readonly backoff?: Backoff;
}

/** Sends what is queued. Any number of them may work on one database, in one process or many. */
export interface Mailer {
  /** Sends as messages become due, looking once a second and when woken. Resolves when it can claim, or the database is away for now. */
  start(): Promise<void>;
  /** Lets messages on their way arrive, for so many milliseconds at most, and gives the others back. */
  stop(withinMs?: number): Promise<void>;
  /** Looks for due messages now: call after a transaction that queued some has committed. */
  wake(): void;
  /** Sends everything that is due and resolves when its outcomes are stored. @throws when the database is away */
  sendDue(): Promise<void>;
  /** Frees the messages of senders that died (done by itself after `start`). */
  recover(): Promise<void>;
  /** For `queueMails`: the right to send without queueing first. Undefined when this sender is not in a position to. */
  claim(): Claim | undefined;
  /** Takes over messages that were stored under the claim, after their transaction has committed. */
  sendClaimed(claim: Claim, messages: readonly MailMessage[]): void;
}

/** A message that this process has claimed and not yet settled. */
interface Held {
  readonly message: MailMessage;
  readonly claimer: bigint;
  /** The connection it goes over, once it has one. */
  slot: number;
}

const POLL_MS = 1_000;
const RECOVER_MS = 5_000;
/** Who queued a message knew that it may be sent; after this long that knowledge is old. */
const FRESH_MS = 5_000;
const STRAY_AFTER = { minutes: 5 };
/** Claimed ahead per connection: enough that claiming costs little, few enough that other workers get their share. */
const CLAIMED_PER_SLOT = 16;

/** @throws SettingsError for a DKIM key that can't sign */
export function createMailer(options: MailerOptions): Mailer {
  const { database, clock = systemClock, log, onOutcome, mayStillSend, backoff, random = Math.random } = options;
  const delivery = createDelivery({ ...options, clock });
  const claimer = createClaimer(database.appSettings, log);

  const held = new Map<string, Held>();
  const ready: Held[] = [];
  const freeSlots = Array.from({ length: delivery.slots }, (_, slot) => slot);
  const capacity = delivery.slots * CLAIMED_PER_SLOT;
  let timers: NodeJS.Timeout[] = [];
  let stopping = false;
  /** The last look found nothing; wait for the next poll or wake. */
  let exhausted = true;
  let filling: Promise<number> | undefined;
  let recovering: Promise<void> | undefined;
  /** sendDue in progress: it does not wait for a mail server to come back, each message gets its try. */
  let hurried = 0;
  let away = { until: 0, ms: 0 };
  let whenQuiet: (() => void)[] = [];

  function pump(): void {
    if (stopping) return;
    if (hurried === 0 && performance.now() < away.until) return;
    while (ready.length > 0 && freeSlots.length > 0) void work(ready.shift()!, freeSlots.pop()!);
    if (!exhausted && ready.length <= capacity / 2)
      fill().catch((error: unknown) => log.warn({ error: loggableError(error) }, "mail: can't look for due messages"));
  }

  function fill(): Promise<number> {
    filling ??= claimDue().finally(() => (filling = undefined));
    return filling;
  }

  async function claimDue(): Promise<number> {
    exhausted = true;
    const room = capacity - ready.length;
    if (stopping || room <= 0) return 0;
    const key = await claimer.ready();
    // Over the pool, not the claimer's session, where it would hold up the outcomes. If that session is lost meanwhile, these rows have
    // a claimer without a lock: their commits are refused and recovery queues them again.
    const { rows } = await database.app.query<{ row: JsonRow }>("select mail_claim($1, $2, $3) as row", [
      key.toString(),
      clock.now().toString(),
      room,
    ]);
    take(rows.map(({ row }) => ({ message: messageOfRow(row), claimer: key, slot: 0 })));
    exhausted = rows.length === 0;
    pump();
    return rows.length;
  }

  function take(messages: readonly Held[]): void {
    for (const item of messages) held.set(item.message.id, item);
    if (stopping) for (const item of messages) giveBack(item);
    else ready.push(...messages);
  }

  async function work(item: Held, slot: number): Promise<void> {
    try {
      item.slot = slot;
      await handOver(item);
    } catch (error) {
      log.error(
        { accountId: item.message.accountId, mailId: item.message.id, error: loggableError(error) },
        "mail: a message was put back",
      );
      giveBack(item);
    } finally {
      freeSlots.push(slot);
      pump();
    }
  }

  async function handOver(item: Held): Promise<void> {
    const { message, slot } = item;
    // The session behind this claim is gone, and with it the right to send; recovery queues the message again.
    if (item.claimer !== claimer.key) return forget(item);
    if (message.kind === "followup" && mayStillSend && hasWaited(message)) {
      const answer = await mayStillSend(message);
      if ("suppressed" in answer) return settle(item, { state: "suppressed", reason: answer.suppressed });
    }
    const commit = () => claimer.commit(mark(message, { state: "committing" }), item);
    const { verdict, serverAway } = await delivery.deliver(slot, message, commit);
    if (serverAway) {
      const ms = Math.min(Math.max(away.ms * 2, 1_000), 30_000);
      // Connections that fail together are one failure.
      if (performance.now() >= away.until) away = { ms, until: performance.now() + ms };
    } else away = { ms: 0, until: 0 };
    if (verdict.is === "lost") return giveBack(item);
    settle(item, consequence(message, verdict));
  }

  function hasWaited({ attempts, createdAt }: MailMessage): boolean {
    return attempts > 1 || clock.now().epochMilliseconds - createdAt.epochMilliseconds > FRESH_MS;
  }

  /** What a verdict means for the row. */
  function consequence(message: MailMessage, verdict: Exclude<Delivered["verdict"], { is: "lost" }>): Change {
    if (verdict.is === "sent") return { state: "sent", via: delivery.via };
    const { failure } = verdict;
    if (verdict.is === "refused") return { state: "failed", failure, permanent: true, reason: verdict.reason };
    if (verdict.is === "unknown" && message.kind === "followup") return { state: "unknown", failure };
    const now = clock.now();
    const next = nextAttempt(now, message.firstAttemptAt ?? now, message.attempts, random(), backoff);
    if (next) return { state: "queued", nextAttemptAt: next, failure };
    if (verdict.is === "unknown") return { state: "unknown", failure };
    return { state: "failed", failure, permanent: false, reason: "gave_up" };
  }

  type Change = Omit<Mark, "accountId" | "id" | "at">;

  function mark({ accountId, id }: MailMessage, change: Change): Mark {
    return { accountId, id, at: clock.now(), ...change };
  }

  /** Stores an outcome. Nothing waits for it: the connection goes on with its next message. */
  function settle(item: Held, change: Change): void {
    void claimer.settle(mark(item.message, change), item).then(async (stored) => {
      try {
        if (stored) await report(item.message, change);
      } finally {
        forget(item);
      }
    });
  }

  function giveBack(item: Held): void {
    settle(item, { state: "queued", unused: true });
  }

  function forget({ message }: Held): void {
    held.delete(message.id);
    if (held.size > 0) return;
    for (const resolve of whenQuiet) resolve();
    whenQuiet = [];
  }

  async function quiet(): Promise<void> {
    if (held.size > 0) await new Promise<void>((resolve) => whenQuiet.push(resolve));
  }

  async function report(message: MailMessage, { state, via, permanent, reason }: Change): Promise<void> {
    if (state === "queued" || state === "committing") return;
    const outcome = { message, state, via, permanent: permanent ?? null, reason: reason ?? null, addressBad: reason === "bad_address" };
    try {
      await onOutcome?.(outcome);
    } catch (error) {
      log.error({ accountId: message.accountId, mailId: message.id, error: loggableError(error) }, "mail: telling an outcome failed");
    }
  }

  async function recoverNow(): Promise<void> {
    const now = clock.now();
    const flights = await messagesInFlight(database.app);
    // What this process still holds under an old key it will settle itself; being alive, it knows better.
    const holding = new Set([...held.values()].map((item) => item.claimer));
    const own = flights.find(({ claimer: key }) => key === claimer.key);
    const dead = flights.filter(({ claimer: key }) => key !== claimer.key && !holding.has(key));
    const recovered = await recoverMessages(database.app, dead, now);
    for (const message of recovered) if (message.state === "unknown") await report(message, { state: "unknown" });
    const strays = own ? await releaseStrays(database.app, own, [...held.keys()], now.subtract(STRAY_AFTER)) : 0;
    if (recovered.length + strays === 0) return;
    log.warn({ recovered: recovered.length, strays }, "mail: messages without a sender were freed");
    wake();
  }

  function recover(): Promise<void> {
    recovering ??= recoverNow().finally(() => (recovering = undefined));
    return recovering;
  }

  function recoverQuietly(): void {
    recover().catch((error: unknown) => log.warn({ error: loggableError(error) }, "mail: can't look for messages without a sender"));
  }

  function wake(): void {
    exhausted = false;
    if (timers.length > 0) pump();
  }

  return {
    async start() {
      if (stopping || timers.length > 0) return;
      timers = [setInterval(wake, POLL_MS), setInterval(recoverQuietly, RECOVER_MS + random() * 1_000)];
      recoverQuietly();
      wake();
      await claimer.ready().catch(() => {});
    },
    async stop(withinMs = 20_000) {
      stopping = true;
      for (const timer of timers) clearInterval(timer);
      timers = [];
      await Promise.allSettled([filling, recovering]);
      for (const item of ready.splice(0)) giveBack(item);
      const patience = new AbortController();
      const limit = sleep(withinMs, undefined, { signal: patience.signal }).then(
        () => {
          delivery.abort();
          // Cut messages still have their outcomes stored, unless the database is away.
          return sleep(2_000, undefined, { signal: patience.signal }).catch(() => {});
        },
        () => {},
      );
      await Promise.race([quiet(), limit]);
      patience.abort();
      if (held.size > 0)
        log.warn({ messages: held.size }, "mail: stopped before all outcomes were stored; they are recovered at the next start");
      delivery.close();
      await claimer.close();
    },
    wake,
    async sendDue() {
      hurried++;
      try {
        while ((await fill()) > 0) await quiet();
        await quiet();
      } finally {
        hurried--;
      }
    },
    recover,
    claim: () => (claimer.key === undefined || stopping ? undefined : { claimer: claimer.key }),
    sendClaimed(claim, messages) {
      take(messages.filter(({ state }) => state === "claimed").map((message) => ({ message, claimer: claim.claimer, slot: 0 })));
      pump();
    },
  };
}
