import type { Finding } from "../checks/checks.ts";
import { fieldsOf } from "./edit-text.ts";
import type { Part, Tree } from "../outline.ts";

/**
 * Gentle words about what was written, by field; those under the empty name are about the whole. They never
 * stop anybody.
 */
export type Notes = Readonly<Record<string, readonly string[]>>;

const WORDS: Partial<Record<Finding["check"], (words: string) => string>> = {
  "banned phrase": (words) => `Readers have seen “${words}” so often that they skip it.`,
  claim: (words) =>
    `“${words}” looks like a guarantee or a figure. Keep it if it is true and you can show it.`,
  placeholder: (words) => `“${words}” looks like a blank that was not filled in.`,
  repeat: (words) => `This sentence stands here twice: “${words}”`,
  loud: () => "Capitals and exclamation marks read as shouting.",
  grade: (words) => `It reads like school year ${words}. Shorter sentences and words bring it down.`,
  subject: () => "A subject this long is cut off on a phone.",
};

const MOST_NOTES = 40;

/** Says at which fields a text has what our own writer would not write. */
export function notesOf(root: Part, tree: Tree, findings: readonly Finding[]): Notes {
  const fields = Object.entries(fieldsOf(root, tree));
  const notes: Record<string, string[]> = {};
  for (const { check, words } of findings.slice(0, MOST_NOTES)) {
    const say = WORDS[check];
    if (!say) continue;
    const sought = words.toLowerCase().replaceAll("’", "'");
    const holding = fields
      .filter(([, text]) => text.toLowerCase().replaceAll("’", "'").includes(sought))
      .map(([name]) => name);
    // A loud line is named by the whole of it, with the owner's own words masked: then it is about the text
    // at large.
    const places = check === "grade" || holding.length === 0 ? [""] : holding;
    for (const place of places) {
      notes[place] ??= [];
      if (!notes[place].includes(say(words))) notes[place].push(say(words));
    }
  }
  return notes;
}
