import { termsOf } from "./text-search.ts";

/** A text's most likely class. */
export interface Guess<Class extends string> {
  readonly of: Class;
  /** 0 to 1, against all other classes. */
  readonly probability: number;
  /** Share of the text's words that any example has, 0 to 1. */
  readonly known: number;
}

/** What each class counts for a feature that it never had. */
const SMOOTHING = 0.3;
/** Words of a sentence aren't independent of each other, so the odds are damped. */
const DAMPING = 0.6;

/**
 * Sorts short texts into classes by how often their words, and pairs of neighboring words, occur in examples
 * of each class: naive Bayes, each class against all others.
 */
export class TextClassifier<Class extends string> {
  readonly #counts: ReadonlyMap<Class, ReadonlyMap<string, number>>;
  readonly #totals: ReadonlyMap<Class, number>;
  readonly #all = new Map<string, number>();
  readonly #total: number;
  readonly #stopwords: ReadonlySet<string>;

  /** @param examples texts by class; a class without any is never guessed */
  constructor(examples: Readonly<Partial<Record<Class, readonly string[]>>>, stopwords: ReadonlySet<string>) {
    this.#stopwords = stopwords;
    this.#counts = new Map(
      Object.entries<readonly string[] | undefined>(examples).map(([name, texts]) => [
        name as Class,
        countOf((texts ?? []).flatMap((text) => this.#features(text))),
      ]),
    );
    this.#totals = new Map([...this.#counts].map(([name, counts]) => [name, sumOf(counts)]));
    for (const counts of this.#counts.values())
      for (const [feature, count] of counts) this.#all.set(feature, (this.#all.get(feature) ?? 0) + count);
    this.#total = sumOf(this.#all);
  }

  /** The class that a text most likely belongs to; undefined if no example has a word of it. */
  guess(text: string): Guess<Class> | undefined {
    const features = this.#features(text);
    const known = features.filter((feature) => this.#all.has(feature));
    const isWord = (feature: string) => !feature.includes(" ");
    if (known.length === 0) return undefined;
    const scores = [...this.#counts.keys()]
      .map((name) => ({ of: name, score: DAMPING * this.#logOdds(name, known) }))
      .toSorted((one, other) => other.score - one.score);
    const best = scores[0]!;
    const sum = scores.reduce((all, { score }) => all + Math.exp(score - best.score), 0);
    return {
      of: best.of,
      probability: 1 / sum,
      known: known.filter(isWord).length / features.filter(isWord).length,
    };
  }

  #logOdds(name: Class, features: readonly string[]): number {
    const counts = this.#counts.get(name)!;
    const total = this.#totals.get(name)!;
    const smoothing = SMOOTHING * this.#all.size;
    return features.reduce((sum, feature) => {
      const here = counts.get(feature) ?? 0;
      const inside = (here + SMOOTHING) / (total + smoothing);
      const outside = (this.#all.get(feature)! - here + SMOOTHING) / (this.#total - total + smoothing);
      return sum + Math.log(inside / outside);
    }, 0);
  }

  /** Each word and pair of neighbors once. */
  #features(text: string): string[] {
    const words = text.split(/\s+/).flatMap((word) => termsOf(word, this.#stopwords));
    return [...new Set([...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)])];
  }
}

function countOf(features: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
