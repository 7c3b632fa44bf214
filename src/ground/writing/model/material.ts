import { sourceLines } from "../guides/fill-guide.ts";
import type { Guide } from "../guides/guide-file.ts";
import type { Trade } from "../trades/schema.ts";
import { knownNumbers, measuresIn, numbersIn } from "./known-numbers.ts";
import { isStatistic } from "./numbers.ts";
import { sentencesOf } from "../text/sentences.ts";

type Source = Guide["sources"][number];

/** About 6,000 tokens of English. */
const MOST_CHARACTERS = 22_000;
const MOST_GUIDES = 1;
/** Of figures from further guides. */
const MOST_FIGURES = 7_000;

/** What a model may know, and where its figures are from. */
export interface Material {
  readonly text: string;
  /** Where numbers may be from: also what the model doesn't see of it. */
  readonly known: string;
  /** "S1" is the first. */
  readonly sources: readonly Source[];
  /** How many of them are those of the guides that are given whole. */
  readonly near: number;
}

/** An owner would have to defend other people's prices and statistics, so the model doesn't see them. */
const isForeign = (words: string): boolean => /\$\s?\d/.test(words) || isStatistic(words);

const withoutForeign = (line: string): string =>
  sentencesOf(line)
    .filter((sentence) => !isForeign(sentence))
    .join(" ");

function tableLines({ columns, rows }: Guide["parts"][number]["table"]): string[] {
  const own = rows.filter((row) => !row.some(isForeign));
  return own.length === 0 ? [] : [columns, ...own].map((row) => `| ${row.join(" | ")} |`);
}

/** A guide as a model reads it. */
function guideText({ title, tones, lead, parts }: Guide): string {
  const lines = parts.flatMap(({ heading, paragraphs, points, table, letter, after }) => [
    ...(heading === "" ? [] : [`### ${heading}`]),
    ...paragraphs.map(withoutForeign),
    ...points.map(withoutForeign).flatMap((point) => (point === "" ? [] : `- ${point}`)),
    ...tableLines(table),
    ...[letter, ...after].map(withoutForeign),
  ]);
  return [`## Guide: ${title}`, withoutForeign(tones.plain.opening), ...lead.map(withoutForeign), ...lines]
    .filter((line) => line !== "")
    .join("\n")
    .replaceAll("**", "");
}

/** Sums of a guide's own example are no figures. */
const isFigure = ({ where, source, figure }: Source): boolean =>
  (where !== "" || /rules? of thumb/i.test(source)) && !isForeign(figure);

/**
 * What a model may know: what its trade doesn't claim, our guides nearest to the brief, as many as fit into
 * about 6,000 tokens, and figures of further ones. If there's a nearest guide, it's in, whatever its length.
 * @param further guides of which only the figures are of use
 */
export function materialOf(
  trade: Trade,
  nearest: readonly Guide[],
  further: readonly Guide[] = [],
): Material {
  const parts = [
    `## Never claimed in this trade, and why\n${trade.doNotSay.map(({ phrase, why }) => `- "${phrase}": ${why}`).join("\n")}`,
  ];
  const given: Guide[] = [];
  let length = parts.join("\n\n").length;
  for (const guide of nearest.slice(0, MOST_GUIDES)) {
    const text = guideText(guide);
    if (given.length > 0 && length + text.length > MOST_CHARACTERS) break;
    parts.push(text);
    given.push(guide);
    length += text.length;
  }
  const sources = given.flatMap((guide) => guide.sources.filter(isFigure));
  const near = sources.length;
  let figures = 0;
  for (const source of [...nearest, ...further]
    .filter((guide) => !given.includes(guide))
    .flatMap((one) => one.sources)) {
    if (!isFigure(source) || sources.some(({ figure }) => figure === source.figure)) continue;
    figures += source.figure.length + source.source.length;
    if (figures > MOST_FIGURES) break;
    sources.push(source);
  }
  const lines = sources.map(({ figure, source, year }, at) => `S${at + 1}: ${figure} (${source}, ${year})`);
  if (lines.length > 0) parts.push(`## Figures, by number\n${lines.join("\n")}`);
  const text = parts.join("\n\n");
  const unseen = JSON.stringify(given.map(({ tones, lead, parts: all }) => [tones, lead, all]));
  return { text, known: `${text}\n${unseen}`, sources, near };
}

/** From here on a number tells where it's from. */
const LEAST_TELLING = 13;

/**
 * The sources to print: those that the model named and used, and for each further telling measure of its text
 * the first figure of the guides given whole that has it.
 * @param named "S3"
 * @param owners what the owner typed, which needs no source
 */
export function usedSources(
  { sources, near }: Material,
  named: readonly string[],
  lines: readonly string[],
  owners: string,
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
  const own = knownNumbers(owners, "");
  // By what is measured, too: the model knows many figures of its own.
  const has = (source: Source, measure: string) => measuresIn(source.figure).includes(measure);
  for (const measure of new Set(measuresIn(lines.join("\n")))) {
    const value = Number.parseFloat(measure);
    const isTelling = value >= LEAST_TELLING && !measure.endsWith(" ") && !own.all.has(value);
    if (!isTelling || [...used].some((source) => has(source, measure))) continue;
    const source = sources.slice(0, near).find((one) => has(one, measure));
    if (source) used.add(source);
  }
  const isRule = ({ where }: Source) => where === "";
  return [
    ...sourceLines(sources.filter((source) => used.has(source) && !isRule(source))),
    // A guide's rules of thumb are one line about everything in it.
    ...([...used].some(isRule) ? ["Rules of thumb of the trade, not from a study"] : []),
  ];
}
