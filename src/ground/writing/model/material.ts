import { sourceLines } from "../guides/fill-guide.ts";
import type { Guide } from "../guides/guide-file.ts";
import type { Trade } from "../trades/schema.ts";
import { numbersIn } from "./known-numbers.ts";
import { isStatistic } from "./numbers.ts";

type Source = Guide["sources"][number];

/** Of all figures together, in characters. */
const MOST_FIGURES = 7_000;

/** What a model may know, and where its figures are from. */
export interface Material {
  readonly text: string;
  /** "S1" is the first. */
  readonly sources: readonly Source[];
}

/** An owner would have to defend other people's prices and statistics, so the model doesn't see them. */
const isForeign = (words: string): boolean => /\$\s?\d/.test(words) || isStatistic(words);

/** Sums of a guide's own example are no figures. */
const isFigure = ({ where, source, figure }: Source): boolean =>
  (where !== "" || /rules? of thumb/i.test(source)) && !isForeign(figure);

/**
 * What a model may know: what its trade doesn't claim, and figures with their sources.
 * @param guides those of ours that the figures are from, the nearest to the brief first
 */
export function materialOf(trade: Trade, guides: readonly Guide[]): Material {
  const sources: Source[] = [];
  let length = 0;
  for (const source of guides.flatMap((guide) => guide.sources)) {
    if (!isFigure(source) || sources.some(({ figure }) => figure === source.figure)) continue;
    length += source.figure.length + source.source.length;
    if (length > MOST_FIGURES) break;
    sources.push(source);
  }
  const lines = sources.map(({ figure, source, year }, at) => `S${at + 1}: ${figure} (${source}, ${year})`);
  const text = [
    `## Never claimed in this trade, and why\n${trade.doNotSay.map(({ phrase, why }) => `- "${phrase}": ${why}`).join("\n")}`,
    ...(lines.length > 0 ? [`## Figures, by number\n${lines.join("\n")}`] : []),
  ].join("\n\n");
  return { text, sources };
}

/** From here on a number tells where it's from. */
const LEAST_TELLING = 13;

/**
 * The sources to print: those that the model named and used.
 * @param named "S3"
 */
export function usedSources(
  { sources }: Material,
  named: readonly string[],
  lines: readonly string[],
): string[] {
  const values = new Set(numbersIn(lines.join("\n")));
  // Small numbers are in many figures by chance, so all of them must be there.
  const isUsed = ({ figure }: Source) => {
    const theirs = numbersIn(figure);
    const telling = theirs.filter((value) => value >= LEAST_TELLING);
    return telling.length > 0
      ? telling.some((value) => values.has(value))
      : theirs.length > 0 && theirs.every((value) => values.has(value));
  };
  const used = new Set(
    named
      .flatMap((name) => sources[Number(/^\W*S?(\d+)\W*$/i.exec(name)?.[1] ?? 0) - 1] ?? [])
      .filter(isUsed),
  );
  const isRule = ({ where }: Source) => where === "";
  return [
    ...sourceLines(sources.filter((source) => used.has(source) && !isRule(source))),
    // A guide's rules of thumb are one line about everything in it.
    ...([...used].some(isRule) ? ["Rules of thumb of the trade, not from a study"] : []),
  ];
}
