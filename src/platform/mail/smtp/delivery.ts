import type { MailMessage, MailVia } from "../message.ts";
import type { SmtpError, Verdict } from "./verdict.ts";

/** What became of handing one message over. */
export interface Delivered {
  /** `lost`: it was not ours to send any more when its end should have left. Nothing was accepted. */
  readonly verdict: Verdict | { readonly is: "lost" };
  /** The mail server can't be reached at all. */
  readonly serverAway: boolean;
  /** What is wrong with the connection rather than with this message. */
  readonly trouble?: SmtpError | undefined;
}

/** What is asked while a message is on its way. */
export interface Questions {
  /** Asked before the end of it leaves. */
  commit(): Promise<boolean>;
  /** The message that the same slot will be given next, if that is known by now. */
  ahead?(): MailMessage | undefined;
}

/** Where messages go: a mail server, or the outbox. */
export interface Delivery {
  readonly via: MailVia;
  /** Messages at once; each slot is one connection. */
  readonly slots: number;
  /** Hands one message over. Never rejects. */
  deliver(slot: number, message: MailMessage, questions: Questions): Promise<Delivered>;
  /** Cuts what is on its way. */
  abort(): void;
  close(): void;
}
