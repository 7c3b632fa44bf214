import { readOneOf, readRecord, readText, type Values } from "#ground/sync/public.ts";
import { LONGEST as LONGEST_CHANGE } from "../rules/change.ts";

/** The record of one question to somebody who gave a direction by word: is this what you said? */
export const WORD = "changes.word";

/** The kind of a question's paper, and the last part of its page's address. */
export const WORD_PAPER = "word";

export const LONGEST = { ...LONGEST_CHANGE, said: 600, email: 254 } as const;

/** What is asked, as it goes to them. These are only true together, so they share one field. */
export interface Asked {
  /** Id of the change. */
  readonly change: string;
  /** Who said it. */
  readonly by: string;
  readonly email: string;
  /** "2026-11-28T14:10", on the clock of the job; empty if nobody noted it. */
  readonly at: string;
  readonly where: string;
  /** What they said, in our words. */
  readonly said: string;
}

export const OUTCOMES = ["sent", "unsent", "confirmed", "corrected"] as const;

export const OUTCOME_LABELS: Readonly<Record<(typeof OUTCOMES)[number], string>> = {
  sent: "Sent, not answered",
  unsent: "Not sent",
  confirmed: "Confirmed",
  corrected: "Not quite",
};

/** What became of it, as the server says. */
export interface Outcome {
  readonly is: (typeof OUTCOMES)[number];
  /** An ISO moment. */
  readonly at: string;
  /** As they typed it; empty before they answer. */
  readonly name: string;
  /** What they said instead, or why it wasn’t sent. */
  readonly words: string;
}

/** Reads a question from the values of its record, which a device wrote; null if it asks nothing. */
export function wordOf(values: Values): { readonly asked: Asked; readonly outcome: Outcome | null } | null {
  const asked = readRecord(values["asked"]);
  const outcome = readRecord(values["outcome"]);
  const is = readOneOf(OUTCOMES, outcome?.["is"]);
  if (!asked) return null;
  const of = (name: keyof Asked) => readText(asked[name]);
  return {
    asked: {
      ...{ change: of("change"), by: of("by"), email: of("email"), at: of("at"), where: of("where") },
      said: of("said"),
    },
    outcome: is
      ? {
          ...{ is, at: readText(outcome!["at"]), name: readText(outcome!["name"]) },
          words: readText(outcome!["words"]),
        }
      : null,
  };
}

/** "3 hours", "2 days": whole units since a moment, rounded down. */
export function formatSince(at: string, now: Temporal.Instant): string {
  const minutes = Math.max(0, Math.floor((now.epochMilliseconds - Date.parse(at)) / 60_000));
  const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (minutes < 60) return of(minutes, "minute");
  return minutes < 48 * 60 ? of(Math.floor(minutes / 60), "hour") : of(Math.floor(minutes / 1440), "day");
}

/** What became of a question, in one sentence: the answer, or how long there has been none. */
export function describeOutcome(
  { asked: { by, email }, outcome }: NonNullable<ReturnType<typeof wordOf>>,
  now: Temporal.Instant,
): string {
  if (!outcome) return `Goes to ${email} as soon as there’s a signal.`;
  switch (outcome.is) {
    case "sent":
      return `Sent to ${email}. No answer for ${formatSince(outcome.at, now)}.`;
    case "unsent":
      return `Not sent to ${email}. ${outcome.words}`;
    case "confirmed":
      return `${outcome.name || by} confirmed it.${outcome.words ? ` “${outcome.words}”` : ""}`;
    case "corrected":
      return `${outcome.name || by} says: not quite.${outcome.words ? ` “${outcome.words}”` : ""}`;
  }
}
