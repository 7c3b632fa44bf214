import { headerText } from "../compose/header-text.ts";
import type { ReceivedMail } from "../inbound/parse.server.ts";
import { causeOfRefusal, type RefusalCause } from "../smtp/refusal.ts";

/** A message that came back, or that has not got through yet. */
export interface Bounce {
  /** The message's own Message-ID, in its angle brackets. */
  readonly messageId: string;
  readonly failed: readonly FailedRecipient[];
}

/** Somebody whom a message did not reach. */
export interface FailedRecipient {
  /**
   * All that the mail calls them, lower case: the address we wrote to, and where that led. None where the
   * mail does not say.
   */
  readonly addresses: readonly string[];
  /** What the refusal is about, by its words and codes. */
  readonly cause: RefusalCause;
  /** What the other server said, for a person to read; empty where the report does not say. */
  readonly said: string;
  /** False while somebody still tries, and for troubles that pass. */
  readonly isPermanent: boolean;
  /** Nothing more should be sent there; not said of a full mailbox, nor of somebody's policy. */
  readonly isBadAddress: boolean;
}

/** The first Message-ID of a header's value. */
export function messageIdIn(value: string | undefined): string | undefined {
  return /<[^<>\s]{1,998}>/.exec(value?.slice(0, 4_000) ?? "")?.[0];
}

const ORIGINAL = /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers)$/;

/** The Message-ID of the message that was returned with a report: its own, not those that it answers. */
export function returnedMessageId({ parts }: ReceivedMail): string | undefined {
  const original = parts.find(({ type }) => ORIGINAL.test(type));
  // Whatever a body says, only the headers count.
  const [headers] = original?.text.trimStart().split(/\r?\n[ \t]*\r?\n/, 1) ?? [];
  return messageIdHeaderIn(headers ?? "");
}

/**
 * The value of the first line that reads as a Message-ID header, also where a person's mail program quoted
 * it.
 */
export function messageIdHeaderIn(text: string): string | undefined {
  return /^[> \t]*message-id:[ \t]*(?:\r?\n[> \t]+)?(<[^<>\s]{1,998}>)/im.exec(text)?.[1];
}

/** Statuses of RFC 3463 in a text, not the numbers of a network address. */
export function statusesIn(text: string): string[] {
  return [...text.slice(0, 4_000).matchAll(/(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g)].map(
    ([status]) => status,
  );
}

const LONGEST_SAID = 500;

/**
 * Judges why a message did not reach somebody.
 * @param isFinal whether the report says that nobody tries any more; a delay never makes an address bad
 */
export function judgeFailure(
  addresses: readonly string[],
  {
    words,
    statuses,
    isFinal,
  }: { readonly words: string; readonly statuses: readonly string[]; readonly isFinal: boolean },
): FailedRecipient {
  // The addresses themselves are no reason: `unknown@client.test` is somebody.
  const bare = words.replace(/[^\s<>()[\]",;:]{1,64}@[^\s<>()[\]",;]{1,253}/g, "<address>");
  const cause = isFinal ? causeOfRefusal(bare, statuses) : "later";
  return {
    addresses,
    cause,
    said: headerText(words).slice(0, LONGEST_SAID),
    isPermanent:
      isFinal &&
      cause !== "later" &&
      !(cause === "unclear" && statuses.some((status) => status.startsWith("4"))),
    isBadAddress: cause === "unreachable",
  };
}
