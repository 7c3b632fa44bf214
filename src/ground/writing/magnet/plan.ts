import type { Chance } from "../text/seeded-choice.ts";
import type { Spent } from "../text/compose.ts";
import type { Phrases } from "../playbook/phrases.ts";
import type { Angle } from "../playbook/schema.ts";

/** Playbook lists that can become a section. */
export const LISTS = ["questions", "mistakes", "proof", "vocabulary", "seasons"] as const;

export type Part = "lead" | "second" | (typeof LISTS)[number];
/**
 * Possible part orders per kind of guide; several, so that two guides on one subject can differ in structure.
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
/** Kinds of sections that go well with the first. */
export const SECOND: Record<Angle, readonly Angle[]> = {
  choose: ["process", "cost"],
  cost: ["process", "choose"],
  signs: ["cost", "care"],
  mistakes: ["choose", "process"],
  process: ["cost", "choose"],
  care: ["signs", "cost"],
};
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
export interface Counts {
  readonly questions: number;
  readonly mistakes: number;
  /** The list whose number the topic asks for: "7 mistakes …". */
  readonly promised: "questions" | "mistakes" | undefined;
}

/** A topic "7 mistakes …" gets exactly seven. */
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

/** Picks a structure that has the list promised by the title, and the seasons if the topic mentions one. */
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
