import { type Hesitation, startWitness, type Witness } from "./witness.ts";

/** One message that the sink answered with 250. */
export interface Accepted {
  readonly messageId: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly at: string;
  readonly raw: string;
}

/** An SMTP server as a witness. */
export type SmtpSink = Witness<Accepted, Behavior>;

export interface Behavior {
  /** Delay before answering the final dot, in milliseconds. */
  readonly delayMs?: number;
  /** Answers RCPT TO with this code and text instead of accepting. */
  readonly refuseRecipient?: { readonly code: number; readonly text: string; readonly matching?: string };
  /** Drops the connection in the middle of DATA. */
  readonly resetDuringData?: boolean;
  /** Closes every new connection right away, like a server that is down behind a load balancer. */
  readonly down?: boolean;
  /** Pauses before answering RCPT, after the dot, and after accepting. */
  readonly hesitate?: Hesitation;
  /** Stores only the headers in `raw`, for runs of many thousand messages. */
  readonly headersOnly?: boolean;
}

/** Starts an SMTP sink on loopback, in its own process. */
export function startSink(): Promise<SmtpSink> {
  return startWitness<Accepted, Behavior>("smtp-sink-process.ts", "smtp");
}
