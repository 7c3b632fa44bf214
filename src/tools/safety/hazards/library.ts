import { readRecord, readText } from "#ground/sync/public.ts";
import { folded } from "#platform/names/folded.ts";
import { type PlanText, planTextOf } from "./text.ts";

/** A job hazard analysis of content/jha: what a plan starts from, and what it is found by. */
export interface Jha {
  readonly slug: string;
  readonly text: PlanText;
  readonly trades: readonly string[];
  /** Words of the day’s work that suggest it: "roof", "trench". */
  readonly when: readonly string[];
}

const files = import.meta.glob<unknown>("/content/jha/*.json", { eager: true, import: "default" });
const wordsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Every JHA, by its English title. All of them are on the device with the screens that import this. */
export const jhas: readonly Jha[] = Object.values(files)
  .flatMap((file) => {
    const [text, fields] = [planTextOf(file), readRecord(file)];
    if (!text || !fields) return [];
    const slug = readText(fields["slug"]);
    return [{ slug, text, trades: wordsOf(fields["trades"]), when: wordsOf(fields["when"]) }];
  })
  .toSorted((one, other) => one.text.title.en.localeCompare(other.text.title.en, "en-US"));

export const findJha = (slug: string): Jha | undefined => jhas.find((one) => one.slug === slug);

/** Whether a folded text has a word or its plural: "gut" isn’t in “gutters”. */
const hasWord = (text: string, word: string): boolean =>
  new RegExp(
    String.raw`(?<!\p{L})${folded(word).replaceAll(/[^\p{L}\d ]/gu, "")}(?:e?s)?(?!\p{L})`,
    "u",
  ).test(text);

/** JHAs that the day’s work speaks for, with the word. @param work lines of the log and the job’s name */
export function suggestJhas(library: readonly Jha[], work: readonly string[]) {
  const text = folded(work.join(" | "));
  return library.flatMap((jha) => {
    const word = jha.when.find((one) => hasWord(text, one));
    return word === undefined ? [] : [{ jha, word }];
  });
}
