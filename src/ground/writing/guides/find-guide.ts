import { termsOf, TextSearch } from "#platform/search/text-search.ts";
import type { MagnetBrief } from "../schema.ts";
import type { Guide } from "./guide-file.ts";

/** A guide that answers a brief, and those nearest to it. */
export interface FoundGuide {
  readonly guide: Guide;
  /** Share of what was asked that the guide answers, 0 to 1. */
  readonly confidence: number;
  /** Nearest first, at most three. */
  readonly others: readonly Guide[];
}

const LEAST_CONFIDENCE = 0.6;
/** A word that more of a trade's guides have says nothing about which one is asked for. */
const COMMON = 0.9;
const MOST_OTHERS = 3;

/** Finds guides by the words of a brief. */
export class GuideSearch {
  readonly #guides: ReadonlyMap<string, Guide>;
  readonly #search: TextSearch;

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
   * @returns undefined if the trade has none
   */
  find(trade: string, { topic, product, goal, targetAudience }: MagnetBrief): FoundGuide | undefined {
    const ofTrade = [...this.#guides.values()].filter((guide) => guide.trade === trade);
    if (ofTrade.length === 0) return undefined;
    const asked = topic || product;
    const hits = this.#search.search([asked, product, goal, targetAudience].join(" "), trade);
    const ranked = hits.flatMap(({ id }) => this.#guides.get(id) ?? []);
    const [guide = ofTrade[0]!, ...rest] = ranked;
    const named = new Set(termsOf(`${topic} ${product}`));
    if (guide.notFor.flatMap(termsOf).some((term) => named.has(term)))
      return { guide, confidence: 0, others: [] };
    const telling = termsOf(asked).filter(
      (term) => this.#search.count(term, trade) / ofTrade.length < COMMON,
    );
    const answered = telling.filter((term) => hits[0]?.terms.includes(term));
    return {
      guide,
      confidence: telling.length === 0 ? 0 : answered.length / telling.length,
      others: [...rest, ...ofTrade.filter((one) => one !== guide && !rest.includes(one))].slice(
        0,
        MOST_OTHERS,
      ),
    };
  }
}

/** Whether a guide is near enough to be shown as the answer. */
export const isSure = ({ confidence }: FoundGuide): boolean => confidence >= LEAST_CONFIDENCE;
