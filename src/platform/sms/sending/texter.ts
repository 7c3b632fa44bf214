import type { Settings } from "../../config/settings.server.ts";
import type { Database } from "../../db/database.server.ts";
import type { Log } from "../../log/log.server.ts";
import type { Backoff } from "../../sending/backoff.ts";
import type { Clock } from "../../time/clock.ts";
import type { SendPatience } from "./send.server.ts";
import type { TextMessage, TextOutcome } from "../text.ts";
import type { TwilioAccount, TwilioTrouble } from "../twilio/twilio.server.ts";

/** Finds the account to send a text with; called for each. */
export interface TextAccounts {
  /**
   * `none`: no account, the text goes to the outbox. `unreadable`: the stored settings can't be decrypted, so
   * it must be connected again.
   */
  find(accountId: string): Promise<TwilioAccount | "none" | "unreadable">;
  /** Called with an account's problem, or null if it works. Never rejects. */
  recordOutcome(
    accountId: string,
    account: TwilioAccount | "unreadable",
    trouble: TwilioTrouble | null,
  ): Promise<void>;
}

/** Whether a text may be sent now; or why never; or not before when. */
export type MayText =
  | { readonly ok: true }
  | { readonly suppressed: string }
  | { readonly notBefore: Temporal.Instant };

export interface TexterOptions {
  readonly database: Pick<Database, "app" | "appSettings">;
  readonly settings: Pick<Settings, "DATA_DIR">;
  readonly accounts: TextAccounts;
  /** URL for delivery reports; undefined if Twilio can't reach us. */
  readonly statusCallback?: (message: TextMessage) => string | undefined;
  readonly clock?: Clock;
  readonly log: Log;
  /** Called after an outcome was stored. At most once: a crash in between loses the call, never the row. */
  readonly onOutcome?: (outcome: TextOutcome) => void | Promise<void>;
  /** Called for every text immediately before sending: its sender may not have known the latest. */
  readonly mayStillSend?: (message: TextMessage) => Promise<MayText>;
  /** From 0 up to 1; spreads retries. */
  readonly random?: () => number;
  /** Concurrent requests to Twilio; default: 4. */
  readonly connections?: number;
  readonly patience?: SendPatience;
  readonly backoff?: Backoff;
}

/** Sends queued texts. Any number of texters may work on one database, in one process or many. */
export interface Texter {
  /**
   * Sends texts as they become due, checking once a second and when woken. Resolves when it can claim, or the
   * database is away for now.
   */
  start(): Promise<void>;
  /** Waits up to `withinMs` for texts in transit and releases the others. */
  stop(withinMs?: number): Promise<void>;
  /** Checks for due texts now: call after a transaction that queued some has committed. */
  wake(): void;
  /**
   * Sends everything that is due and resolves when its outcomes are stored.
   * @throws if the database is away
   */
  sendDue(): Promise<void>;
  /** Frees the texts of dead senders (automatic after `start`). */
  recover(): Promise<void>;
}
