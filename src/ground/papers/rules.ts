/** The state of a paper. Only an open one can be answered. */
export const STATES = ["open", "approved", "declined", "withdrawn", "replaced", "expired"] as const;
export type PaperState = (typeof STATES)[number];

/** How a paper closes: answered, withdrawn by its business, replaced by the next version, or over by time. */
export type Closing = Exclude<PaperState, "open">;

/** The states in which a paper can be closed each way. A person who declined may still approve. */
export const CLOSES_FROM: Readonly<Record<Closing, readonly PaperState[]>> = {
  approved: ["open", "declined"],
  declined: ["open"],
  withdrawn: ["open"],
  replaced: ["open", "expired"],
  expired: ["open"],
};

/** What a recipient is asked for: nothing but a look, a yes or no, or a signature. */
export const ASKS = ["nothing", "yes", "signature"] as const;
export type Asks = (typeof ASKS)[number];

export const WAYS = ["email", "link"] as const;

export const ANSWERS = ["approved", "declined", "asked"] as const;
export type Answer = (typeof ANSWERS)[number];

/** The deed that a page records when a person is viewing it. */
export const VIEWED = "paper.viewed";

/** Per email. */
export const MOST_RECIPIENTS = 10;
/** Per account in 24 hours: enough for every job, too few for spam. */
export const MOST_MAILS_A_DAY = 300;
/** Per recipient, because each is emailed to the owners. */
export const MOST_QUESTIONS = 20;

/** `EST-2026-001`. */
export const formatNumber = (series: string, number: number): string =>
  `${series}-${String(number).padStart(3, "0")}`;

/** A recipient's yes or no. */
export interface GivenAnswer {
  readonly recipientId: string;
  readonly answer: Answer;
  readonly name: string;
}

/** The answer that counts of one recipient: a yes stays, a no may still become a yes. */
export const answerOf = <T extends GivenAnswer>(
  answers: readonly T[],
  recipientId: string,
): T | undefined => {
  const own = answers.filter((one) => one.recipientId === recipientId);
  return own.find(({ answer }) => answer === "approved") ?? own.find(({ answer }) => answer === "declined");
};

/** Who a recipient is: two links sent to one address are one person. */
const personOf = ({ id, address }: { readonly id: string; readonly address: string }) => address || id;

/**
 * How many people approved. Someone who answers at two links counts once, and so do two people who answer at
 * one, so no one is counted as two approvers.
 */
export function countApprovals(
  recipients: readonly { readonly id: string; readonly address: string }[],
  answers: readonly GivenAnswer[],
): number {
  const given = answers.filter(({ answer }) => answer === "approved");
  const people = new Map(recipients.map((one) => [one.id, personOf(one)]));
  const by = new Set(given.map(({ recipientId }) => people.get(recipientId) ?? recipientId));
  const names = new Set(given.map(({ name }) => name.trim().toLocaleLowerCase("en-US")));
  return Math.min(by.size, names.size);
}

/** What decides whether a paper can be answered. */
export interface Standing {
  readonly state: PaperState;
  readonly approvers: number | null;
  readonly answerBy: Temporal.Instant | null;
}

/**
 * Why nobody can approve or decline a paper now, in words for the client; null if they can.
 * @param own the recipient's answer so far
 */
export function whyClosed(
  { state, approvers, answerBy }: Standing,
  own: Answer | undefined,
  now: Temporal.Instant,
): string | null {
  if (state === "withdrawn") return "The business that sent this document withdrew it.";
  if (state === "replaced")
    return "There’s a newer version of this document. Ask the business that sent it for the new link.";
  if (state === "expired" || (answerBy !== null && Temporal.Instant.compare(now, answerBy) > 0))
    return "The deadline has passed. Ask the business that sent this for a new one.";
  if (approvers === null) return null;
  if (state === "approved") return "This document is already approved.";
  if (state === "declined" && own !== "declined") return "Someone else declined this document.";
  return null;
}
