import MiniSearch from "minisearch";
import { stemmer } from "stemmer";

export interface TextDocument {
  readonly id: string;
  /** Only documents of one group are compared. */
  readonly group: string;
  readonly title: string;
  /** What people type who look for it. */
  readonly phrases: string;
}

export interface TextHit {
  readonly id: string;
  /** Terms of the query that it has. */
  readonly terms: readonly string[];
}

/** Longer words may have a typo. */
const SHORTEST_WITH_TYPO = 6;
/** Longer words may be the beginning of another. */
const SHORTEST_BEGINNING = 4;

/** Words that say nothing about a subject. */
const STOPWORDS = new Set(
  (
    "a about after all an and any are as at be before best between by can deal dealing did do does explain explained explaining find for from get going good guide " +
    "has have help homeowner homeowners house how i if in is it its just know learn like ll local look m make me more most much must my near need needs new " +
    "of off on or our out over own people prevent question questions re read really right s should signs so some t take tell than that the their them " +
    "there they thing things this those tip tips to too top under understand understanding up us use ve very vs versus want wants was we were what " +
    "when where which who why will with work would wrong you your"
  ).split(" "),
);

/** A word's stem, or null for a word that doesn't count. */
function toTerm(word: string, stopwords: ReadonlySet<string>): string | null {
  const plain = word
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}|['’]/gu, "");
  return plain.length < 2 || stopwords.has(plain) ? null : stemmer(plain);
}

/** The terms of a text, each once. */
export const termsOf = (text: string, stopwords: ReadonlySet<string> = STOPWORDS): string[] => [
  ...new Set(text.split(/[^\p{L}\p{N}'’]+/u).flatMap((word) => toTerm(word, stopwords) ?? [])),
];

/** An index of documents, made once. */
export class TextSearch {
  readonly #index: MiniSearch<TextDocument>;

  /** @param stopwords words that say nothing about these documents' subject */
  constructor(documents: readonly TextDocument[], stopwords: ReadonlySet<string> = STOPWORDS) {
    this.#index = new MiniSearch({
      fields: ["title", "phrases"],
      storeFields: ["group"],
      processTerm: (word) => toTerm(word, stopwords),
      searchOptions: {
        boost: { phrases: 2, title: 1.5 },
        fuzzy: (term) => (term.length >= SHORTEST_WITH_TYPO ? 0.2 : false),
        // Two changed letters make another word: "fireplac" is no typo of "replac".
        maxFuzzy: 1,
        prefix: (term) => term.length >= SHORTEST_BEGINNING,
      },
    });
    this.#index.addAll(documents);
  }

  /** Documents of a group that have a term of the text, best first. */
  search(text: string, group: string): TextHit[] {
    return this.#index
      .search(text, { filter: (hit) => hit["group"] === group })
      .map(({ id, queryTerms }) => ({ id: id as string, terms: queryTerms }));
  }

  /** How many documents of a group have exactly this term. */
  count(term: string, group: string): number {
    const filter = (hit: Record<string, unknown>) => hit["group"] === group;
    return this.#index.search(term, { filter, fuzzy: false, prefix: false }).length;
  }
}
