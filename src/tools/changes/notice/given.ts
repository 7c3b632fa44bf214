import { readDate, readOneOf, readRecord, readText, type Values } from "#ground/sync/public.ts";
import { dateAt } from "#trade/fieldwork/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { dayWords } from "#platform/time/format.ts";
import { LONGEST as LONGEST_CHANGE } from "../rules/change.ts";

/** Whether it looks like an email address; the server asks again. */
export const isEmail = (typed: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed);

/** The record of one notice of a change. */
export const NOTICE = "changes.notice";

/** The kind of a notice's paper, and the last part of its page's address. */
export const NOTICE_PAPER = "notice";

/** Notices of one change: the first, and again if it couldn't be sent. */
export const MOST_NOTICES = 4;
export const LONGEST = { ...LONGEST_CHANGE, email: 254, address: 300, carrier: 60, number: 60 } as const;

/** Derived, so that two phones without a signal give the same notice. @param at from 0 */
export const noticeId = (change: string, at: number): string => derivedId(NOTICE, change, String(at));
export const noticeIds = (change: string): string[] =>
  [...Array(MOST_NOTICES).keys()].map((at) => noticeId(change, at));

/** The ways in which contracts want notice. */
export const NOTICE_WAYS = ["email", "letter"] as const;
export type NoticeWay = (typeof NOTICE_WAYS)[number];
export const WAY_LABELS: Readonly<Record<NoticeWay, string>> = {
  email: "By email",
  letter: "By mail: a letter to print",
};

/** To whom and how a contract wants notice. */
export interface NoticeTo {
  readonly way: NoticeWay;
  readonly name: string;
  /** Empty for a letter. */
  readonly email: string;
  /** Lines; empty for an email. */
  readonly address: string;
}

/** Reads what a device wrote; null if it names no way. */
export function readNoticeTo(value: unknown): NoticeTo | null {
  const to = readRecord(value);
  const way = readOneOf(NOTICE_WAYS, to?.["way"]);
  if (!to || !way) return null;
  const [name, email, address] = ["name", "email", "address"].map((field) => readText(to[field]));
  return { way, name: name!, email: email!, address: address! };
}

/** Reads it; null if it can't be sent so. */
export function noticeToOf(value: unknown): NoticeTo | null {
  const to = readNoticeTo(value);
  return to && (to.way === "email" ? to.email : to.address) !== "" ? to : null;
}

/** "By email: Dana Hale, dana@hale.test". */
export const formatNoticeTo = ({ way, name, email, address }: NoticeTo): string =>
  `${WAY_LABELS[way]}: ${[name, email, ...address.split("\n")].filter(Boolean).join(", ")}`;

export const NOTICE_OUTCOMES = ["sent", "drawn", "unsent"] as const;

/** A notice, and what became of it. */
export interface GivenNotice {
  readonly change: string;
  readonly to: NoticeTo;
  /** How a letter was mailed; null before, and for an email. */
  readonly mailed: { readonly day: string; readonly carrier: string; readonly number: string } | null;
  /** As the server says; null until it has it. */
  readonly outcome: {
    readonly is: (typeof NOTICE_OUTCOMES)[number];
    /** An ISO moment. */
    readonly at: string;
    readonly words: string;
  } | null;
}

/** Reads a notice from the values of its record, which a device wrote; null if it isn't one. */
export function givenOf(values: Values): GivenNotice | null {
  const given = readRecord(values["given"]);
  const to = noticeToOf(given);
  const [mailed, outcome] = [readRecord(values["mailed"]), readRecord(values["outcome"])];
  const [day, is] = [readDate(mailed?.["day"]), readOneOf(NOTICE_OUTCOMES, outcome?.["is"])];
  return given && to
    ? {
        ...{ change: readText(given["change"]), to },
        mailed: day
          ? { day, carrier: readText(mailed!["carrier"]), number: readText(mailed!["number"]) }
          : null,
        outcome: is ? { is, at: readText(outcome!["at"]), words: readText(outcome!["words"]) } : null,
      }
    : null;
}

/** "Dec 2, 2026, USPS Certified Mail, 9407 1118"; null for anything else. */
export function formatMailed(value: unknown): string | null {
  const mailed = readRecord(value);
  const day = readDate(mailed?.["day"]);
  if (!mailed || !day) return null;
  const words = dayWords(Temporal.PlainDate.from(day));
  return [words, readText(mailed["carrier"]), readText(mailed["number"])].filter(Boolean).join(", ");
}

const OUTCOME_LABELS = { sent: "Emailed", drawn: "Letter made", unsent: "Not sent" } as const;

/** "Not sent: why"; null for anything else. */
export function formatNoticeOutcome(value: unknown): string | null {
  const outcome = readRecord(value);
  const is = readOneOf(NOTICE_OUTCOMES, outcome?.["is"]);
  return is ? [OUTCOME_LABELS[is], readText(outcome!["words"])].filter(Boolean).join(": ") : null;
}

/** The day on which it was given, where the job is; null if it wasn't, or not yet. */
export function dayGiven({ to, mailed, outcome }: GivenNotice, zone: string): string | null {
  if (to.way === "letter") return mailed?.day ?? null;
  return outcome?.is === "sent" ? dateAt(Date.parse(outcome.at), zone) : null;
}

const shortDay = (day: string): string =>
  Temporal.PlainDate.from(day).toLocaleString("en-US", { weekday: "short", month: "short", day: "numeric" });

/** "2 days late", "in time"; empty if the contract says nothing of a day. */
export function formatLateness(day: string, by: string | null): string {
  if (by === null) return "";
  const late = Temporal.PlainDate.from(by).until(day, { largestUnit: "day" }).days;
  return late <= 0 ? "in time" : late === 1 ? "1 day late" : `${late} days late`;
}

/** One sentence: how notice was given, when, and how late. @param by "2026-12-04", or null without a clock */
export function describeGiven(notice: GivenNotice, by: string | null, zone: string): string {
  const { to, mailed, outcome } = notice;
  const day = dayGiven(notice, zone);
  if (outcome?.is === "unsent") return `Notice not sent. ${outcome.words}`;
  if (day === null)
    return to.way === "email"
      ? `Notice goes to ${to.email} as soon as there’s a signal.`
      : "The letter hasn’t gone out yet.";
  const how = mailed
    ? `postmarked ${shortDay(day)}${[mailed.carrier, mailed.number]
        .filter(Boolean)
        .map((one) => `, ${one}`)
        .join("")}`
    : `emailed to ${to.email} ${shortDay(day)}`;
  const lateness = formatLateness(day, by);
  return `Notice ${how}${lateness === "" ? "" : `: ${lateness}`}.`;
}
