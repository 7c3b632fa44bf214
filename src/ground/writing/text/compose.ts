import type { Chance } from "./seeded-choice.ts";
import { firstWord, openingOf, sentencesOf } from "./sentences.ts";
import { stems } from "./normalize.ts";

/** The words that stand in for `{company}`, `{work}` and so on. */
export type Slots = Readonly<Record<string, string>>;

const SLOT = /\{([a-zA-Z]+)\}/g;

/**
 * Fills `{slot}`s in one pass, so that braces somebody typed stay text.
 * @throws Error for a slot nobody knows
 */
export function fill(template: string, slots: Slots): string {
  return template.replace(SLOT, (all, name: string, at: number) => {
    const word = slots[name];
    if (word === undefined) throw new Error(`A playbook uses {${name}}, which does not exist.`);
    // "Lopez & Co." at the end of a sentence: one period is enough.
    return word.endsWith(".") && template[at + all.length] === "." ? word.slice(0, -1) : word;
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
 * Remembers what earlier versions of one text were made of, by the words as they were authored, so that the
 * next version takes what was not used yet, then what was used longest ago.
 */
export class Spent {
  readonly #lastUsed: Map<string, number>;
  #version: number;

  constructor(before?: Spent) {
    this.#lastUsed = new Map(before ? before.#lastUsed : []);
    this.#version = before ? before.#version : 1;
  }

  /** From here on another version is written. */
  turnPage(): void {
    this.#version++;
  }

  use(authored: string): void {
    this.#lastUsed.set(authored, this.#version);
  }

  /** 0 for what no earlier version had, else the last version that had it. */
  lastUse(authored: string): number {
    const used = this.#lastUsed.get(authored) ?? 0;
    return used === this.#version ? 0 : used;
  }
}

/** What picking is decided by. */
export interface Picking {
  readonly luck: Chance;
  readonly echoes: Echoes;
  readonly spent: Spent;
  say(template: string): string;
}

/** Picks one of several ways to do the same: unused before used, no echo of what is there, then by luck. */
export function pickVariant<T>(
  variants: readonly T[],
  { luck, echoes, spent, say }: Picking,
  texts: (variant: T) => readonly string[],
): T {
  const ranked = variants
    .map((variant) => {
      const authored = texts(variant);
      const isEcho = echoes.repeats(...authored.map(say));
      return {
        variant,
        authored,
        rank: spent.lastUse(authored[0] ?? "") * 100 + (isEcho ? 1000 : 0) + luck.number(50),
      };
    })
    .toSorted((a, b) => a.rank - b.rank);
  const { variant, authored } = ranked[0]!;
  spent.use(authored[0] ?? "");
  return variant;
}

/** Words shared by so many items of a list do not tell them apart. */
const COMMON = 0.3;
/** What the brief speaks of counts, but not so much that every brief of a trade gets the same items. */
const CLOSENESS = 16;
const LUCK = 30;

/**
 * Takes `count` items: what earlier versions did not have, closest to what the brief speaks of first, no echo
 * of anything already said, and no two neighbours that begin alike. Takes fewer only when the list is too
 * short.
 */
export function pickItems<T>(
  items: readonly T[],
  count: number,
  {
    focus,
    luck,
    echoes,
    spent,
    say,
    texts,
  }: Picking & { focus: ReadonlySet<string>; texts: (item: T) => readonly string[] },
): T[] {
  // Of the words as they were authored: what the brief itself puts into a slot says nothing about the item.
  const meanings = items.map((item) => stems(texts(item).join(" ").replace(SLOT, " ")));
  const tells = (stem: string) =>
    meanings.filter((words) => words.has(stem)).length <= Math.max(2, items.length * COMMON);
  const telling = new Set([...focus].filter(tells));
  const rest = items
    .map((item, at) => {
      const shared = Math.min(2, [...meanings[at]!].filter((stem) => telling.has(stem)).length);
      return { item, rank: shared * CLOSENESS + luck.number(LUCK) - spent.lastUse(texts(item)[0]!) * 1000 };
    })
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ item }) => item);
  const taken: T[] = [];
  let previous = "";
  while (taken.length < count && rest.length > 0) {
    const spoken = (item: T) => texts(item).map(say);
    const fits = (item: T) => !echoes.repeats(...spoken(item));
    const differs = (item: T) => firstWord(spoken(item)[0] ?? "") !== previous;
    let at = rest.findIndex((item) => fits(item) && differs(item));
    if (at < 0) at = rest.findIndex(fits);
    if (at < 0) at = 0;
    const [item] = rest.splice(at, 1) as [T];
    echoes.hear(...spoken(item));
    spent.use(texts(item)[0]!);
    previous = firstWord(spoken(item)[0] ?? "");
    taken.push(item);
  }
  return taken;
}

/** How often the dice are thrown anew for a text in which our own checks find something. */
const THROWS = 6;
/** More versions than a playbook has words for begin again at the first. */
const VERSIONS = 12;

/**
 * Composes version after version up to the one wanted, each of what the ones before it left. Of each several
 * throws of the dice, until one passes the checks: what the brief itself brings is in all of them, so the one
 * with fewest findings is taken.
 * @param compose writes one throw and says what it was made of
 * @param findings how many things our checks find in it
 */
export function composeVersion<T>(
  version: number,
  compose: (seed: string, spent: Spent) => T,
  findings: (text: T) => number,
): T {
  const last = ((version - 1) % VERSIONS) + 1;
  let spent = new Spent();
  for (let at = 1; ; at++) {
    let best: { text: T; spent: Spent; found: number } | undefined;
    for (let thrown = 0; thrown < THROWS && best?.found !== 0; thrown++) {
      const using = new Spent(spent);
      const text = compose(thrown === 0 ? String(at) : `${at}.${thrown}`, using);
      const found = findings(text);
      if (!best || found < best.found) best = { text, spent: using, found };
    }
    if (at === last) return best!.text;
    spent = best!.spent;
    spent.turnPage();
  }
}
