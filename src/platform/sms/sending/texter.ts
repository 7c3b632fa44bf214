import type { Settings } from "../../config/settings.server.ts";
import type { Database } from "../../db/database.server.ts";
import type { Log } from "../../log/log.server.ts";
import type { Backoff } from "../../mail/sending/backoff.ts";
import type { Clock } from "../../time/clock.ts";
import type { SendPatience } from "./send.server.ts";
import type { TextMessage, TextOutcome } from "../text.ts";
import type { TwilioAccount, TwilioTrouble } from "../twilio/twilio.server.ts";

/** Whose account a text leaves over; asked for each. */
export interface TextAccounts {
  /**
   * `none`: nobody is set up, the text goes to the outbox. `unreadable`: what was stored does not open, so it
   * has to be connected again.
   */
  find(accountId: string): Promise<TwilioAccount | "none" | "unreadable">;
  /** Told what is wrong with the account a text left over, or that nothing is. Never rejects. */
  heard(
    accountId: string,
    account: TwilioAccount | "unreadable",
    trouble: TwilioTrouble | null,
  ): Promise<void>;
}

/** Whether a text may leave now; or why not, ever; or not before when. */
export type MayText =
  | { readonly ok: true }
  | { readonly suppressed: string }
  | { readonly notBefore: Temporal.Instant };

export interface TexterOptions {
  readonly database: Pick<Database, "app" | "appSettings">;
  readonly settings: Pick<Settings, "DATA_DIR">;
  readonly accounts: TextAccounts;
  /** Where Twilio tells what became of a text; undefined where it can't reach us. */
  readonly statusCallback?: (message: TextMessage) => string | undefined;
  readonly clock?: Clock;
  readonly log: Log;
  /**
   * Told how a text ended, after that was stored. At most once: a crash in between loses the call, never the
   * row.
   */
  readonly onOutcome?: (outcome: TextOutcome) => void | Promise<void>;
  /** Asked of every text immediately before it is handed over: whoever queued it may have known less. */
  readonly mayStillSend?: (message: TextMessage) => Promise<MayText>;
  /** From 0 up to 1; spreads retries. */
  readonly random?: () => number;
  /** Requests to Twilio at once; 4 when left out. */
  readonly connections?: number;
  readonly patience?: SendPatience;
  readonly backoff?: Backoff;
}

/** Sends queued texts. Any number of them may work on one database, in one process or many. */
export interface Texter {
  /**
   * Sends as texts become due, looking once a second and when woken. Resolves when it can claim, or the
   * database is away for now.
   */
  start(): Promise<void>;
  /** Lets texts on their way arrive, for so many milliseconds at most, and gives the others back. */
  stop(withinMs?: number): Promise<void>;
  /** Looks for due texts now: call after a transaction that queued some has committed. */
  wake(): void;
  /**
   * Sends everything that is due and resolves when its outcomes are stored.
   * @throws when the database is away
   */
  sendDue(): Promise<void>;
  /** Frees the texts of senders that died (done by itself after `start`). */
  recover(): Promise<void>;
}
