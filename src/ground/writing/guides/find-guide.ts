import { termsOf, TextSearch } from "#platform/search/text-search.ts";
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

/** Finds guides by the words of a brief. */
export class GuideSearch {
  readonly #guides: ReadonlyMap<string, Guide>;
  readonly #search: TextSearch;
  readonly #phrases = new Map<string, TextSearch>();

  constructor(guides: readonly Guide[]) {
    this.#guides = new Map(guides.map((guide) => [guide.id, guide]));
    this.#search = new TextSearch(
      guides.map(({ id, trade, title, titles, answers }) => ({
        ...{ id, group: trade },
        title: [title, ...titles].join(" "),
        phrases: answers.join(" "),
      })),
    );
  }

  /**
   * The guide for a brief of a trade. Without a topic the product is what is asked for.
   * @param trade the folder of its guides
   * @returns undefined if the trade has none for these readers and this product
   */
  find(trade: string, { topic, product, goal, targetAudience }: MagnetBrief): FoundGuide | undefined {
    const ofTrade = [...this.#guides.values()].filter((guide) => guide.trade === trade);
    const named = new Set(termsOf(`${topic} ${product}`));
    const readers = guideReaders(targetAudience);
    const suitable = new Set(
      ofTrade.filter(
        ({ notFor, readers: { fits } }) =>
          !notFor.flatMap((word) => termsOf(word)).some((term) => named.has(term)) &&
          (readers.length === 0 || fits.some((one) => readers.includes(one))),
      ),
    );
    const asked = topic || product;
    // What is asked for comes first: a product that many guides mention would outweigh it.
    const found = this.#search.search(asked, trade);
    const hits =
      found.length > 0 ? found : this.#search.search([product, goal, targetAudience].join(" "), trade);
    const ranked = hits.flatMap(({ id }) => [...suitable].find((guide) => guide.id === id) ?? []);
    const same = [...suitable].filter(({ answers }) => answers.some((one) => plain(one) === plain(asked)));
    const [guide, ...others] = new Set([...same, ...ranked, ...suitable]);
    if (!guide) return undefined;
    return {
      guide,
      ...(same.includes(guide)
        ? { confidence: 1, words: Number.POSITIVE_INFINITY }
        : this.#confidence(guide, asked, ofTrade.length)),
      others: others.slice(0, MOST_OTHERS),
    };
  }

  /**
   * How much of what was asked one phrase of a guide has: words from several phrases don't add up to an
   * answer. A rare word says more about what was asked than one that most guides of the trade have.
   */
  #confidence({ id, trade }: Guide, asked: string, ofTrade: number) {
    const weights = new Map(
      termsOf(asked).flatMap((term): [string, number][] => {
        const count = this.#search.count(term, trade);
        return count / ofTrade < COMMON ? [[term, Math.log(1 + ofTrade / Math.max(count, 1))]] : [];
      }),
    );
    const weigh = (terms: readonly string[]) =>
      terms.reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
    const all = weigh([...weights.keys()]);
    const best = this.#phrasesOf(trade)
      .search(asked, trade)
      .filter((hit) => hit.id.startsWith(`${id}#`))
      .map(({ terms }) => terms.filter((term) => weights.has(term)))
      .toSorted((one, other) => weigh(other) - weigh(one))[0];
    return { confidence: best && all > 0 ? weigh(best) / all : 0, words: best?.length ?? 0 };
  }

  /** Each phrase of a trade's guides by itself, with the guide it belongs to in its id. */
  #phrasesOf(trade: string): TextSearch {
    const made = this.#phrases.get(trade);
    if (made) return made;
    const phrases = new TextSearch(
      [...this.#guides.values()]
        .filter((guide) => guide.trade === trade)
        .flatMap(({ id, title, titles, answers }) =>
          [title, ...titles, ...answers].map((phrase, at) => ({
            ...{ id: `${id}#${at}`, group: trade, title: "" },
            phrases: phrase,
          })),
        ),
    );
    this.#phrases.set(trade, phrases);
    return phrases;
  }
}

/** Whether a guide is near enough to be shown as the answer. */
export const isSure = ({ confidence }: FoundGuide): boolean => confidence >= LEAST_CONFIDENCE;
