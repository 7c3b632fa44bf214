import {
  type FoundTerm,
  type SavedSearch,
  type TextHit,
  termsOf,
  TextSearch,
} from "#platform/search/text-search.ts";
import type { MagnetBrief } from "../schema.ts";
import { guideReaders } from "./fill-guide.ts";
import type { Guide } from "./guide-file.ts";

/** A guide that answers a brief, and those nearest to it. */
export interface FoundGuide {
  readonly guide: Guide;
  /** Share of what was asked that one phrase of the guide has, 0 to 1. */
  readonly confidence: number;
  /** How many telling words that phrase has of it; all of them if it is the very phrase. */
  readonly words: number;
  /** Whether it says more about what was asked than a general guide, even if it doesn't answer it. */
  readonly isNear: boolean;
  /** Nearest first, at most three. */
  readonly others: readonly Guide[];
}

const LEAST_CONFIDENCE = 0.59;
/** A word that more of a trade's guides have says nothing about which one is asked for. */
const COMMON = 0.85;
const MOST_OTHERS = 3;

/** The words of a phrase as typed, to tell whether two phrases are the same. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether a guide may be given for a brief: it's for these readers, and not against what is sold. */
function suits({
  topic,
  product,
  targetAudience,
}: Pick<MagnetBrief, "topic" | "product" | "targetAudience">): (guide: Guide) => boolean {
  const named = new Set(termsOf(`${topic} ${product}`));
  const readers = guideReaders(targetAudience);
  return ({ notFor, readers: { fits } }) =>
    !notFor.flatMap((word) => termsOf(word)).some((term) => named.has(term)) &&
    (readers.length === 0 || fits.some((one) => readers.includes(one)));
}

/** A guide written to somebody else, one with a part for the reader, and one written to the reader. */
const FIT = { others: 0.85, part: 1, own: 1.2 };

/** How well a guide's readers are those of a brief, around 1; 0 if it may not be given. */
export function fitFor(
  brief: Pick<MagnetBrief, "topic" | "product" | "targetAudience">,
): (guide: Guide) => number {
  const may = suits(brief);
  const readers = guideReaders(brief.targetAudience);
  return (guide) => {
    if (!may(guide)) return 0;
    if (readers.length === 0) return 1;
    if (readers.includes(guide.readers.fits[0]!)) return FIT.own;
    return guide.parts.some(({ only }) => only?.some((one) => readers.includes(one))) ? FIT.part : FIT.others;
  };
}

/** What was asked, its terms, and the guides of each trade that have one of them. */
interface Looked {
  readonly asked: string;
  readonly terms: ReadonlyMap<string, FoundTerm>;
  readonly hits: ReadonlyMap<string, readonly TextHit[]>;
}

/** Finds guides by the words of a brief. */
export class GuideSearch {
  readonly #guides: ReadonlyMap<string, Guide>;
  readonly #search: TextSearch;
  readonly #answers = new Map<string, ReadonlySet<string>>();
  readonly #phrases = new Map<string, readonly (readonly string[])[]>();
  #looked: Looked | undefined;

  /** @param saved its index of these guides, if it was made before */
  constructor(guides: readonly Guide[], saved?: SavedSearch) {
    this.#guides = new Map(guides.map((guide) => [guide.id, guide]));
    this.#search = new TextSearch(
      saved ??
        guides.map(({ id, trade, title, titles, answers }) => ({
          ...{ id, group: trade },
          title: [title, ...titles].join(" "),
          phrases: answers.join(" "),
        })),
    );
  }

  /** Its index, for the constructor. */
  save(): SavedSearch {
    return this.#search.toJSON();
  }

  /**
   * The guide for a brief of a trade. Without a topic the product is what is asked for.
   * @param trade the folder of its guides
   * @returns undefined if the trade has none for these readers and this product
   */
  find(trade: string, { topic, product, goal, targetAudience }: MagnetBrief): FoundGuide | undefined {
    const ofTrade = [...this.#guides.values()].filter((guide) => guide.trade === trade);
    const suitable = new Set(ofTrade.filter(suits({ topic, product, targetAudience })));
    const asked = topic || product;
    const wanted = plain(asked);
    // What is asked for comes first: a product that many guides mention would outweigh it.
    const found = this.#look(asked).hits.get(trade) ?? [];
    const hits =
      found.length > 0 ? found : this.#search.search([product, goal, targetAudience].join(" "), trade);
    const ranked = hits.flatMap(({ id }) => [...suitable].find((guide) => guide.id === id) ?? []);
    const same = [...suitable].filter((guide) => this.#answersOf(guide).has(wanted));
    const [guide, ...others] = new Set([...same, ...ranked, ...suitable]);
    if (!guide) return undefined;
    const nearness = same.includes(guide)
      ? { confidence: 1, words: Number.POSITIVE_INFINITY }
      : this.#confidence(guide, asked, ofTrade.length);
    return {
      guide,
      ...nearness,
      isNear: nearness.confidence >= LEAST_CONFIDENCE,
      others: others.slice(0, MOST_OTHERS),
    };
  }

  /**
   * How much of what was asked one phrase of a guide has: words from several phrases don't add up to an
   * answer. A rare word says more about what was asked than one that most guides of the trade have.
   */
  #confidence(guide: Guide, asked: string, ofTrade: number) {
    const { terms } = this.#look(asked);
    const weights = new Map(
      [...terms].flatMap(([term, { counts }]): [string, number][] => {
        const count = counts.get(guide.trade) ?? 0;
        return count / ofTrade < COMMON ? [[term, Math.log(1 + ofTrade / Math.max(count, 1))]] : [];
      }),
    );
    const weigh = (some: readonly string[]) => some.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    const all = weigh([...weights.keys()]);
    const best = this.#phrasesOf(guide)
      .map((phrase) =>
        [...weights.keys()].filter((term) => phrase.some((one) => terms.get(term)!.meant.has(one))),
      )
      .toSorted((one, other) => weigh(other) - weigh(one))[0];
    return { confidence: best && all > 0 ? weigh(best) / all : 0, words: best?.length ?? 0 };
  }

  /** What was asked, in the index; once, though all trades may be asked for it. */
  #look(asked: string): Looked {
    if (this.#looked?.asked !== asked)
      this.#looked = {
        asked,
        terms: new Map(termsOf(asked).map((term) => [term, this.#search.find(term)])),
        hits: Map.groupBy(this.#search.search(asked), ({ group }) => group),
      };
    return this.#looked;
  }

  #answersOf({ id, answers }: Guide): ReadonlySet<string> {
    const known = this.#answers.get(id);
    if (known) return known;
    const made = new Set(answers.map(plain));
    this.#answers.set(id, made);
    return made;
  }

  /** The terms of each phrase of a guide. */
  #phrasesOf(guide: Guide): readonly (readonly string[])[] {
    const known = this.#phrases.get(guide.id);
    if (known) return known;
    const phrases = [guide.title, ...guide.titles, ...guide.answers].map((phrase) => termsOf(phrase));
    this.#phrases.set(guide.id, phrases);
    return phrases;
  }
}

/** Whether a guide is near enough to be shown as the answer. */
export const isSure = ({ confidence }: FoundGuide): boolean => confidence >= LEAST_CONFIDENCE;
