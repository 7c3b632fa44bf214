import {
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";
import { wholeNumber } from "#trade/lines/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { formatAmount, MOST_CENTS } from "#platform/money/money.ts";
import { CHANGE, MOST_DAYS } from "../rules/change.ts";

/** The record of what a guest of a job, such as a sub, asks for: extra work with its cost and photos. */
export const REQUEST = "changes.request";

export const ANSWERS = ["taken", "declined"] as const;

/** What an owner or manager answered. */
export interface RequestAnswer {
  readonly is: (typeof ANSWERS)[number];
  /** Why it was declined; may be empty. */
  readonly words: string;
}

export interface ChangeRequest {
  readonly title: string;
  readonly description: string;
  /** What they charge for it, in cents; null if they don't know yet. */
  readonly cents: number | null;
  readonly days: number;
  /** Null while it waits. */
  readonly answer: RequestAnswer | null;
}

function answerOf(value: unknown): RequestAnswer | null {
  const answer = readRecord(value);
  const is = readOneOf(ANSWERS, answer?.["is"]);
  return is && { is, words: readText(answer!["words"]) };
}

/** Reads a request from the values of its record. */
export function requestOf(values: Values): ChangeRequest {
  const days = readNumber(values["days"]) ?? 0;
  return {
    title: readTextOrNull(values["title"]) ?? "Extra work",
    description: readText(values["description"]),
    cents: wholeNumber(values["cents"], MOST_CENTS),
    days: Number.isInteger(days) && Math.abs(days) <= MOST_DAYS ? days : 0,
    answer: answerOf(values["answer"]),
  };
}

/** Derived, so that two managers who take it over make one change. */
export const changeOfRequest = (request: string): string => derivedId(CHANGE, REQUEST, request);
export const lineOfRequest = (request: string): string => derivedId(CHANGE, REQUEST, request, "cost");

/** "Waiting", "Taken over", "Declined: not in your contract". */
export const describeRequestAnswer = (answer: RequestAnswer | null): string =>
  answer === null
    ? "Waiting for an answer"
    : answer.is === "taken"
      ? "Taken over into a change"
      : ["Declined", answer.words].filter(Boolean).join(": ");

/** "$450.00", or that the cost isn't known. @param currency ISO 4217 */
export const formatCost = (cents: number | null, currency: string): string =>
  cents === null ? "No cost yet" : formatAmount(cents, currency);

/** Why a request can't be changed any more; null while it can. */
export const whyAnswered = ({ answer }: Pick<ChangeRequest, "answer">): string | null =>
  answer === null ? null : "This request was answered, so it can’t be changed. Send a new one.";
