import { loggableError } from "../../log/log.server.ts";
import { counter } from "../../metrics/metrics.server.ts";
import { type Backoff, nextAttempt } from "../../sending/backoff.ts";
import { type Change, type Claimed, createSending, type Sending } from "../../sending/sending.server.ts";
import { systemClock } from "../../time/clock.ts";
import { removeFromOutbox, writeTextToOutbox } from "../outbox.server.ts";
import { textOfRow } from "./row.server.ts";
import { sendText } from "./send.server.ts";
import type { Texter, TexterOptions } from "./texter.ts";
import type { TextMessage, TextState, TextVerdict, TextVia } from "../text.ts";

export type { Texter } from "./texter.ts";

/** The change to a text's row, as `sms_mark` expects it. */
interface TextChange extends Change {
  readonly state: Exclude<TextState, "claimed">;
  readonly via?: TextVia | undefined;
  readonly failure?: string | undefined;
  /** One of TEXT_REASONS, or a caller's own. */
  readonly reason?: string | undefined;
  readonly sid?: string | undefined;
  readonly fromNumber?: string | undefined;
}

type ClaimedText = Claimed<TextMessage>;

const outcomes = counter(
  "plumbline_sms_outcomes_total",
  "Texts this process finished, by outcome",
  "outcome",
);

const CONNECTIONS = 4;
const BACKOFF: Backoff = { firstSeconds: 30, longestSeconds: 3600, giveUpAfterHours: 72 };
const UNREADABLE = "We can’t read the saved Twilio account anymore. Connect it again.";

export function createTexter(options: TexterOptions): Texter {
  const { database, settings, accounts, log, onOutcome, mayStillSend, statusCallback } = options;
  const { clock = systemClock, random = Math.random, connections = CONNECTIONS, backoff = BACKOFF } = options;
  const free = Array.from({ length: connections }, (_, slot) => slot);
  const cutting = new AbortController();
  const sending: Sending<TextMessage, TextChange> = createSending(
    "sms",
    { database, clock, log, random, outcomes },
    {
      messageOf: textOfRow,
      // No more than can be sent right now: a STOP has to chase any text that waits in a process.
      vacancies: () => free.length,
      accept(items) {
        for (const item of items) {
          item.slot = free.pop()!;
          void work(item);
        }
      },
      start: () => free.length > 0,
      forgotten({ slot }) {
        if (sending.isStopping) return;
        free.push(slot);
        sending.pump();
      },
      report: (message, { state, via, reason }) =>
        onOutcome?.({ message, state, via, reason: reason ?? null }),
      abort: () => cutting.abort(),
    },
  );

  async function work(item: ClaimedText): Promise<void> {
    try {
      await handOver(item);
    } catch (error) {
      const { accountId, id: messageId } = item.message;
      log.error({ accountId, messageId, error: loggableError(error) }, "sms: a text went back to the queue");
      sending.release(item, clock.now().add({ seconds: 30 }));
    }
  }

  async function handOver(item: ClaimedText): Promise<void> {
    const { message } = item;
    const answer = (await mayStillSend?.(message)) ?? { ok: true };
    if ("suppressed" in answer)
      return sending.settle(item, { state: "suppressed", reason: answer.suppressed });
    if ("notBefore" in answer) return sending.release(item, answer.notBefore);
    const account = await accounts.find(message.accountId);
    if (account === "none") return await toOutbox(item);
    if (account === "unreadable") {
      await accounts.recordOutcome(message.accountId, account, "credentials");
      return sending.settle(item, consequence(message, { is: "retry", failure: UNREADABLE, away: false }));
    }
    const verdict = await sendText(
      account,
      { to: message.to, body: message.body, statusCallback: statusCallback?.(message) },
      {
        commit: () => sending.commit(item, { state: "committing", fromNumber: account.number }),
        signal: cutting.signal,
        patience: options.patience,
      },
    );
    sending.noteReachability(verdict.is === "retry" && verdict.away);
    if (verdict.is === "sent") await accounts.recordOutcome(message.accountId, account, null);
    if (verdict.is === "retry" && verdict.trouble)
      await accounts.recordOutcome(message.accountId, account, verdict.trouble);
    if (verdict.is === "lost") return sending.release(item);
    sending.settle(item, consequence(message, verdict));
  }

  /** Writing the same file twice is harmless, so this needs no `committing`. */
  async function toOutbox(item: ClaimedText): Promise<void> {
    await writeTextToOutbox(settings.DATA_DIR, item.message);
    sending.settle(item, { state: "sent", via: "outbox" }, () =>
      removeFromOutbox(settings.DATA_DIR, item.message),
    );
  }

  function consequence(message: TextMessage, verdict: Exclude<TextVerdict, { is: "lost" }>): TextChange {
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

  const { start, stop, wake, sendDue, recover } = sending;
  return { start, stop, wake, sendDue, recover };
}
