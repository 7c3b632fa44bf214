import { TextClassifier } from "#platform/search/text-classifier.ts";
import { termsOf, TextSearch } from "#platform/search/text-search.ts";

/** Words that say nothing about an objection. "Not" and "need" do. */
const STOPWORDS = new Set(
  (
    "a about also an and are as at be been but by for from had has have he her him his i if ill im in is it its ive just my of on or our really say " +
    "says she so than that thats the their them there they theyre theyve this to us very was we were weve will with would you your youre " +
    "client clients customer customers homeowner homeowners lead leads people prospect prospects think thinks often usually always most some"
  ).split(" "),
);
/** With "think" as a stopword, these alone would say nothing. */
const KEPT = new Set(["think", "thinks", "just", "some"]);
for (const word of KEPT) STOPWORDS.delete(word);

const GROUP = "objections";
/** From this share in common with a phrase on, it says the same. */
const SAME = 0.6;
/** Nearly the same words as no phrase, but words that mostly this kind has. */
const LEAST_PROBABILITY = 0.6;
/** A guess from less than this share of the words is about those words alone. */
const LEAST_KNOWN = 0.6;
/** What turns or carries the meaning stays: "it's not up to me" isn't "it's up to me." */
const FILLERS = new Set(
  "a an and are as at be for in is it its of on or s that the this to was were with".split(" "),
);
/** What a word weighs that no phrase has; those that one phrase has weigh about 6. */
const UNKNOWN = 2;

/** Reads what holds a lead back from the way people say it. */
export class ObjectionSearch<Objection extends string> {
  readonly #phrases = new Map<string, { readonly kind: Objection; readonly weight: number }>();
  readonly #weights = new Map<string, number>();
  readonly #search: TextSearch;
  readonly #classifier: TextClassifier<Objection>;

  /** @param said what people say, by objection */
  constructor(said: Readonly<Partial<Record<Objection, readonly string[]>>>) {
    const phrases = Object.entries<readonly string[] | undefined>(said).flatMap(([kind, list = []]) =>
      list.map((phrase, at) => ({ kind: kind as Objection, id: `${kind}#${at}`, phrase })),
    );
    const terms = new Map(phrases.map(({ id, phrase }) => [id, termsOf(phrase, STOPWORDS)]));
    const counts = new Map<string, number>();
    for (const term of [...terms.values()].flat()) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) this.#weights.set(term, Math.log(1 + phrases.length / count));
    for (const { id, kind } of phrases) this.#phrases.set(id, { kind, weight: this.#weigh(terms.get(id)!) });
    this.#search = new TextSearch(
      phrases.map(({ id, phrase }) => ({ id, group: GROUP, title: "", phrases: phrase })),
      STOPWORDS,
    );
    this.#classifier = new TextClassifier(said, FILLERS);
  }

  /** What holds the lead back; undefined if that isn't clear enough to answer it. */
  understand(typed: string): Objection | undefined {
    const whole = this.#weigh(termsOf(typed, STOPWORDS));
    const best = this.#search
      .search(typed, GROUP)
      .map(({ id, terms }) => {
        const { kind, weight } = this.#phrases.get(id)!;
        return { kind, share: (2 * Math.min(this.#weigh(terms), weight)) / (whole + weight) };
      })
      .toSorted((one, other) => other.share - one.share)[0];
    if (best && best.share >= SAME) return best.kind;
    const guess = this.#classifier.guess(typed);
    return guess && guess.probability >= LEAST_PROBABILITY && guess.known >= LEAST_KNOWN
      ? guess.of
      : undefined;
  }

  /** Rare words weigh more. One that no phrase has is likely about the job, not about the objection. */
  #weigh(terms: readonly string[]): number {
    return terms.reduce((sum, term) => sum + (this.#weights.get(term) ?? UNKNOWN), 0);
  }
}
