import { readRecord, readText } from "#ground/sync/public.ts";
import { type Language, sourcesOf, type TalkSource } from "../rules/text.ts";

/** What is written, and its Spanish where the library has it; "" where nobody translated it. */
export interface Line {
  readonly en: string;
  readonly es: string;
}

export interface Hazard {
  readonly hazard: Line;
  readonly controls: readonly Line[];
}

export interface Step {
  readonly step: Line;
  readonly hazards: readonly Hazard[];
}

/** The steps of the work, what can go wrong in each, and what is done about it. */
export interface PlanText {
  readonly title: Line;
  readonly steps: readonly Step[];
  readonly sources: readonly TalkSource[];
}

/** Characters of one line. */
export const LONGEST_LINE = 300;
export const MOST = { steps: 40, hazards: 12, controls: 12, sources: 40 } as const;
/** Of the whole text; the command that starts a plan has 64 KB at most, with its people. */
const MOST_BYTES = 30_000;

const lineOf = (value: unknown): Line => {
  const { en, es } = readRecord(value) ?? {};
  return { en: readText(en), es: readText(es) };
};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads a text from a record or a file of content/jha; null for anything without a title. */
export function planTextOf(value: unknown): PlanText | null {
  const text = readRecord(value);
  const title = lineOf(text?.["title"]);
  if (!text || title.en === "") return null;
  return {
    title,
    steps: listOf(text["steps"]).map((one) => {
      const { step, hazards } = readRecord(one) ?? {};
      return {
        step: lineOf(step),
        hazards: listOf(hazards).map((other) => {
          const { hazard, controls } = readRecord(other) ?? {};
          return { hazard: lineOf(hazard), controls: listOf(controls).map(lineOf) };
        }),
      };
    }),
    sources: sourcesOf(text["sources"]),
  };
}

/** In the language if there is one, else as it was written. */
export const wordsIn = (line: Line, language: Language): { words: string; language: Language } =>
  language === "es" && line.es !== "" ? { words: line.es, language } : { words: line.en, language: "en" };

/** Every line of a text, in order. */
export const linesOf = ({ title, steps }: PlanText): readonly Line[] => [
  title,
  ...steps.flatMap(({ step, hazards }) => [
    step,
    ...hazards.flatMap(({ hazard, controls }) => [hazard, ...controls]),
  ]),
];

/** Keys for lines on a screen; the same words may come twice. */
export function keysOf(lines: readonly Line[]): readonly string[] {
  const seen = new Map<string, number>();
  return lines.map(({ en }) => {
    const count = (seen.get(en) ?? 0) + 1;
    seen.set(en, count);
    return count === 1 ? en : `${en} ${count}`;
  });
}

export const countHazards = ({ steps }: PlanText): number =>
  steps.reduce((sum, { hazards }) => sum + hazards.length, 0);

/** Two texts as one: the steps of both in their order. */
export const joinTexts = (one: PlanText, other: PlanText): PlanText => ({
  title: {
    en: `${one.title.en}, ${other.title.en}`.slice(0, LONGEST_LINE),
    es: one.title.es && other.title.es ? `${one.title.es}, ${other.title.es}`.slice(0, LONGEST_LINE) : "",
  },
  steps: [...one.steps, ...other.steps],
  sources: [
    ...one.sources,
    ...other.sources.filter((source) => !one.sources.some(({ cite }) => cite === source.cite)),
  ],
});

/** Why a text can’t be signed; null if it can. Devices ask before they write, and the server asks again. */
export function refuseText({ title, steps, sources }: PlanText): string | null {
  const hazards = steps.flatMap((one) => one.hazards);
  if (steps.length === 0) return "A plan has at least one step.";
  if (steps.some(({ step }) => step.en === "")) return "A step has no words.";
  if (steps.some((one) => one.hazards.length === 0)) return "Each step needs what can go wrong in it.";
  if (hazards.some(({ hazard }) => hazard.en === "")) return "A hazard has no words.";
  if (hazards.some(({ controls }) => controls.length === 0 || controls.some(({ en }) => en === "")))
    return "Each hazard needs what you do about it.";
  if (steps.length > MOST.steps) return `A plan has ${MOST.steps} steps at most. Start another one.`;
  if (steps.some((one) => one.hazards.length > MOST.hazards))
    return `A step has ${MOST.hazards} hazards at most. Split the step.`;
  if (hazards.some(({ controls }) => controls.length > MOST.controls))
    return `A hazard has ${MOST.controls} controls at most.`;
  const size = new TextEncoder().encode(JSON.stringify({ title, steps, sources })).length;
  return size > MOST_BYTES || sources.length > MOST.sources
    ? "This plan is too long. Start another one for some of the work."
    : null;
}

/** What one text has that another doesn’t: each a title, or a step, a hazard and a control. */
export interface TextChanges {
  readonly added: readonly (readonly Line[])[];
  readonly removed: readonly (readonly Line[])[];
}

const pathsOf = ({ title, steps }: PlanText): Map<string, readonly Line[]> =>
  new Map(
    [
      [title],
      ...steps.flatMap(({ step, hazards }) =>
        hazards.flatMap(({ hazard, controls }) => controls.map((control) => [step, hazard, control])),
      ),
    ].map((path) => [JSON.stringify(path.map(({ en }) => en)), path]),
  );

/** Compares two texts line by line, for people who sign again. */
export function changesBetween(before: PlanText, after: PlanText): TextChanges {
  const [was, is] = [pathsOf(before), pathsOf(after)];
  const missing = (from: typeof was, others: typeof was) =>
    [...from].filter(([path]) => !others.has(path)).map(([, lines]) => lines);
  return { added: missing(is, was), removed: missing(was, is) };
}
