import { bannedPhrases, HARDEST, linesOfWhole, readingGrade } from "../checks/checks.ts";
import { sentencesOf } from "../text/sentences.ts";
import { fillGuide } from "./fill-guide.ts";
import { GUIDE_ASKS, GUIDE_READERS, GUIDE_TONES, type Guide } from "./guide-file.ts";
import { isAside } from "./next-step.ts";
import type { WholeGuide } from "./whole-guide-schema.ts";

const LEAST_WORDS = 850;
const MOST_WORDS = 1_400;
/** Counts of things on the page and of steps need no source up to here. */
const MOST_COUNTED = 12;
/** Shorter ones, such as "It depends.", may appear in several guides. */
const SHORTEST_SENTENCE = 40;

/** Problems of a guide that a script can find; empty if it can be given away. */
export function lintGuide(guide: Guide): string[] {
  const found: string[] = [];
  const refuse = (why: string) => found.push(`${guide.id}: ${why}`);
  const asIs = commonOf(guide);
  const lines = linesOf(asIs);
  const count = lines.join(" ").split(/\s+/).length;
  if (count < LEAST_WORDS || count > MOST_WORDS)
    refuse(`has ${count} words for its common reader; ${LEAST_WORDS} to ${MOST_WORDS} are read.`);
  const grade = readingGrade(lines.flatMap(sentencesOf));
  if (grade > HARDEST) refuse(`reads at grade ${grade.toFixed(1)}; ${HARDEST} is the highest.`);
  const all = everyLine(guide);
  for (const number of withoutSource(all, guide.sources)) refuse(`${number} has no source.`);
  for (const line of all) {
    for (const phrase of bannedPhrases(line)) refuse(`worn phrase “${phrase}”: ${line}`);
    if (/[!—]|["]|\w'\w/.test(line)) refuse(`has a shout, a long dash or a straight quote: ${line}`);
    if (/\{\{(?!sender\}\}|reach\}\})/.test(line)) refuse(`has a slot that nobody fills: ${line}`);
  }
  if (!asIs.sections.some(({ heading }) => heading === guide.keptBy))
    refuse(`no part is called “${guide.keptBy}”, which keeps the title's promise.`);
  const sheets = asIs.sections.filter(({ table }) => table.rows.some((row) => row.some(isToFill)));
  if (sheets.length > 1) refuse("has more than one table to fill in.");
  if (sheets.some(({ table }) => table.rows.length > 10))
    refuse("has a table of more than ten rows to fill in.");
  return found;
}

/** Sentences that appear in two guides of the same trade. */
export function sharedSentences(guides: readonly Guide[]): string[] {
  const seen = new Map<string, string>();
  return guides.flatMap((guide) =>
    [...new Set(everyLine(guide).flatMap(sentencesOf))].flatMap((sentence) => {
      if (sentence.length < SHORTEST_SENTENCE || sentence.includes("{{") || isAside(sentence)) return [];
      const key = `${guide.trade} ${sentence}`;
      const other = seen.get(key);
      seen.set(key, guide.id);
      return other !== undefined && other !== guide.id ? [`${other} and ${guide.id}: ${sentence}`] : [];
    }),
  );
}

const isToFill = (cell: string): boolean => cell === "" || /_{3,}/.test(cell);

const WHO = { name: "Pat", email: "pat@example.com", company: "" } as const;

/** As its first reader gets it. */
const commonOf = (guide: Guide): WholeGuide =>
  fillGuide(guide, {
    ...WHO,
    product: "",
    targetAudience: guide.readers.fits[0]!,
    goal: "",
    tone: "",
    topic: "",
  });

const linesOf = (text: WholeGuide): string[] => [
  ...text.sections.flatMap(({ heading }) => heading || []),
  ...linesOfWhole(text),
];

/** Everything that any reader may meet. */
const everyLine = (guide: Guide): string[] => [
  ...[guide.title, ...guide.titles, guide.deliverable, ...guide.lead],
  ...GUIDE_TONES.flatMap((tone) => [guide.tones[tone].opening, guide.tones[tone].ask]),
  ...GUIDE_ASKS.flatMap((ask) => [guide.asks[ask].heading, ...guide.asks[ask].text.split("\n")]),
  ...GUIDE_READERS.flatMap((targetAudience) =>
    linesOf(fillGuide(guide, { ...WHO, product: "", targetAudience, goal: "", tone: "", topic: "" })),
  ),
];

/** Numbers that no figure among the sources has, but for counts of things and steps. */
export function withoutSource(lines: readonly string[], sources: Guide["sources"]): string[] {
  const known = numbersIn(sources.map(({ figure }) => figure).join(" "));
  return [...numbersIn(lines.join(" "))].filter(
    (number) => !known.has(number) && !(/^\d+$/.test(number) && Number(number) <= MOST_COUNTED),
  );
}

/** Numbers as they are written, without separators: "$10,200" is 10200. Years of a code count too. */
const numbersIn = (text: string): Set<string> =>
  new Set(text.replaceAll(/(\d),(?=\d{3})/g, "$1").match(/\d+(?:\.\d+)?/g) ?? []);
