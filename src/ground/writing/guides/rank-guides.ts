import { type SavedSearch, termsOf, TextSearch } from "#platform/search/text-search.ts";
import type { MagnetBrief } from "../schema.ts";
import type { Guide } from "./guide-file.ts";

/** A guide and how well it answers a brief, beside the others of the same ranking. */
export interface RankedGuide {
  readonly guide: Guide;
  readonly score: number;
  /** What its nearest phrase and what was asked have in common, 0 to 1; rare words weigh more. */
  readonly likeness: number;
  /** How many words those are. */
  readonly words: number;
  /** How likely the brief is from its trade, 0 to 1. */
  readonly likely: number;
}

/**
 * Words that say nothing about what is asked. "New," "need" and "off" do: a new roof isn't a repair, and a
 * yard doesn't need what it has.
 */
const STOPWORDS = new Set(
  (
    "a about all am an and are as at be been but by can do does for from get got has have he her his how i if im in is it its just me my of on or our " +
    "really she should so that the their them there they this those to us was we were what when where which who why will with would you your"
  ).split(" "),
);
const ALL = "all";

/** How much a product's own words weigh beside those of the topic. */
const PRODUCT = 0.2;
/** How much the nearest phrase weighs beside all words of a guide. */
const LIKENESS = 4;
/** A guide of a trade that nothing points to. */
const LEAST_LIKELY = 0.3;

/** What a ranking is made of, as it's saved. */
export interface SavedRanking {
  readonly search: SavedSearch;
  /** The terms of each phrase, by a guide's id. */
  readonly phrases: Readonly<Record<string, readonly (readonly string[])[]>>;
}

/** Ranks all guides for a brief by all that people type when each of them answers. */
export class GuideRanking {
  readonly #guides: readonly Guide[];
  readonly #search: TextSearch;
  readonly #phrases: ReadonlyMap<string, readonly (readonly string[])[]>;
  readonly #weights: ReadonlyMap<string, number>;

  /** @param from more that people type, by a guide's id, or what was saved of a ranking of these guides */
  constructor(guides: readonly Guide[], from: Readonly<Record<string, readonly string[]>> | SavedRanking) {
    this.#guides = guides;
    const { search, phrases: terms } = isSaved(from) ? from : prepare(guides, from);
    this.#search = new TextSearch(search, STOPWORDS);
    this.#phrases = new Map(Object.entries(terms));
    const counts = new Map<string, number>();
    for (const phrases of this.#phrases.values())
      for (const term of new Set(phrases.flat())) counts.set(term, (counts.get(term) ?? 0) + 1);
    this.#weights = new Map([...counts].map(([term, count]) => [term, Math.log(1 + guides.length / count)]));
  }

  /** What the constructor makes it of again. */
  save(): SavedRanking {
    return { search: this.#search.toJSON(), phrases: Object.fromEntries(this.#phrases) };
  }

  /**
   * Guides for a brief, best first. Without a topic the product is what is asked about.
   * @param likely how likely each trade is, 0 to 1
   * @param fitOf how well a guide's readers are those of the brief, around 1; 0 if it may not be given
   */
  rank(
    { topic, product }: Pick<MagnetBrief, "topic" | "product">,
    likely: ReadonlyMap<string, number>,
    fitOf: (guide: Guide) => number,
  ): RankedGuide[] {
    const asked = topic || product;
    const terms = termsOf(asked, STOPWORDS);
    const scores = new Map(this.#search.search(asked, ALL).map(({ id, score }) => [id, score]));
    if (topic !== "")
      for (const { id, score } of this.#search.search(product, ALL))
        if (scores.has(id)) scores.set(id, scores.get(id)! + PRODUCT * score);
    return this.#guides
      .filter((guide) => scores.has(guide.id) && fitOf(guide) > 0)
      .map((guide) => {
        const { likeness, words } = this.#nearestPhrase(terms, guide.id);
        const ofTrade = likely.get(guide.trade) ?? LEAST_LIKELY;
        return {
          ...{ guide, likeness, words, likely: ofTrade },
          score: scores.get(guide.id)! * fitOf(guide) * ofTrade * (1 + LIKENESS * likeness),
        };
      })
      .toSorted((one, other) => other.score - one.score);
  }

  /** Whether one of these phrases is nearer to what was asked than each phrase of a guide. */
  isNearer(phrases: readonly string[], asked: string, { id }: Guide): boolean {
    const terms = termsOf(asked, STOPWORDS);
    const others = phrases.map((phrase) => termsOf(phrase, STOPWORDS));
    return this.#nearest(terms, others).likeness > this.#nearestPhrase(terms, id).likeness;
  }

  #nearestPhrase(asked: readonly string[], id: string) {
    return this.#nearest(asked, this.#phrases.get(id)!);
  }

  #nearest(
    asked: readonly string[],
    phrases: readonly (readonly string[])[],
  ): { readonly likeness: number; readonly words: number } {
    const whole = this.#weigh(asked);
    return phrases
      .map((phrase) => {
        const common = phrase.filter((term) => asked.includes(term));
        const likeness = (2 * this.#weigh(common)) / (whole + this.#weigh(phrase) || 1);
        return { likeness, words: common.length };
      })
      .reduce((best, one) => (one.likeness > best.likeness ? one : best), { likeness: 0, words: 0 });
  }

  #weigh = (terms: readonly string[]): number =>
    // A word that no guide has weighs as much as one that a single guide has.
    terms.reduce((sum, term) => sum + (this.#weights.get(term) ?? Math.log(1 + this.#guides.length)), 0);
}

const isSaved = (from: object): from is SavedRanking => "search" in from && "phrases" in from;

/** The documents and phrases of guides. */
function prepare(guides: readonly Guide[], typed: Readonly<Record<string, readonly string[]>>) {
  const phrasesOf = ({ id, title, titles, answers }: Guide) => [
    ...[title, ...titles, ...answers],
    ...(typed[id] ?? []),
  ];
  return {
    search: guides.map((guide) => ({
      ...{ id: guide.id, group: ALL, title: guide.deliverable },
      phrases: phrasesOf(guide).join(" "),
    })),
    phrases: Object.fromEntries(
      guides.map((guide) => [guide.id, phrasesOf(guide).map((phrase) => termsOf(phrase, STOPWORDS))]),
    ),
  };
}
