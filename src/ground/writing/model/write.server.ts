import { setImmediate as breathe } from "node:timers/promises";
import { z } from "zod";
import {
  ModelFailure,
  type Patience,
  startPatience,
  type Trouble,
  writeObject,
  writeText,
} from "#platform/model/model.server.ts";
import { withoutOwnWords } from "../checks/checks.ts";
import type { ModelFinding } from "./checks.ts";
import type { Job } from "./running.server.ts";
import { type Line, linesOf, mapLines, unitsIn, withLines } from "./lines.ts";
import { sentencesOf } from "../text/sentences.ts";
import { cleanLine } from "../text/normalize.ts";

/** A text requested from a model, and how its answer becomes one of ours. */
export interface Commission<Schema extends z.ZodType, Text> {
  /** Reads the parts out of what the model wrote, as far as they are there. */
  read(text: string): unknown;
  /** What the parts must be. */
  readonly schema: Schema;
  readonly instructions: string;
  readonly prompt: string;
  /** Number of finished parts in a partial answer. */
  finished(partial: unknown): number;
  /** Puts an answer in order, as after a sentence was removed; nothing to do if missing. */
  settle?(answer: z.output<Schema>): z.output<Schema>;
  /** Combines the model's words with what we choose. */
  assemble(answer: z.output<Schema>): Text;
  check(text: Text, answer: z.output<Schema>): readonly ModelFinding[];
  /** The owner's words, which findings don't quote. */
  readonly own: readonly string[];
}

/** A model's text, or a sentence saying why there is none. */
export type ModelResult<Text> = { readonly text: Text } | { readonly note: string };

const NOTES: Readonly<Record<Trouble, string>> = {
  away: "AI didn’t respond, so this version is ours.",
  refused: "AI isn’t set up correctly, so this version is ours.",
  busy: "AI is too busy right now, so this version is ours.",
  slow: "AI took too long, so this version is ours.",
  unfit: "The AI version broke our rules twice, so this version is ours.",
  stopped: "AI was interrupted while writing, so this version is ours.",
};

/** Why there is no model version, for people. */
export const noteOf = (trouble: Trouble): string => NOTES[trouble];

/** Most findings named in a repair; more would mean a new text. */
const MOST_NAMED = 40;

/** Most passes of removing faulty sentences. */
const TRIMS = 3;

/**
 * What a repair is asked for but no sentence is removed for, and no text refused: less good, and harmless.
 */
const TASTE = new Set<ModelFinding["check"]>(["grade", "length", "loud", "more than one ask", "who calls"]);

/** Items of lists, but for cells. */
const REMOVABLE = /^(?!.*\.rows\.\d+\.\d+$).*\.\d+$/;

const repairSchema = z.object({ changes: z.array(z.object({ at: z.string(), text: z.string() })) });

/**
 * Lets the model write a text by our rules: one answer, one repair that names the problems, and then faulty
 * sentences are removed where possible. Never throws.
 */
export async function writeByModel<Schema extends z.ZodType, Text>(
  commission: Commission<Schema, Text>,
  job: Job,
): Promise<ModelResult<Text>> {
  try {
    return { text: await write(commission, job, startPatience(job.signal)) };
  } catch (error) {
    return { note: noteOf(error instanceof ModelFailure ? error.trouble : "unfit") };
  }
}

async function write<Schema extends z.ZodType, Text>(
  commission: Commission<Schema, Text>,
  job: Job,
  patience: Patience,
): Promise<Text> {
  const ask = (more: string) =>
    writeText(
      { ...commission, prompt: commission.prompt + more, patience },
      (text) => partsOf(commission, text),
      (text) => job.progress(commission.finished(commission.read(text))),
    );
  let answer: z.output<Schema>;
  let repaired = false;
  try {
    answer = settled(commission, await ask(""));
  } catch (error) {
    if (!(error instanceof ModelFailure) || error.trouble !== "unfit") throw error;
    repaired = true;
    answer = settled(
      commission,
      await ask(
        `\n\nAn earlier answer could not be read:\n${bullets(error.problems)}\nWrite it anew, in the form that is asked for.`,
      ),
    );
  }
  let failure: ModelFailure | undefined;
  if (!repaired && findingsOf(commission, answer).length > 0)
    try {
      answer = await repair(commission, answer, patience);
    } catch (error) {
      // What came first may do without it.
      failure = error instanceof ModelFailure ? error : new ModelFailure("unfit");
    }
  let harm = harmIn(commission, answer);
  for (let pass = 0; pass < TRIMS && harm.length > 0; pass++) {
    const less = await trimmed(commission, answer, harm);
    if (less === answer) break;
    answer = less;
    harm = harmIn(commission, answer);
  }
  if (harm.length > 0) throw failure ?? new ModelFailure("unfit");
  return commission.assemble(answer);
}

/** Most parts named that are missing or too long. */
const MOST_PROBLEMS = 12;

/** @throws ModelFailure unfit, with what is missing or too long */
function partsOf<Schema extends z.ZodType, Text>(
  { read, schema }: Commission<Schema, Text>,
  text: string,
): z.output<Schema> {
  const result = schema.safeParse(read(text));
  if (result.success) return result.data;
  const problems = result.error.issues
    .slice(0, MOST_PROBLEMS)
    .map(({ path, message }) => `${path.join(".") || "The answer"}: ${message}`);
  throw new ModelFailure("unfit", { problems });
}

/** An answer in our typography and in order. */
const settled = <Schema extends z.ZodType, Text>(
  { settle }: Commission<Schema, Text>,
  answer: z.output<Schema>,
): z.output<Schema> => {
  const tidied = tidy(answer);
  return settle ? settle(tidied) : tidied;
};

const findingsOf = <Schema extends z.ZodType, Text>(
  commission: Commission<Schema, Text>,
  answer: z.output<Schema>,
) => commission.check(commission.assemble(answer), answer);

/** What no text may be given with. */
const harmIn = <Schema extends z.ZodType, Text>(
  commission: Commission<Schema, Text>,
  answer: z.output<Schema>,
) => findingsOf(commission, answer).filter(({ check }) => !TASTE.has(check));

const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join("\n");

/** Normalizes typography: no line breaks, curly quotes, long dashes or shouting. */
function tidy<Answer>(answer: Answer): Answer {
  return mapLines(answer, (text) =>
    cleanLine(text)
      .replace(/[‘’‛′]/g, "'")
      .replace(/[“”„″]/g, '"')
      .replace(/\s*[—―]\s*|\s+–\s+/g, ", ")
      .replace(/…/g, "...")
      .replace(/!+(?=$|[\s"')])/g, "."),
  );
}

/** Requests replacements only for faulty places: faster than a new text, and the rest stays. */
async function repair<Schema extends z.ZodType, Text>(
  commission: Commission<Schema, Text>,
  answer: z.output<Schema>,
  patience: Patience,
): Promise<z.output<Schema>> {
  const lines = linesOf(answer).filter(({ text }) => text !== "");
  const findings = findingsOf(commission, answer).slice(0, MOST_NAMED);
  const named = findings.map(({ check, words }) => {
    const places = placesOf([...lines, ...unitsIn(answer)], words, commission.own);
    return `${check}${places.length ? ` at ${places.map(({ at }) => at).join(", ")}` : ""}: ${words}`;
  });
  const { changes } = await writeObject({
    schema: repairSchema,
    name: "changes",
    instructions: commission.instructions,
    prompt: `${commission.prompt}

You have written this, each line with its place before it:
${lines.map(({ at, text }) => `${at}: ${text}`).join("\n")}

It breaks these rules:
${bullets(named)}
${meaningOf(findings)}

Give new words for every place named, and for others only where they must change with them. Each change has the place ("at") and its whole new text.`,
    patience,
  });
  let changed = answer;
  // Items are removed last, and from the end, because the places behind them move up.
  for (const { at, text } of [
    ...changes.filter(({ text: words }) => words.trim() !== ""),
    ...changes
      .filter(({ at: place, text: words }) => words.trim() === "" && REMOVABLE.test(place))
      .toReversed(),
  ]) {
    const next = withLines(changed, new Map([[at, text.trim()]]));
    if (commission.schema.safeParse(next).success) changed = next;
  }
  const result = commission.schema.safeParse(settled(commission, changed));
  return result.success ? result.data : answer;
}

/** Explanations of rules whose names don't explain themselves. */
const MEANINGS: readonly (readonly [ModelFinding["check"], string])[] = [
  [
    "grade",
    "the whole text is too hard to read, and these are its hardest sentences: divide them, with shorter words",
  ],
  ["claim", "nobody told us so, or nobody may promise it"],
  [
    "invented number",
    "neither the brief nor the material has it: say it without the number, or begin with “Say” if it's an example",
  ],
  ["copied from the brief", "the brief's words stand there as they were typed: say it in your own"],
  [
    "length",
    "rewrite whole paragraphs shorter or longer; a point or paragraph with an empty text is removed",
  ],
  ["repeat", "this sentence stands there twice"],
];

const meaningOf = (findings: readonly ModelFinding[]) =>
  MEANINGS.filter(([check]) => findings.some((finding) => finding.check === check))
    .map(([check, meaning]) => `"${check}" means: ${meaning}.`)
    .join("\n");

/** Finds the places of a finding's words. Findings quote the text with the owner's words masked. */
function placesOf(lines: readonly Line[], words: string, own: readonly string[]): Line[] {
  if (words.length < 2) return [];
  return lines.filter(({ text }) => {
    const bare = text.replaceAll("**", "");
    return bare.includes(words) || withoutOwnWords(bare, own).includes(words);
  });
}

/** A section whose heading breaks a rule goes as a whole. */
const itemsAround = (at: string): string[] => /^(.*\.\d+)\.heading$/.exec(at)?.slice(1) ?? [];

/** Removes sentences that break a rule as far as the schema allows. Of repeats, the first stays. */
async function trimmed<Schema extends z.ZodType, Text>(
  commission: Commission<Schema, Text>,
  answer: z.output<Schema>,
  harm: readonly ModelFinding[],
): Promise<z.output<Schema>> {
  let best = answer;
  for (const { words } of harm) {
    // Checking takes milliseconds each time, so let other requests run.
    await breathe();
    const lastMatch = (lines: readonly Line[]) => placesOf(lines, words, commission.own).at(-1);
    const line = lastMatch(linesOf(best));
    const unit = lastMatch(unitsIn(best));
    const remaining =
      line && sentencesOf(line.text).filter((sentence) => !lastMatch([{ at: "", text: sentence }]));
    // First without the sentence; then without the whole point, row or section, if there may be fewer.
    const ways = [
      ...(line && remaining ? [[line.at, remaining.join(" ")] as const] : []),
      ...(unit ? [[unit.at, ""] as const] : []),
      ...(line ? itemsAround(line.at).map((at) => [at, ""] as const) : []),
    ];
    for (const way of ways) {
      const result = commission.schema.safeParse(settled(commission, withLines(best, new Map([way]))));
      if (!result.success) continue;
      best = result.data;
      break;
    }
  }
  return best;
}
