import type { Chance } from "./seeded-choice.ts";
import { firstWord, openingOf, sentencesOf } from "./sentences.ts";
import { stems } from "./normalize.ts";

/** Values of `{company}`, `{work}` and so on. */
export type Slots = Readonly<Record<string, string>>;

const SLOT = /\{([a-zA-Z]+)\}/g;

/**
 * Fills `{slot}`s in one pass, so that braces in values stay text.
 * @throws Error for an unknown slot
 */
export function fill(template: string, slots: Slots): string {
  return template.replace(SLOT, (all, name: string, at: number) => {
    const word = slots[name];
    if (word === undefined) throw new Error(`A playbook uses {${name}}, which does not exist.`);
    // After "Lopez & Co." at the end of a sentence, one period is enough.
    return word.endsWith(".") && template[at + all.length] === "." ? word.slice(0, -1) : word;
  });
}

/** Remembers sentence openings, so that no two in a guide are alike. */
export class Echoes {
  readonly #heard = new Set<string>();

  hear(...texts: readonly string[]): void {
    for (const text of texts) for (const sentence of sentencesOf(text)) this.#heard.add(openingOf(sentence));
  }

  /** Whether a text repeats an earlier opening or its own. */
  repeats(...texts: readonly string[]): boolean {
    const openings = texts.flatMap((text) => sentencesOf(text).map(openingOf));
    return openings.some((opening) => this.#heard.has(opening)) || new Set(openings).size < openings.length;
  }
}

/**
 * Remembers the authored texts that earlier versions used, so that the next version prefers unused ones, then
 * the least recently used.
 */
export class Spent {
  readonly #lastUsed: Map<string, number>;
  #version: number;

  constructor(before?: Spent) {
    this.#lastUsed = new Map(before ? before.#lastUsed : []);
    this.#version = before ? before.#version : 1;
  }

  startNextVersion(): void {
    this.#version++;
  }

  use(authored: string): void {
    this.#lastUsed.set(authored, this.#version);
  }

  /** The last version that used it; 0 for none. */
  lastUse(authored: string): number {
    const used = this.#lastUsed.get(authored) ?? 0;
    return used === this.#version ? 0 : used;
  }
}

/** State that decides a pick. */
export interface Picking {
  readonly luck: Chance;
  readonly echoes: Echoes;
  readonly spent: Spent;
  say(template: string): string;
}

/** Picks an alternative: unused first, without repeating an opening, then at random. */
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

/** Words in more than this share of a list's items don't distinguish them. */
const COMMON = 0.3;
/** Limits the weight of the brief's words, so that briefs of one trade don't all get the same items. */
const CLOSENESS = 16;
const LUCK = 30;

const known = new Map<string, ReadonlySet<string>>();

/** The stems of an authored text. Remembered: our texts are few, and every draft compares all of them. */
function meaningOf(authored: string): ReadonlySet<string> {
  let meaning = known.get(authored);
  if (!meaning) known.set(authored, (meaning = stems(authored.replace(SLOT, " "))));
  return meaning;
}

/**
 * Picks `count` items: unused and closest to the brief first, without repeating openings or similar
 * neighbors. Picks fewer only if the list is too short.
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
  // Compares the authored words, because slot values say nothing about the item.
  const meanings = items.map((item) => meaningOf(texts(item).join(" ")));
  const isDistinctive = (stem: string) =>
    meanings.filter((words) => words.has(stem)).length <= Math.max(2, items.length * COMMON);
  const distinctive = new Set([...focus].filter(isDistinctive));
  const rest = items
    .map((item, at) => {
      const shared = Math.min(2, [...meanings[at]!].filter((stem) => distinctive.has(stem)).length);
      return { item, rank: shared * CLOSENESS + luck.number(LUCK) - spent.lastUse(texts(item)[0]!) * 1000 };
    })
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ item }) => item);
  const picked: T[] = [];
  let previous = "";
  while (picked.length < count && rest.length > 0) {
    const filled = (item: T) => texts(item).map(say);
    const fits = (item: T) => !echoes.repeats(...filled(item));
    const differs = (item: T) => firstWord(filled(item)[0] ?? "") !== previous;
    let at = rest.findIndex((item) => fits(item) && differs(item));
    if (at < 0) at = rest.findIndex(fits);
    if (at < 0) at = 0;
    const [item] = rest.splice(at, 1) as [T];
    echoes.hear(...filled(item));
    spent.use(texts(item)[0]!);
    previous = firstWord(filled(item)[0] ?? "");
    picked.push(item);
  }
  return picked;
}

/** Most random attempts per version when our checks find something. */
const ATTEMPTS = 6;
/** After this many versions, start over with the first. */
const VERSIONS = 12;

/**
 * Composes versions up to the requested one, each from what earlier ones left unused. Each gets several
 * random attempts until one passes the checks; the brief itself may cause findings, so the attempt with the
 * fewest wins.
 * @param compose writes one attempt and returns what it used
 * @param findings number of problems our checks find in it
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
    for (let attempt = 0; attempt < ATTEMPTS && best?.found !== 0; attempt++) {
      const using = new Spent(spent);
      const text = compose(attempt === 0 ? String(at) : `${at}.${attempt}`, using);
      const found = findings(text);
      if (!best || found < best.found) best = { text, spent: using, found };
    }
    if (at === last) return best!.text;
    spent = best!.spent;
    spent.startNextVersion();
  }
}
