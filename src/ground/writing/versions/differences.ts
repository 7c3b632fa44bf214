import type { Outline, Part, Tree } from "../outline.ts";
import { sentencesOf } from "../text/sentences.ts";

export interface Difference {
  /** "Section 2, paragraph 1". */
  readonly place: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

interface Sentence {
  readonly place: string;
  readonly words: string;
}

const toText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** Every sentence of a text in order, with its place. */
export function placedSentences({ root, chapters }: Outline, text: unknown): Sentence[] {
  const found: Sentence[] = [];
  const walk = (part: Part, value: unknown, place: readonly string[]): void => {
    switch (part.kind) {
      case "words":
      case "count": {
        const words =
          part.kind === "count"
            ? [`${part.label} ${toText(value)}`]
            : toText(value).split("\n").flatMap(sentencesOf);
        for (const each of words) found.push({ place: place.join(", "), words: each });
        return;
      }
      case "items":
        for (const [at, each] of (Array.isArray(value) ? (value as unknown[]) : []).entries())
          walk(part.item, each, [...place, `${place.length ? part.one.toLowerCase() : part.one} ${at + 1}`]);
        return;
      case "parts":
        for (const [key, each] of Object.entries(part.parts)) {
          const named =
            each.kind === "words" || each.kind === "count"
              ? [place.length ? each.label.toLowerCase() : each.label]
              : [];
          walk(each, (value as Record<string, Tree> | null)?.[key], [...place, ...named]);
        }
    }
  };
  for (const { title, keys, each } of chapters)
    for (const key of each === undefined ? keys : [each, ...keys])
      walk(
        root.parts[key]!,
        (text as Record<string, unknown>)[key],
        partPlaces(root.parts[key]!, title, key === each),
      );
  return found;
}

function partPlaces(part: Part, title: string, isList: boolean): string[] {
  if (isList) return [];
  return part.kind === "words" || part.kind === "count" ? [part.label] : [title];
}

/** Changes between two texts, sentence by sentence, in reading order. */
export function differences(outline: Outline, before: unknown, after: unknown): Difference[] {
  const old = placedSentences(outline, before);
  const fresh = placedSentences(outline, after);
  const changes = changedSentences(old, fresh);
  const found: { place: string; before: string[]; after: string[] }[] = [];
  // Adjacent changes are grouped by place, with the old and the new text.
  let places = new Map<string, (typeof found)[number]>();
  for (const { sentence, isNew, begins } of changes) {
    if (begins) places = new Map();
    let here = places.get(sentence.place);
    if (!here) {
      here = { place: sentence.place, before: [], after: [] };
      places.set(sentence.place, here);
      found.push(here);
    }
    here[isNew ? "after" : "before"].push(sentence.words);
  }
  return found;
}

interface Change {
  readonly sentence: Sentence;
  readonly isNew: boolean;
  /** Whether an unchanged sentence precedes it. */
  readonly begins: boolean;
}

/** Sentences in only one of the two texts, by their longest common subsequence. */
function changedSentences(old: readonly Sentence[], fresh: readonly Sentence[]): Change[] {
  let start = 0;
  const areSame = (one: Sentence | undefined, other: Sentence | undefined) =>
    one !== undefined && one.words === other?.words;
  while (areSame(old[start], fresh[start])) start++;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - start && areSame(old.at(-1 - end), fresh.at(-1 - end)))
    end++;
  const a = old.slice(start, old.length - end);
  const b = fresh.slice(start, fresh.length - end);
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = areSame(a[i], b[j])
        ? common[(i + 1) * width + j + 1]! + 1
        : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const changes: Change[] = [];
  let [i, j, begins] = [0, 0, true];
  while (i < a.length || j < b.length) {
    if (areSame(a[i], b[j])) {
      i++;
      j++;
      begins = true;
      continue;
    }
    const takesOld =
      j >= b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!);
    changes.push({ sentence: takesOld ? a[i++]! : b[j++]!, isNew: !takesOld, begins });
    begins = false;
  }
  return changes;
}
