import { type Hesitation, startWitness, type Witness } from "./witness.ts";

/** One message that the sink said `250` to. */
export interface Accepted {
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly at: string;
  /** The whole message. */
  readonly raw: string;
}

/** An SMTP server as a witness. */
export type SmtpSink = Witness<Accepted, Behavior>;

export interface Behavior {
  /** Waits so long before it answers the final dot, in milliseconds. */
  readonly delayMs?: number;
  /** Answers RCPT TO with this code and text instead of taking it. */
  readonly refuseRecipient?: { readonly code: number; readonly text: string; readonly matching?: string };
  /** Drops the connection in the middle of DATA. */
  readonly resetDuringData?: boolean;
  /** Closes every new connection at once, as a server that is down behind a load balancer would. */
  readonly down?: boolean;
  /** Before RCPT's answer, after the dot, after accepting. */
  readonly hesitate?: Hesitation;
  /** Keeps only the headers in `raw`, for runs of many thousand messages. */
  readonly headersOnly?: boolean;
}

/** Starts a sink. */
export function startSink(): Promise<SmtpSink> {
  return startWitness<Accepted, Behavior>("smtp-sink-process.ts", "smtp");
}
