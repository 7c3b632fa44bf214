import { termsOf, TextSearch } from "#platform/search/text-search.ts";
import type { ObjectionKind } from "../playbook/schema.ts";

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
/** Below this share in common with any phrase, nobody knows what is meant. */
const LEAST_SHARE = 0.4;
/** What a word weighs that no phrase has; those that one phrase has weigh about 6. */
const UNKNOWN = 2;

/** Reads what holds a lead back from the way people say it. */
export class ObjectionSearch {
  readonly #phrases = new Map<string, { readonly kind: ObjectionKind; readonly weight: number }>();
  readonly #weights = new Map<string, number>();
  readonly #search: TextSearch;

  /** @param said what people say, by objection */
  constructor(said: Readonly<Partial<Record<ObjectionKind, readonly string[]>>>) {
    const phrases = Object.entries(said).flatMap(([kind, list]) =>
      list.map((phrase, at) => ({ kind: kind as ObjectionKind, id: `${kind}#${at}`, phrase })),
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
  }

  /** What holds the lead back; `other` if no phrase is near. */
  understand(typed: string): ObjectionKind {
    const whole = this.#weigh(termsOf(typed, STOPWORDS));
    const best = this.#search
      .search(typed, GROUP)
      .map(({ id, terms }) => {
        const { kind, weight } = this.#phrases.get(id)!;
        return { kind, share: (2 * Math.min(this.#weigh(terms), weight)) / (whole + weight) };
      })
      .toSorted((one, other) => other.share - one.share)[0];
    return best && best.share >= LEAST_SHARE ? best.kind : "other";
  }

  /** Rare words weigh more. One that no phrase has is likely about the job, not about the objection. */
  #weigh(terms: readonly string[]): number {
    return terms.reduce((sum, term) => sum + (this.#weights.get(term) ?? UNKNOWN), 0);
  }
}
