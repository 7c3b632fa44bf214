import type { Refusal, Taken } from "../../src/platform/sms/testing/twilio.ts";
import { type Hesitation, startWitness, type Witness } from "./witness.ts";

/** One text that the stand-in took, whether or not anybody heard its answer. */
export interface AcceptedText extends Taken {
  readonly at: string;
}

/** Twilio's stand-in as a witness. */
export type TextSink = Witness<AcceptedText, TextBehavior>;

export interface TextBehavior {
  /** Numbers that begin so are answered with this. */
  readonly refuse?: readonly (Refusal & { readonly begins: string })[];
  /**
   * When the request is here, and after taking it. Then it also answers some with 429, 500, 503 and 504, and
   * hangs up on some, taken or not.
   */
  readonly hesitate?: Hesitation;
}

/**
 * How a text is called in the stand-in's notes: what it says to whom. No two of a proof say the same to one
 * number.
 */
export const textId = (to: string, body: string): string => `${to} ${body}`;

/** Starts a stand-in. */
export function startTextSink(): Promise<TextSink> {
  return startWitness<AcceptedText, TextBehavior>("text-sink-process.ts", "http");
}
