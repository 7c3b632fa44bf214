import MiniSearch, { type AsPlainObject, type Options } from "minisearch";
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
  readonly group: string;
  /** Terms of the query that it has. */
  readonly terms: readonly string[];
  /** How well it fits, beside the other hits of the same search. */
  readonly score: number;
}

/** Words without an accent or apostrophe. */
const ASCII = /^[a-z0-9]*$/;
/** One term of a query in an index. */
export interface FoundTerm {
  /** How many documents have exactly this term, by group. */
  readonly counts: ReadonlyMap<string, number>;
  /** Terms of the index that it is, begins, or is a typo of. */
  readonly meant: ReadonlySet<string>;
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

/** Stems of words, by the words. Most of an index is the same few thousand, again and again. */
const stems = new Map<string, string>();
/** What visitors type mustn't fill the memory. */
const MOST_STEMS = 20_000;

/** A word's stem, or null for a word that doesn't count. */
function toTerm(word: string, stopwords: ReadonlySet<string>): string | null {
  const lower = word.toLowerCase();
  const plain = ASCII.test(lower) ? lower : lower.normalize("NFD").replaceAll(/\p{M}|['’]/gu, "");
  if (plain.length < 2 || stopwords.has(plain)) return null;
  const known = stems.get(plain);
  if (known !== undefined) return known;
  const stem = stemmer(plain);
  if (stems.size < MOST_STEMS) stems.set(plain, stem);
  return stem;
}

/** The terms of a text, each once. */
export const termsOf = (text: string, stopwords: ReadonlySet<string> = STOPWORDS): string[] => [
  ...new Set(text.split(/[^\p{L}\p{N}'’]+/u).flatMap((word) => toTerm(word, stopwords) ?? [])),
];

/** An index as it's saved: reading it takes a sixth of the time of making it. */
export type SavedSearch = AsPlainObject;

const optionsFor = (stopwords: ReadonlySet<string>): Options<TextDocument> => ({
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

/** An index of documents, made once. */
export class TextSearch {
  readonly #index: MiniSearch<TextDocument>;

  /**
   * @param documents or the index that was saved of them
   * @param stopwords words that say nothing about these documents' subject
   */
  constructor(documents: readonly TextDocument[] | SavedSearch, stopwords: ReadonlySet<string> = STOPWORDS) {
    const options = optionsFor(stopwords);
    if ("serializationVersion" in documents) {
      this.#index = MiniSearch.loadJS<TextDocument>(documents, options);
      return;
    }
    this.#index = new MiniSearch(options);
    this.#index.addAll(documents);
  }

  /** What a constructor with the same stopwords makes this of again. */
  toJSON(): SavedSearch {
    return this.#index.toJSON();
  }

  /** Documents that have a term of the text, best first; of one group, if it's named. */
  search(text: string, group?: string): TextHit[] {
    return this.#index
      .search(text, group === undefined ? {} : { filter: (hit) => hit["group"] === group })
      .map(({ id, group: of, queryTerms, score }) => ({
        ...{ id: id as string, group: of as string },
        ...{ terms: queryTerms, score },
      }));
  }

  /** Where a term is, and what else in the index may be meant by it. */
  find(term: string): FoundTerm {
    const processTerm = (word: string) => word;
    const counts = new Map<string, number>();
    for (const { group } of this.#index.search(term, { processTerm, fuzzy: false, prefix: false }))
      counts.set(group as string, (counts.get(group as string) ?? 0) + 1);
    const hits = this.#index.search(term, { processTerm });
    return { counts, meant: new Set(hits.flatMap(({ terms }) => terms)) };
  }
}
