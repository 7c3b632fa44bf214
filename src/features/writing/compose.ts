import type { Chance } from "./chance.ts";
import { firstWord, openingOf, sentencesOf } from "./sentences.ts";
import { stems } from "./words.ts";

/** The words that stand in for `{company}`, `{work}` and so on. */
export type Slots = Readonly<Record<string, string>>;

/** Fills `{slot}`s in one pass, so that braces somebody typed stay text. @throws Error for a slot nobody knows */
export function fill(template: string, slots: Slots): string {
  return template.replace(/\{([a-zA-Z]+)\}/g, (_all, name: string) => {
    const word = slots[name];
    if (word === undefined) throw new Error(`A playbook uses {${name}}, which does not exist.`);
    return word;
  });
}

/** Remembers how sentences began, so that no two of one guide begin alike. */
export class Echoes {
  readonly #heard = new Set<string>();

  /** Takes note of a text that will stand in the guide. */
  hear(...texts: readonly string[]): void {
    for (const text of texts) for (const sentence of sentencesOf(text)) this.#heard.add(openingOf(sentence));
  }

  /** Whether a text would begin like something already there, or like itself. */
  repeats(...texts: readonly string[]): boolean {
    const openings = texts.flatMap((text) => sentencesOf(text).map(openingOf));
    return openings.some((opening) => this.#heard.has(opening)) || new Set(openings).size < openings.length;
  }
}

/**
 * Takes `count` items: those closest to what the brief speaks of first, no echo of anything already said, and no two neighbours that begin alike.
 * Takes fewer only when the list is too short.
 */
export function takeItems<T>(
  items: readonly T[],
  count: number,
  { focus, luck, echoes, texts }: { focus: ReadonlySet<string>; luck: Chance; echoes: Echoes; texts: (item: T) => readonly string[] },
): T[] {
  const rest = items
    .map((item) => {
      const shared = [...stems(texts(item).join(" "))].filter((stem) => focus.has(stem)).length;
      return { item, rank: shared * 10 + luck.number(10) };
    })
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ item }) => item);
  const taken: T[] = [];
  let previous = "";
  while (taken.length < count && rest.length > 0) {
    const fits = (item: T) => !echoes.repeats(...texts(item));
    const differs = (item: T) => firstWord(texts(item)[0] ?? "") !== previous;
    let at = rest.findIndex((item) => fits(item) && differs(item));
    if (at < 0) at = rest.findIndex(fits);
    if (at < 0) at = 0;
    const [item] = rest.splice(at, 1) as [T];
    echoes.hear(...texts(item));
    previous = firstWord(texts(item)[0] ?? "");
    taken.push(item);
  }
  return taken;
}
