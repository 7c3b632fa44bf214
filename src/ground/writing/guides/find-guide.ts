import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
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

/** Words that say nothing about a subject. */
const STOPWORDS = new Set(
  (
    "a about after all an and any are as at be before best between by can deal dealing did do does explain explained explaining find for from get going good guide " +
    "has have help homeowner homeowners house how i if in is it its just know learn like ll local look m make me more most must my near need needs new " +
    "of off on or our out over own people prevent question questions re read really right s should signs so some t take tell than that the their them " +
    "there they thing things this those tip tips to too top under understand understanding up us use ve very vs versus want wants was we were what " +
    "when where which who why will with work would wrong you your"
  ).split(" "),
);

/** A word's stem, or null for a word that doesn't count. */
function toTerm(word: string): string | null {
  const plain = word
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}|['’]/gu, "");
  return plain.length < 2 || STOPWORDS.has(plain) ? null : stemmer(plain);
}

const termsOf = (text: string): string[] => [
  ...new Set(text.split(/[^\p{L}\p{N}'’]+/u).flatMap((word) => toTerm(word) ?? [])),
];

const LEAST_CONFIDENCE = 0.6;
/** A word that more of a trade's guides answer to says nothing about which one is asked for. */
const COMMON = 0.9;
const MOST_OTHERS = 3;

/** Finds guides of some trades by the words of a brief. */
export class GuideSearch {
  readonly #guides: ReadonlyMap<string, Guide>;
  readonly #index: MiniSearch<{ id: string; title: string; answers: string; trade: string }>;

  constructor(guides: readonly Guide[]) {
    this.#guides = new Map(guides.map((guide) => [guide.id, guide]));
    this.#index = new MiniSearch({
      fields: ["title", "answers", "trade"],
      storeFields: ["trade"],
      processTerm: toTerm,
      searchOptions: {
        boost: { answers: 2, title: 1.5 },
        fuzzy: (term) => (term.length > 5 ? 0.2 : false),
        prefix: (term) => term.length > 3,
      },
    });
    this.#index.addAll(
      guides.map(({ id, trade, title, titles, answers }) => ({
        id,
        trade,
        title: [title, ...titles].join(" "),
        answers: answers.join(" "),
      })),
    );
  }

  /**
   * The guide for a brief of a trade.
   * @param trade the folder of its guides
   * @returns undefined if the trade has none. Without a topic the product is asked for.
   */
  find(trade: string, { topic, product, goal, targetAudience }: MagnetBrief): FoundGuide | undefined {
    const ofTrade = [...this.#guides.values()].filter((guide) => guide.trade === trade);
    if (ofTrade.length === 0) return undefined;
    const asked = topic || product;
    const terms = termsOf(asked);
    const named = new Set(termsOf(`${topic} ${product}`));
    const isAbout = ({ notFor }: Guide) => !notFor.flatMap(termsOf).some((term) => named.has(term));
    const hits = this.#index.search([asked, product, goal, targetAudience].join(" "), {
      filter: (hit) => hit["trade"] === trade,
    });
    const ranked = hits.flatMap(({ id }) => this.#guides.get(id as string) ?? []);
    const [guide = ofTrade[0]!, ...rest] = ranked;
    if (!isAbout(guide)) return { guide, confidence: 0, others: [] };
    const telling = terms.filter((term) => this.#share(term, trade, ofTrade.length) < COMMON);
    const matched = hits[0]?.queryTerms ?? [];
    const answered = telling.filter((term) => matched.includes(term));
    return {
      guide,
      confidence: telling.length === 0 ? 0 : answered.length / telling.length,
      others: [...rest, ...ofTrade.filter((one) => one !== guide && !rest.includes(one))].slice(
        0,
        MOST_OTHERS,
      ),
    };
  }

  /** Share of a trade's guides with a word. */
  #share(term: string, trade: string, count: number): number {
    const filter = (hit: Record<string, unknown>) => hit["trade"] === trade;
    return this.#index.search(term, { filter, fuzzy: false, prefix: false }).length / count;
  }
}

/** Whether a guide is near enough to be shown as the answer. */
export const isSure = ({ confidence }: FoundGuide): boolean => confidence >= LEAST_CONFIDENCE;
