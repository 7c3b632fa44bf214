/** The state of a paper. Only an open one can be answered. */
export const STATES = ["open", "approved", "declined", "withdrawn", "replaced", "expired"] as const;
export type PaperState = (typeof STATES)[number];

/** How a paper closes: answered, withdrawn by its business, replaced by the next version, or over by time. */
export type Closing = Exclude<PaperState, "open">;

/** The states in which a paper can be closed each way. A person who declined may still approve. */
export const CLOSES_FROM: Readonly<Record<Closing, readonly PaperState[]>> = {
  approved: ["open", "declined"],
  declined: ["open"],
  withdrawn: ["open", "declined"],
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
export const formatNumber = (series: string, number: number, digits = 3): string =>
  `${series}-${String(number).padStart(digits, "0")}`;

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
 * How many people approved one without an order. Someone who answers at two links counts once, and so do two
 * people who answer at one, so no one is counted as two approvers.
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

/** A recipient, with their turn where people approve in order: from 1, null where there is none. */
export interface WithTurn {
  readonly id: string;
  readonly turn: number | null;
}

/** The turns of a paper that is approved in order, the first first, each with the answer that approved it. */
export function turnsOf<T extends GivenAnswer>(
  recipients: readonly WithTurn[],
  answers: readonly T[],
): { readonly turn: number; readonly approval: T | undefined }[] {
  const turns = [...new Set(recipients.flatMap(({ turn }) => turn ?? []))].toSorted((a, b) => a - b);
  return turns.map((turn) => {
    const own = new Set(recipients.flatMap((one) => (one.turn === turn ? one.id : [])));
    return {
      turn,
      approval: answers.find(({ answer, recipientId }) => answer === "approved" && own.has(recipientId)),
    };
  });
}

/** Whose turn it is; null for a paper without an order, or once all have approved it. */
export const turnNow = (recipients: readonly WithTurn[], answers: readonly GivenAnswer[]): number | null =>
  turnsOf(recipients, answers).find(({ approval }) => approval === undefined)?.turn ?? null;

/**
 * Why a recipient can't decide a paper with an order, in words for them; null if they can. A link without a
 * turn, such as one that was handed over, is for the person whose turn it is.
 * @param people with their addresses, empty for a link that was handed over
 */
function whyNotYet(
  { turn }: WithTurn,
  people: readonly (WithTurn & { readonly address: string })[],
  answers: readonly GivenAnswer[],
): string | null {
  const now = turnNow(people, answers);
  if (now === null || turn === null || turn === now) return null;
  if (turn < now) return "This was approved at another link. The next person is asked now.";
  const before = people.find((one) => one.turn === now && one.address !== "")?.address ?? "someone else";
  return `It isn’t your turn yet: ${before} is asked first. You’ll get an email when it’s your turn.`;
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

/** How many people must still approve a paper. @param approvers 1 or more */
export function approvalsMissing(
  approvers: number,
  people: readonly (WithTurn & { readonly address: string })[],
  answers: readonly GivenAnswer[],
): number {
  const turns = turnsOf(people, answers);
  return turns.length > 0
    ? turns.filter(({ approval }) => approval === undefined).length
    : approvers - countApprovals(people, answers);
}

/**
 * Why a recipient can't approve or decline a paper now, in words for them; null if they can.
 * @param people all who got it, or will
 */
export function whyUndecidable(
  paper: Standing,
  recipient: WithTurn,
  people: readonly (WithTurn & { readonly address: string })[],
  answers: readonly GivenAnswer[],
  now: Temporal.Instant,
): string | null {
  const why =
    whyClosed(paper, answerOf(answers, recipient.id)?.answer, now) ?? whyNotYet(recipient, people, answers);
  if (why !== null || paper.state !== "declined" || paper.approvers === null) return why;
  return approvalsMissing(paper.approvers, people, answers) > 1
    ? "It ended when it was declined. Ask the business to send it again."
    : null;
}
