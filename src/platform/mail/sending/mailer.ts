import type { Settings } from "../../config/settings.server.ts";
import type { Database } from "../../db/database.server.ts";
import type { FileStore } from "../../files/file-store.ts";
import type { Log } from "../../log/log.server.ts";
import type { Clock } from "../../time/clock.ts";
import type { Backoff } from "./backoff.ts";
import type { MailMessage, MailOutcome } from "../message.ts";
import type { BusinessServerDirectory } from "./business-servers.server.ts";
import type { Claim } from "../queue.server.ts";
import type { Sender } from "../sender.server.ts";
import type { SmtpTimeouts } from "../smtp/smtp.server.ts";

/** Whether a follow-up may leave now; or why not, ever; or not before when. */
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
  /**
   * Told how a message ended, after that was stored. At most once: a crash in between loses the call, never
   * the row.
   */
  readonly onOutcome?: (outcome: MailOutcome) => void | Promise<void>;
  /**
   * Asked of a follow-up that waited, immediately before it is handed over; `suppressQueued` covers one that
   * is new.
   */
  readonly mayStillSend?: (message: MailMessage) => Promise<MayMail>;
  /** From 0 up to 1; spreads retries. */
  readonly random?: () => number;
  /** Businesses with a mail server of their own; without it there are none. */
  readonly ownServers?: BusinessServerDirectory;
  /** Connections to the mail server at once; else `maxConnections` of SMTP_URL, else 10. */
  readonly connections?: number;
  readonly timeouts?: SmtpTimeouts;
  readonly backoff?: Backoff;
}

/** Sends what is queued. Any number of them may work on one database, in one process or many. */
export interface Mailer {
  /**
   * Sends as messages become due, looking once a second and when woken. Resolves when it can claim, or the
   * database is away for now.
   */
  start(): Promise<void>;
  /** Lets messages on their way arrive, for so many milliseconds at most, and gives the others back. */
  stop(withinMs?: number): Promise<void>;
  /** Looks for due messages now: call after a transaction that queued some has committed. */
  wake(): void;
  /**
   * Sends everything that is due and resolves when its outcomes are stored.
   * @throws when the database is away
   */
  sendDue(): Promise<void>;
  /** Frees the messages of senders that died (done by itself after `start`). */
  recover(): Promise<void>;
  /**
   * For `queueMails`: the right to send without queueing first. Undefined when this sender is not in a
   * position to.
   */
  claim(): Claim | undefined;
  /**
   * As `claim`, once what is in hand has gone down: a sender with enough to do is waited for, so many
   * milliseconds at most.
   */
  claimSoon(withinMs: number): Promise<Claim | undefined>;
  /** Takes over messages that were stored under the claim, after their transaction has committed. */
  sendClaimed(claim: Claim, messages: readonly MailMessage[]): void;
}
