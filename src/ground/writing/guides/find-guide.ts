import MiniSearch from "minisearch";
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
    "a an and any are as at be best by can do does for from get guide have help how i if in is it know ll local m me my need of on or our " +
    "s should so t that the their them there they thing things this tip tips to top up us ve want was we what when where which who why will with you your"
  ).split(" "),
);

/** A word's stem, or null for a word that doesn't count: plurals and endings are dropped. */
function toTerm(word: string): string | null {
  const plain = word
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}|['’]/gu, "");
  if (plain.length < 2 || STOPWORDS.has(plain)) return null;
  return plain.length > 4 ? plain.replace(/(?:ing|ers?|ed|es|s)$/, "").replace(/(.)\1$/, "$1") : plain;
}

const LEAST_CONFIDENCE = 0.5;
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
      searchOptions: { boost: { answers: 2, title: 1.5 }, fuzzy: 0.2, prefix: (term) => term.length > 3 },
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
    const terms = [...new Set(asked.split(/[^\p{L}\p{N}'’]+/u).flatMap((word) => toTerm(word) ?? []))];
    const hits = this.#index.search([asked, product, goal, targetAudience].join(" "), {
      filter: (hit) => hit["trade"] === trade,
    });
    const ranked = hits.flatMap(({ id }) => this.#guides.get(id as string) ?? []);
    const [guide = ofTrade[0]!, ...rest] = ranked;
    const matched = hits[0]?.queryTerms ?? [];
    const answered = terms.filter((term) => matched.includes(term));
    return {
      guide,
      confidence: terms.length === 0 ? 0 : answered.length / terms.length,
      others: [...rest, ...ofTrade.filter((one) => one !== guide && !rest.includes(one))].slice(
        0,
        MOST_OTHERS,
      ),
    };
  }
}

/** Whether a guide is near enough to be shown as the answer. */
export const isSure = ({ confidence }: FoundGuide): boolean => confidence >= LEAST_CONFIDENCE;
