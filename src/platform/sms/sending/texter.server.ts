import { setTimeout as sleep } from "node:timers/promises";
import { loggableError, warnOncePerCause } from "../../log/log.server.ts";
import { type Backoff, nextAttempt } from "../../mail/sending/backoff.ts";
import { createClaimer, type StoredMark } from "../../mail/sending/claimer.server.ts";
import { createSignal } from "../../mail/sending/signal.ts";
import { counter } from "../../metrics/metrics.server.ts";
import { systemClock } from "../../time/clock.ts";
import { removeFromOutbox, writeTextToOutbox } from "../outbox.server.ts";
import { recoverTexts } from "./recovery.server.ts";
import { textOfRow } from "./row.server.ts";
import { sendText } from "./send.server.ts";
import type { Texter, TexterOptions } from "./texter.ts";
import type { TextMessage, TextState, TextVerdict, TextVia } from "../text.ts";

export type { Texter } from "./texter.ts";

/** A text's outcome, as `sms_mark` expects it. */
interface Mark extends StoredMark {
  readonly state: Exclude<TextState, "claimed">;
  readonly nextAttemptAt?: Temporal.Instant | undefined;
  /** The claim was released without an attempt. */
  readonly unused?: boolean;
  readonly via?: TextVia | undefined;
  readonly failure?: string | undefined;
  /** One of TEXT_REASONS, or a caller's own. */
  readonly reason?: string | undefined;
  readonly sid?: string | undefined;
  readonly fromNumber?: string | undefined;
}

type Change = Omit<Mark, "accountId" | "id" | "at">;

/** A text that this process has claimed and not yet settled. */
interface ClaimedText {
  readonly message: TextMessage;
  readonly claimer: bigint;
  readonly slot: number;
}

const outcomes = counter(
  "plumbline_sms_outcomes_total",
  "Texts that this process brought to an end, by how it ended",
  "outcome",
);

const POLL_MS = 1_000;
const RECOVER_MS = 5_000;
const CONNECTIONS = 4;
const BACKOFF: Backoff = { firstSeconds: 30, longestSeconds: 3600, giveUpAfterHours: 72 };
const UNREADABLE = "The stored Twilio account can't be read any more. Connect it again.";

export function createTexter(options: TexterOptions): Texter {
  const { database, settings, accounts, log, onOutcome, mayStillSend, statusCallback } = options;
  const { clock = systemClock, random = Math.random, connections = CONNECTIONS, backoff = BACKOFF } = options;
  const claimer = createClaimer<Mark>(database.appSettings, log, "sms");
  const held = new Map<string, ClaimedText>();
  const free = Array.from({ length: connections }, (_, slot) => slot);
  const cutting = new AbortController();
  let timers: NodeJS.Timeout[] = [];
  let stopping = false;
  /** The last check found nothing; wait for the next poll or wake. */
  let exhausted = true;
  let filling: Promise<number> | undefined;
  let recovering: Promise<void> | undefined;
  /**
   * Number of sendDue calls in progress: they don't wait for Twilio to come back, each text gets an attempt.
   */
  let sendDueCalls = 0;
  let away = { until: 0, ms: 0 };
  const freed = createSignal();

  const looks = warnOncePerCause(log, "sms: can't look for due texts");
  const recoveries = warnOncePerCause(log, "sms: can't look for texts without a sender");
  const isPaused = () => sendDueCalls === 0 && performance.now() < away.until;

  function pump(): void {
    if (stopping || exhausted || free.length === 0 || isPaused()) return;
    void fill().then(looks.worked, looks.failed);
  }

  function fill(): Promise<number> {
    filling ??= claimDue().finally(() => (filling = undefined));
    return filling;
  }

  /** Claims no more than can be sent right now: a STOP has to chase any text that waits in a process. */
  async function claimDue(): Promise<number> {
    exhausted = true;
    if (stopping || free.length === 0) return 0;
    const key = await claimer.ready();
    const { rows } = await database.app.query<{ row: Record<string, unknown> }>(
      "select sms_claim($1, $2, $3) as row",
      [key.toString(), clock.now().toString(), free.length],
    );
    for (const { row } of rows) {
      const item = { message: textOfRow(row), claimer: key, slot: free.pop()! };
      held.set(item.message.id, item);
      if (stopping) release(item);
      else void work(item);
    }
    exhausted = rows.length === 0;
    return rows.length;
  }

  async function work(item: ClaimedText): Promise<void> {
    try {
      await handOver(item);
    } catch (error) {
      const { accountId, id: messageId } = item.message;
      log.error({ accountId, messageId, error: loggableError(error) }, "sms: a text was put back");
      release(item, clock.now().add({ seconds: 30 }));
    }
  }

  async function handOver(item: ClaimedText): Promise<void> {
    const { message } = item;
    const answer = (await mayStillSend?.(message)) ?? { ok: true };
    if ("suppressed" in answer) return settle(item, { state: "suppressed", reason: answer.suppressed });
    if ("notBefore" in answer) return release(item, answer.notBefore);
    const account = await accounts.find(message.accountId);
    if (account === "none") return await toOutbox(item);
    if (account === "unreadable") {
      await accounts.heard(message.accountId, account, "credentials");
      return settle(item, consequence(message, { is: "retry", failure: UNREADABLE, away: false }));
    }
    const verdict = await sendText(
      account,
      { to: message.to, body: message.body, statusCallback: statusCallback?.(message) },
      {
        commit: () =>
          claimer.commit(mark(message, { state: "committing", fromNumber: account.number }), item),
        signal: cutting.signal,
        patience: options.patience,
      },
    );
    noteServerState(verdict);
    if (verdict.is === "sent") await accounts.heard(message.accountId, account, null);
    if (verdict.is === "retry" && verdict.trouble)
      await accounts.heard(message.accountId, account, verdict.trouble);
    if (verdict.is === "lost") return release(item);
    settle(item, consequence(message, verdict));
  }

  /** Writing the same file twice is harmless, so this needs no `committing`. */
  async function toOutbox(item: ClaimedText): Promise<void> {
    await writeTextToOutbox(settings.DATA_DIR, item.message);
    settle(item, { state: "sent", via: "outbox" }, () => removeFromOutbox(settings.DATA_DIR, item.message));
  }

  function noteServerState(verdict: TextVerdict): void {
    if (verdict.is !== "retry" || !verdict.away) return void (away = { until: 0, ms: 0 });
    const ms = Math.min(Math.max(away.ms * 2, 1_000), 30_000);
    // Requests that fail together count as one failure.
    if (performance.now() >= away.until) away = { ms, until: performance.now() + ms };
  }

  function consequence(message: TextMessage, verdict: Exclude<TextVerdict, { is: "lost" }>): Change {
    if (verdict.is === "sent") return { state: "sent", via: "twilio", sid: verdict.sid };
    const { failure } = verdict;
    if (verdict.is === "unknown") return { state: "unknown", via: "twilio", failure };
    // They had stopped texts where we could not see it: nothing failed, and nothing more goes there.
    if (verdict.is === "refused" && verdict.reason === "opted_out")
      return { state: "suppressed", failure, reason: verdict.reason };
    if (verdict.is === "refused") return { state: "failed", failure, reason: verdict.reason };
    const now = clock.now();
    const next = nextAttempt(now, message.firstAttemptAt ?? now, message.attempts, random(), backoff);
    return next
      ? { state: "queued", nextAttemptAt: next, failure }
      : { state: "failed", failure, reason: "gave_up" };
  }

  function mark({ accountId, id }: TextMessage, change: Change): Mark {
    return { accountId, id, at: clock.now(), ...change };
  }

  function settle(item: ClaimedText, change: Change, lost?: () => Promise<void>): void {
    void claimer.settle(mark(item.message, change), item).then(async (stored) => {
      try {
        if (stored) await report(item.message, change);
        else await lost?.();
      } finally {
        held.delete(item.message.id);
        free.push(item.slot);
        freed.give();
        pump();
      }
    });
  }

  function release(item: ClaimedText, nextAttemptAt?: Temporal.Instant): void {
    settle(item, { state: "queued", unused: true, nextAttemptAt });
  }

  async function report(message: TextMessage, { state, via, reason }: Change): Promise<void> {
    if (state === "queued" || state === "committing") return;
    outcomes.count(state);
    try {
      await onOutcome?.({ message, state, via, reason: reason ?? null });
    } catch (error) {
      log.error(
        { accountId: message.accountId, messageId: message.id, error: loggableError(error) },
        "sms: telling an outcome failed",
      );
    }
  }

  async function recoverNow(): Promise<void> {
    const holding = new Set([...held.values()].map((item) => item.claimer));
    if (claimer.key !== undefined) holding.add(claimer.key);
    const recovered = await recoverTexts(database.app, holding, clock.now());
    for (const message of recovered)
      if (message.state === "unknown") await report(message, { state: "unknown" });
    if (recovered.length === 0) return;
    log.warn({ recovered: recovered.length }, "sms: texts without a sender were freed");
    wake();
  }

  function recover(): Promise<void> {
    recovering ??= recoverNow().finally(() => (recovering = undefined));
    return recovering;
  }

  function recoverQuietly(): void {
    void recover().then(recoveries.worked, recoveries.failed);
  }

  function wake(): void {
    exhausted = false;
    if (timers.length > 0) pump();
  }

  async function quiet(): Promise<void> {
    while (held.size > 0) await freed.wait();
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
      const deadline = new AbortController();
      const limit = sleep(withinMs, undefined, { signal: deadline.signal }).then(
        () => {
          cutting.abort();
          return sleep(2_000, undefined, { signal: deadline.signal }).catch(() => {});
        },
        () => {},
      );
      await Promise.race([quiet(), limit]);
      deadline.abort();
      if (held.size > 0)
        log.warn(
          { texts: held.size },
          "sms: stopped before all outcomes were stored; they are recovered at the next start",
        );
      await claimer.close();
    },
    wake,
    async sendDue() {
      sendDueCalls++;
      try {
        do await quiet();
        while ((await fill()) > 0);
        await quiet();
      } finally {
        sendDueCalls--;
      }
    },
    recover,
  };
}
