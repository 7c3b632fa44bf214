import type { Settings } from "../../config/settings.server.ts";
import type { Database } from "../../db/database.server.ts";
import type { FileStore } from "../../files/file-store.ts";
import type { Log } from "../../log/log.server.ts";
import type { Clock } from "../../time/clock.ts";
import type { Backoff } from "../../sending/backoff.ts";
import type { MailMessage, MailOutcome } from "../message.ts";
import type { BusinessServerDirectory } from "./business-servers.server.ts";
import type { Claim } from "../queue.server.ts";
import type { Sender } from "../sender.server.ts";
import type { SmtpTimeouts } from "../smtp/smtp.server.ts";

/** Whether a follow-up may be sent now; or why never; or not before when. */
export type MayMail =
  | { readonly ok: true }
  | { readonly suppressed: string }
  | { readonly notBefore: Temporal.Instant };

export interface MailerOptions {
  readonly database: Pick<Database, "app" | "appSettings">;
  readonly settings: Pick<Settings, "SMTP_URL" | "DATA_DIR" | "DKIM_KEY" | "DKIM_SELECTOR">;
  /** The product's own sender: mail is signed for its domain. */
  readonly sender: Sender;
  readonly files: Pick<FileStore, "get">;
  readonly clock?: Clock;
  readonly log: Log;
  /** Called after an outcome was stored. At most once: a crash in between loses the call, never the row. */
  readonly onOutcome?: (outcome: MailOutcome) => void | Promise<void>;
  /** Called for a follow-up that waited, immediately before it is sent; `suppressQueued` covers new ones. */
  readonly mayStillSend?: (message: MailMessage) => Promise<MayMail>;
  /** From 0 up to 1; spreads retries. */
  readonly random?: () => number;
  /** Businesses with their own mail servers; default: none. */
  readonly ownServers?: BusinessServerDirectory;
  /** Number of connections to the mail server; default: `maxConnections` of SMTP_URL, else 10. */
  readonly connections?: number;
  readonly timeouts?: SmtpTimeouts;
  readonly backoff?: Backoff;
}

/** Sends queued mail. Any number of mailers may work on one database, in one process or many. */
export interface Mailer {
  /**
   * Sends messages as they become due, checking once a second and when woken. Resolves when it can claim, or
   * the database is away for now.
   */
  start(): Promise<void>;
  /** Waits up to `withinMs` for messages in transit and releases the others. */
  stop(withinMs?: number): Promise<void>;
  /** Checks for due messages now: call after a transaction that queued some has committed. */
  wake(): void;
  /**
   * Sends everything that is due and resolves when its outcomes are stored.
   * @throws if the database is away
   */
  sendDue(): Promise<void>;
  /** Frees the messages of dead senders (automatic after `start`). */
  recover(): Promise<void>;
  /** For `queueMails`: the right to send without queueing first. Undefined if this sender can't right now. */
  claim(): Claim | undefined;
  /** As `claim`, but waits up to `withinMs` for a busy sender to have room. */
  claimSoon(withinMs: number): Promise<Claim | undefined>;
  /** Sends messages that were stored under the claim, after their transaction has committed. */
  sendClaimed(claim: Claim, messages: readonly MailMessage[]): void;
}
