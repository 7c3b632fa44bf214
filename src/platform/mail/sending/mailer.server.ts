import { setTimeout as sleep } from "node:timers/promises";
import { SYSTEM_ACCOUNT } from "../../db/scope.server.ts";
import { loggableError, warnOncePerCause } from "../../log/log.server.ts";
import { counter } from "../../metrics/metrics.server.ts";
import { systemClock } from "../../time/clock.ts";
import { createClaimer, type Mark } from "./claimer.server.ts";
import { type Change, consequence, needsRecheck, changeIfWithheld } from "./outcome.server.ts";
import type { Delivered, Delivery } from "../smtp/delivery.ts";
import { createDelivery, createBusinessDelivery } from "../smtp/delivery.server.ts";
import type { Mailer, MailerOptions } from "./mailer.ts";
import type { MailMessage } from "../message.ts";
import { createBusinessServers } from "./business-servers.server.ts";
import { messagesInFlight, recoverMessages, releaseOrphans } from "./recovery.server.ts";
import { type JsonRow, messageOfRow } from "./row.server.ts";
import { createSignal } from "./signal.ts";
import { createSlots } from "./slots.ts";

/** A message that this process has claimed and not yet settled. */
interface ClaimedMail {
  readonly message: MailMessage;
  readonly claimer: bigint;
  /** Its connection, once it has one. */
  slot: number;
}

/** Where a message goes: the installation's mail server, or a business's own. */
interface Outlet {
  readonly delivery: Delivery;
  ahead?(slot: number): MailMessage | undefined;
  heard(delivered: Delivered): void;
}

const outcomes = counter(
  "plumbline_mail_outcomes_total",
  "Messages that this process brought to an end, by how it ended",
  "outcome",
);

const POLL_MS = 1_000;
const RECOVER_MS = 5_000;
const STRAY_AFTER = { minutes: 5 };
/**
 * Messages claimed ahead per connection: enough that claiming costs little, few enough that other workers get
 * their share.
 */
const CLAIMED_PER_SLOT = 16;

/** @throws SettingsError for a DKIM key that can't sign */
export function createMailer(options: MailerOptions): Mailer {
  const {
    database,
    clock = systemClock,
    log,
    onOutcome,
    mayStillSend,
    backoff,
    random = Math.random,
    ownServers,
  } = options;
  const delivery = createDelivery({ ...options, clock });
  const house: Outlet = { delivery, ahead, heard: noteServerState };
  const claimer = createClaimer(database.appSettings, log);

  const held = new Map<string, ClaimedMail>();
  const ready: ClaimedMail[] = [];
  const slots = createSlots<ClaimedMail>(delivery.slots, {
    work,
    mayGoOn: () => !stopping && !isPaused(),
    handBack: (item) => accept([item]),
    freed: pump,
  });
  const own =
    ownServers &&
    createBusinessServers<ClaimedMail>(ownServers, {
      open: (server, connections) => createBusinessDelivery(server, connections, { ...options, clock }),
      handOver: (item, slot, theirs, heard) => work(item, slot, { delivery: theirs, heard }),
      byHouse({ message, ...item }) {
        const { address, name } = options.sender.mailbox;
        accept([
          { ...item, message: { ...message, fromAddress: address, fromName: message.fromName || name } },
        ]);
        pump();
      },
      failed: (item, verdict) =>
        settle(
          item,
          consequence(item.message, verdict, { now: clock.now(), via: "smtp", random: random(), backoff }),
        ),
      later: (item, ms) =>
        settle(item, { state: "queued", unused: true, nextAttemptAt: clock.now().add({ milliseconds: ms }) }),
      isHurried: () => sendDueCalls > 0,
    });
  const capacity = delivery.slots * CLAIMED_PER_SLOT;
  let timers: NodeJS.Timeout[] = [];
  let stopping = false;
  /** The last check found nothing; wait for the next poll or wake. */
  let exhausted = true;
  let filling: Promise<number> | undefined;
  let recovering: Promise<void> | undefined;
  /**
   * Number of sendDue calls in progress: they don't wait for a failed mail server, each message gets an
   * attempt.
   */
  let sendDueCalls = 0;
  let away = { until: 0, ms: 0 };
  const [allSettled, room] = [createSignal(), createSignal()];

  const looks = warnOncePerCause(log, "mail: can't look for due messages");
  const recoveries = warnOncePerCause(log, "mail: can't look for messages without a sender");
  const isPaused = () => sendDueCalls === 0 && performance.now() < away.until;
  const claim = () => (claimer.key === undefined || stopping ? undefined : { claimer: claimer.key });

  function pump(): void {
    if (stopping || isPaused()) return;
    while (ready.length > 0 && slots.free > 0) slots.begin(ready.shift()!);
    if (ready.length > capacity / 2) return;
    // Queued messages first; claims that wait for room add to them.
    room.give();
    if (!exhausted) void fill().then(looks.worked, looks.failed);
  }

  function fill(): Promise<number> {
    filling ??= claimDue().finally(() => (filling = undefined));
    return filling;
  }

  async function claimDue(): Promise<number> {
    exhausted = true;
    const vacancies = capacity - ready.length;
    if (stopping || vacancies <= 0) return 0;
    const key = await claimer.ready();
    // Over the pool, not the claimer's session, where it would delay outcomes. If that session is lost
    // meanwhile, these rows have a claimer without a lock: their commits are refused and recovery queues them
    // again.
    const { rows } = await database.app.query<{ row: JsonRow }>("select mail_claim($1, $2, $3) as row", [
      key.toString(),
      clock.now().toString(),
      vacancies,
    ]);
    accept(rows.map(({ row }) => ({ message: messageOfRow(row), claimer: key, slot: 0 })));
    exhausted = rows.length === 0;
    pump();
    return rows.length;
  }

  function accept(messages: readonly ClaimedMail[]): void {
    for (const item of messages) held.set(item.message.id, item);
    if (stopping) for (const item of messages) release(item);
    else if (!own) ready.push(...messages);
    else
      for (const item of messages)
        if (isOwn(item.message)) own.take(item.message.accountId, item);
        else ready.push(item);
  }

  /**
   * A business's mail with its own sender address goes over its own server, so telling them apart needs no
   * query.
   */
  function isOwn({ accountId, fromAddress }: MailMessage): boolean {
    return fromAddress !== options.sender.mailbox.address && accountId !== SYSTEM_ACCOUNT;
  }

  async function work(item: ClaimedMail, slot: number, over: Outlet = house): Promise<void> {
    try {
      item.slot = slot;
      await handOver(item, over);
    } catch (error) {
      const { accountId, id: mailId } = item.message;
      log.error({ accountId, mailId, error: loggableError(error) }, "mail: a message was put back");
      release(item);
    }
  }

  /** The next message of a busy connection, to announce it along with the end of the current one. */
  function ahead(slot: number): MailMessage | undefined {
    // If a connection is free, nothing needs to wait for this one.
    const next = slots.free > 0 ? undefined : ready.shift();
    if (next) slots.promise(slot, next);
    pump();
    return next?.message;
  }

  async function handOver(item: ClaimedMail, over: Outlet): Promise<void> {
    const { message, slot } = item;
    // The claim's session is gone, and with it the right to send; recovery queues the message again.
    if (item.claimer !== claimer.key) return forget(item);
    if (message.kind !== "transactional" && mayStillSend && needsRecheck(message, clock.now())) {
      const instead = changeIfWithheld(await mayStillSend(message));
      if (instead) return settle(item, instead);
    }
    const commit = () => claimer.commit(mark(message, { state: "committing" }), item);
    const delivered = await over.delivery.deliver(slot, message, {
      commit,
      ahead: over.ahead && (() => over.ahead!(slot)),
    });
    over.heard(delivered);
    const { verdict } = delivered;
    if (verdict.is === "lost") return release(item);
    settle(
      item,
      consequence(message, verdict, { now: clock.now(), via: over.delivery.via, random: random(), backoff }),
    );
  }

  function noteServerState({ serverAway }: Delivered): void {
    if (!serverAway) return void (away = { ms: 0, until: 0 });
    const ms = Math.min(Math.max(away.ms * 2, 1_000), 30_000);
    // Connections that fail together count as one failure.
    if (performance.now() >= away.until) away = { ms, until: performance.now() + ms };
  }

  function mark({ accountId, id }: MailMessage, change: Change): Mark {
    return { accountId, id, at: clock.now(), ...change };
  }

  /** Stores an outcome. The connection doesn't wait and goes on with its next message. */
  function settle(item: ClaimedMail, change: Change): void {
    void claimer.settle(mark(item.message, change), item).then(async (stored) => {
      try {
        if (stored) await report(item.message, change);
      } finally {
        forget(item);
      }
    });
  }

  function release(item: ClaimedMail): void {
    settle(item, { state: "queued", unused: true });
  }

  function forget({ message }: ClaimedMail): void {
    held.delete(message.id);
    if (held.size === 0) allSettled.give();
  }

  async function quiet(): Promise<void> {
    if (held.size > 0) await allSettled.wait();
  }

  async function report(message: MailMessage, { state, via, permanent, reason }: Change): Promise<void> {
    if (state === "queued" || state === "committing") return;
    outcomes.count(state);
    const outcome = {
      message,
      state,
      via,
      permanent: permanent ?? null,
      reason: reason ?? null,
      addressBad: reason === "bad_address",
    };
    try {
      await onOutcome?.(outcome);
    } catch (error) {
      log.error(
        { accountId: message.accountId, mailId: message.id, error: loggableError(error) },
        "mail: telling an outcome failed",
      );
    }
  }

  async function recoverNow(): Promise<void> {
    const now = clock.now();
    const flights = await messagesInFlight(database.app);
    // This process is alive and will settle its messages under old keys itself, with better knowledge.
    const holding = new Set([...held.values()].map((item) => item.claimer));
    const own = flights.find(({ claimer: key }) => key === claimer.key);
    const dead = flights.filter(({ claimer: key }) => key !== claimer.key && !holding.has(key));
    const recovered = await recoverMessages(database.app, dead, now);
    for (const message of recovered)
      if (message.state === "unknown") await report(message, { state: "unknown" });
    const strays = own
      ? await releaseOrphans(database.app, own, [...held.keys()], now.subtract(STRAY_AFTER))
      : 0;
    if (recovered.length + strays === 0) return;
    log.warn({ recovered: recovered.length, strays }, "mail: messages without a sender were freed");
    wake();
  }

  function recover(): Promise<void> {
    recovering ??= recoverNow().finally(() => (recovering = undefined));
    return recovering;
  }

  const recoverQuietly = (): void => void recover().then(recoveries.worked, recoveries.failed);

  function wake(): void {
    // While others are free, nothing waits for a connection that hangs.
    if (slots.free > 0) ready.unshift(...slots.takeBack());
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
      for (const item of [...ready.splice(0), ...slots.takeBack(), ...(own?.takeBack() ?? [])]) release(item);
      const deadline = new AbortController();
      const limit = sleep(withinMs, undefined, { signal: deadline.signal }).then(
        () => {
          delivery.abort();
          own?.abort();
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
          "mail: stopped before all outcomes were stored; they are recovered at the next start",
        );
      delivery.close();
      own?.close();
      await claimer.close();
    },
    wake,
    async sendDue() {
      sendDueCalls++;
      try {
        while ((await fill()) > 0) await quiet();
        await quiet();
      } finally {
        sendDueCalls--;
      }
    },
    recover,
    claim,
    async claimSoon(withinMs) {
      if (claim() && ready.length > capacity / 2) await room.wait(withinMs);
      return ready.length > capacity / 2 || isPaused() ? undefined : claim();
    },
    sendClaimed(claim, messages) {
      accept(
        messages
          .filter(({ state }) => state === "claimed")
          .map((message) => ({ message, claimer: claim.claimer, slot: 0 })),
      );
      pump();
    },
  };
}
