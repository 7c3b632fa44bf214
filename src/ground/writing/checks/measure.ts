import { headingsOf, linesOfWhole, readingGrade } from "./checks.ts";
import { fillGuide } from "../guides/fill-guide.ts";
import type { Guide } from "../guides/guide-file.ts";
import { lintGuide } from "../guides/lint-guide.ts";
import { magnetBriefSchema } from "../schema.ts";
import { sentencesOf } from "../text/sentences.ts";

/** Shorter ones, such as a cell of a table or "It depends.", may appear in several guides. */
const LEAST_WORDS = 5;

/** The guides of one trade. Shares are of sentences of five words and more, 0 to 1. */
export interface TradeRow {
  readonly trade: string;
  readonly guides: number;
  readonly words: number;
  /** School grades, of the easiest and the hardest guide. */
  readonly grades: readonly [least: number, most: number];
  /** What the checks of a guide find in them. */
  readonly findings: readonly string[];
  /** Shared by two of its guides, on average and at worst. */
  readonly mean: number;
  readonly worst: number;
  /** The two that share most. */
  readonly whose: string;
}

const WHO = { name: "Maria Lopez", email: "maria@example.com", company: "Lopez & Daughters" };

/** Measures the guides of each trade, as their first readers get them. */
export function measureGuides(guides: readonly Guide[]): TradeRow[] {
  const texts = guides.map((guide) => {
    const targetAudience = guide.readers.fits[0]!;
    const text = fillGuide(guide, magnetBriefSchema.parse({ ...WHO, targetAudience }));
    const lines = [...headingsOf(text), ...linesOfWhole(text)];
    return { guide, lines, sentences: lines.flatMap(sentencesOf).filter(isLong) };
  });
  return [...Map.groupBy(texts, ({ guide }) => guide.trade)].map(([trade, mine]) => {
    const pairs = mine.flatMap((one, at) =>
      mine.slice(0, at).map((other) => ({
        share: inCommon(one.sentences, other.sentences),
        whose: `${other.guide.id}, ${one.guide.id}`,
      })),
    );
    const worst = pairs.toSorted((one, other) => other.share - one.share)[0];
    const grades = mine.map(({ lines }) => readingGrade(lines));
    const words = mine.map(({ lines }) => lines.join(" ").split(/\s+/).length);
    return {
      trade,
      guides: mine.length,
      words: mean(words),
      grades: [Math.min(...grades), Math.max(...grades)],
      findings: mine.flatMap(({ guide }) => lintGuide(guide)),
      mean: mean(pairs.map(({ share }) => share)),
      worst: worst?.share ?? 0,
      whose: worst?.whose ?? "",
    };
  });
}

const isLong = (sentence: string) => sentence.split(/\s+/).length >= LEAST_WORDS;

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length);

/** Share of the shorter text's sentences that occur verbatim in the other. */
function inCommon(one: readonly string[], other: readonly string[]): number {
  const [short, long] = one.length < other.length ? [one, new Set(other)] : [other, new Set(one)];
  return short.filter((sentence) => long.has(sentence)).length / Math.max(1, short.length);
}
