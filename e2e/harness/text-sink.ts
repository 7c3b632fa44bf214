import type { Refusal, Taken } from "../../src/platform/sms/testing/twilio.ts";
import { type Hesitation, startWitness, type Witness } from "./witness.ts";

/** One text that the stand-in accepted, whether or not its answer arrived. */
export interface AcceptedText extends Taken {
  readonly at: string;
}

/** Twilio's stand-in as a witness. */
export type TextSink = Witness<AcceptedText, TextBehavior>;

export interface TextBehavior {
  /** The answer for numbers with this prefix. */
  readonly refuse?: readonly (Refusal & { readonly begins: string })[];
  /**
   * Pauses when the request has arrived and after accepting. Some requests then also get 429, 500, 503 or
   * 504, or are cut off, accepted or not.
   */
  readonly hesitate?: Hesitation;
}

/**
 * A text's id in the stand-in's log: number and content. No two texts of a proof have the same for one
 * number.
 */
export const textId = (to: string, body: string): string => `${to} ${body}`;

/** Starts a Twilio stand-in on loopback, in its own process. */
export function startTextSink(): Promise<TextSink> {
  return startWitness<AcceptedText, TextBehavior>("text-sink-process.ts", "http");
}
