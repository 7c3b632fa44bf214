import type { Chance } from "../text/seeded-choice.ts";
import type { Spent } from "../text/compose.ts";
import type { Phrases } from "../playbook/phrases.ts";
import type { Angle } from "../playbook/schema.ts";

/** The lists of a playbook that a guide can have a section of. */
export const LISTS = ["questions", "mistakes", "proof", "vocabulary", "seasons"] as const;

/** What a guide is made of: two authored sections, and lists. */
export type Part = "lead" | "second" | (typeof LISTS)[number];
/**
 * What a guide of each kind is made of, in order: several ways, so that two guides about the same need not be
 * built alike.
 */
const PLANS: Record<Angle, readonly (readonly Part[])[]> = {
  choose: [
    ["lead", "questions", "proof", "mistakes"],
    ["lead", "second", "questions", "mistakes"],
    ["lead", "proof", "second", "questions"],
    ["lead", "mistakes", "second", "proof"],
  ],
  cost: [
    ["lead", "questions", "second", "mistakes"],
    ["lead", "vocabulary", "second", "questions"],
    ["lead", "second", "proof", "mistakes"],
    ["lead", "second", "vocabulary", "proof"],
  ],
  signs: [
    ["lead", "second", "questions", "mistakes"],
    ["lead", "seasons", "second", "questions"],
    ["lead", "second", "vocabulary", "proof"],
    ["lead", "mistakes", "second", "seasons"],
  ],
  mistakes: [
    ["mistakes", "lead", "questions", "vocabulary"],
    ["mistakes", "lead", "second", "proof"],
    ["mistakes", "second", "lead", "questions"],
    ["mistakes", "proof", "lead", "second"],
  ],
  process: [
    ["lead", "mistakes", "questions", "vocabulary"],
    ["lead", "second", "questions", "proof"],
    ["lead", "second", "vocabulary", "mistakes"],
    ["lead", "proof", "second", "vocabulary"],
  ],
  care: [
    ["lead", "seasons", "mistakes", "second"],
    ["seasons", "lead", "second", "vocabulary"],
    ["lead", "second", "seasons", "mistakes"],
    ["lead", "second", "mistakes", "vocabulary"],
  ],
};
/** The kinds of section that go well beside the first. */
export const SECOND: Record<Angle, readonly Angle[]> = {
  choose: ["process", "cost"],
  cost: ["process", "choose"],
  signs: ["cost", "care"],
  mistakes: ["choose", "process"],
  process: ["cost", "choose"],
  care: ["signs", "cost"],
};
/** How many of each a guide has. */
export const SIZES = {
  questions: 5,
  mistakes: 5,
  proof: 4,
  vocabulary: 5,
  seasons: 4,
  fears: 3,
  groups: 3,
  perGroup: 4,
} as const;
/** How long the lists are that a title may count. */
export interface Counts {
  readonly questions: number;
  readonly mistakes: number;
  /** The list that the topic asks for by number: "7 mistakes …". */
  readonly promised: "questions" | "mistakes" | undefined;
}

/** "7 mistakes …" asked for: then there are seven. */
export function countsFor({ topic }: Phrases): Counts {
  const count = topic?.count && topic.count >= 3 && topic.count <= 10 ? topic.count : undefined;
  const promised = /^questions?\b/i.test(topic?.title ?? "")
    ? "questions"
    : /mistakes?\b/i.test(topic?.title ?? "")
      ? "mistakes"
      : undefined;
  return {
    questions: (promised === "questions" && count) || SIZES.questions,
    mistakes: (promised === "mistakes" && count) || SIZES.mistakes,
    promised,
  };
}

/**
 * The way a guide is built: one that has the list its title promises, and the year where the topic speaks of
 * a season.
 */
export function planFor(
  { angle, phrases, spent, luck }: { angle: Angle; phrases: Phrases; spent: Spent; luck: Chance },
  counts: Counts,
): readonly Part[] {
  const wanted: Part[] = [
    ...(counts.promised ? [counts.promised] : []),
    ...(/\b(?:season|spring|summer|fall|autumn|winter|year)/i.test(phrases.topic?.title ?? "")
      ? (["seasons"] as const)
      : []),
  ];
  const plans = PLANS[angle].filter((plan) => wanted.every((part) => plan.includes(part)));
  const [first = PLANS[angle][0]!] = (
    plans.length > 0 ? plans : PLANS[angle].filter((plan) => plan.includes(wanted[0]!))
  )
    .map((plan) => ({ plan, rank: spent.lastUse(plan.join()) * 100 + luck.number(50) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ plan }) => plan);
  spent.use(first.join());
  return wanted[0] && !first.includes(wanted[0]) ? [...first.slice(0, 3), wanted[0]] : first;
}
