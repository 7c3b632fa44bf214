import type { MailMessage, MailVia } from "../message.ts";
import type { SmtpError, Verdict } from "./verdict.ts";

export interface Delivered {
  /** `lost`: our claim was gone when its end should have been sent. Nothing was accepted. */
  readonly verdict: Verdict | { readonly is: "lost" };
  /** The mail server can't be reached at all. */
  readonly serverAway: boolean;
  /** An error of the connection rather than of this message. */
  readonly trouble?: SmtpError | undefined;
}

export interface Questions {
  /** Called before its end is sent. */
  commit(): Promise<boolean>;
  /** The next message of the same slot, if known by now. */
  ahead?(): MailMessage | undefined;
}

/** Where messages go: a mail server, or the outbox. */
export interface Delivery {
  readonly via: MailVia;
  /** Number of messages at once; each slot is one connection. */
  readonly slots: number;
  /** Sends one message. Never rejects. */
  deliver(slot: number, message: MailMessage, questions: Questions): Promise<Delivered>;
  abort(): void;
  close(): void;
}
