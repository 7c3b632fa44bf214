import type { Finding } from "../checks/checks.ts";
import { fieldsOf } from "./edit-text.ts";
import type { Part, Tree } from "../outline.ts";

/** Advice on the text by field; the empty name is for the whole text. Never blocks saving. */
export type Notes = Readonly<Record<string, readonly string[]>>;

const WORDS: Partial<Record<Finding["check"], (words: string) => string>> = {
  "banned phrase": (words) => `Readers have seen “${words}” so often that they skip it.`,
  claim: (words) =>
    `“${words}” looks like a guarantee or a statistic. Keep it only if it’s true and you can prove it.`,
  placeholder: (words) => `“${words}” looks like a blank you didn’t fill in.`,
  repeat: (words) => `This sentence appears twice: “${words}”`,
  loud: () => "Capitals and exclamation marks read as shouting.",
  grade: (words) => `It reads at grade ${words}. Shorter sentences and words bring it down.`,
  subject: () => "A subject this long gets cut off on a phone.",
};

const MOST_NOTES = 40;

/** Advice in words, once each; findings without words for them are left out. */
export const adviceOf = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.flatMap(({ check, words }) => WORDS[check]?.(words) ?? [])),
];

/** Assigns findings to the fields that contain them. */
export function notesOf(root: Part, tree: Tree, findings: readonly Finding[]): Notes {
  const fields = Object.entries(fieldsOf(root, tree));
  const notes: Record<string, string[]> = {};
  for (const { check, words } of findings.slice(0, MOST_NOTES)) {
    const say = WORDS[check];
    if (!say) continue;
    const sought = words.toLowerCase().replaceAll("’", "'");
    const matching = fields
      .filter(([, text]) => text.toLowerCase().replaceAll("’", "'").includes(sought))
      .map(([name]) => name);
    // For own words that were masked, and for findings about the whole, no field contains the words.
    const places = check === "grade" || matching.length === 0 ? [""] : matching;
    for (const place of places) {
      notes[place] ??= [];
      if (!notes[place].includes(say(words))) notes[place].push(say(words));
    }
  }
  return notes;
}
