import { headerText } from "../compose/header-text.ts";
import type { ReceivedMail } from "../inbound/parse.server.ts";
import { causeOfRefusal, type RefusalCause } from "../smtp/refusal.ts";

export interface Bounce {
  /** The original message's Message-ID, in angle brackets. */
  readonly messageId: string;
  readonly failed: readonly FailedRecipient[];
}

export interface FailedRecipient {
  /**
   * All addresses the report names for them, lower case: the one we wrote to, and where it was forwarded.
   * Empty if the report has none.
   */
  readonly addresses: readonly string[];
  readonly cause: RefusalCause;
  /** The other server's text, for people; empty if the report has none. */
  readonly said: string;
  /** False for delays and temporary problems. */
  readonly isPermanent: boolean;
  /** Send nothing more there; false for a full mailbox or a policy refusal. */
  readonly isBadAddress: boolean;
}

/** The first Message-ID in a header's value. */
export function messageIdIn(value: string | undefined): string | undefined {
  return /<[^<>\s]{1,998}>/.exec(value?.slice(0, 4_000) ?? "")?.[0];
}

const ORIGINAL = /^(?:message\/(?:rfc822|global)(?:-headers)?|text\/rfc822-headers)$/;

/** The Message-ID of the message returned with a report: its own, not those in References. */
export function returnedMessageId({ parts }: ReceivedMail): string | undefined {
  const original = parts.find(({ type }) => ORIGINAL.test(type));
  // Only the headers count, not the body.
  const [headers] = original?.text.trimStart().split(/\r?\n[ \t]*\r?\n/, 1) ?? [];
  return messageIdHeaderIn(headers ?? "");
}

/** The value of the first line that looks like a Message-ID header, quoted or not. */
export function messageIdHeaderIn(text: string): string | undefined {
  return /^[> \t]*message-id:[ \t]*(?:\r?\n[> \t]+)?(<[^<>\s]{1,998}>)/im.exec(text)?.[1];
}

/** The RFC 3463 statuses in a text, without parts of IP addresses. */
export function statusesIn(text: string): string[] {
  return [...text.slice(0, 4_000).matchAll(/(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?!\.?\d)/g)].map(
    ([status]) => status,
  );
}

const MAX_SAID_LENGTH = 500;

/**
 * Judges why a message did not reach its recipient.
 * @param isFinal whether delivery has ended; a delay never makes an address bad
 */
export function judgeFailure(
  addresses: readonly string[],
  {
    words,
    statuses,
    isFinal,
  }: { readonly words: string; readonly statuses: readonly string[]; readonly isFinal: boolean },
): FailedRecipient {
  // Ignore words inside addresses: `unknown@client.test` may exist.
  const bare = words.replace(/[^\s<>()[\]",;:]{1,64}@[^\s<>()[\]",;]{1,253}/g, "<address>");
  const cause = isFinal ? causeOfRefusal(bare, statuses) : "later";
  return {
    addresses,
    cause,
    said: headerText(words).slice(0, MAX_SAID_LENGTH),
    isPermanent:
      isFinal &&
      cause !== "later" &&
      !(cause === "unclear" && statuses.some((status) => status.startsWith("4"))),
    isBadAddress: cause === "unreachable",
  };
}
