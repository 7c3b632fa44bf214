import { folded } from "#platform/names/folded.ts";
import type { LibraryTalk } from "./library.ts";

/** What is known of a day at a job. Measures are metric, null where nothing was read. */
export interface TalkDay {
  readonly date: Temporal.PlainDate;
  readonly weather: {
    readonly highC: number | null;
    readonly lowC: number | null;
    readonly gustMs: number | null;
    readonly rainMm: number | null;
    readonly snowCm: number | null;
    /** WMO codes of the hours. */
    readonly codes: readonly number[];
  } | null;
  /** What the crew does, in the words of its log. */
  readonly work: readonly string[];
  /** Talks given at this job, with their dates. */
  readonly given: readonly { readonly slug: string; readonly date: string }[];
}

export interface Suggestion {
  readonly talk: LibraryTalk;
  /** "It’s windy today"; null where nothing speaks for it but its turn. */
  readonly why: string | null;
}

/** Who is new on a job needs to know whom to call and where they are before anything else. */
const FIRST_TALK = "emergency-911-address";

/** A talk comes up again after this many days. */
const AGAIN_AFTER_DAYS = 60;

interface Reason {
  readonly words: readonly string[];
  readonly why: string;
}

/** OSHA’s heat guidance starts at 80 °F; 25 mph of wind is where lifts and sheets get hard to handle. */
function reasonsOf({ date, weather, given }: TalkDay): Reason[] {
  const { highC, lowC, gustMs, rainMm, snowCm, codes } = weather ?? {
    ...{ highC: null, lowC: null, gustMs: null, rainMm: null, snowCm: null, codes: [] },
  };
  const reasons: (Reason | null)[] = [
    codes.some((code) => code >= 95)
      ? { words: ["lightning", "storm"], why: "There are thunderstorms today" }
      : null,
    highC !== null && highC >= 26.7
      ? { words: ["heat", "sun", "summer", "warm"], why: "It’s hot today" }
      : null,
    gustMs !== null && gustMs >= 11.2 ? { words: ["wind"], why: "It’s windy today" } : null,
    lowC !== null && lowC <= 0 ? { words: ["cold", "ice", "winter"], why: "It’s freezing today" } : null,
    snowCm !== null && snowCm > 0 ? { words: ["snow", "ice"], why: "There’s snow today" } : null,
    rainMm !== null && rainMm >= 1 ? { words: ["rain", "wet", "mud"], why: "It’s raining today" } : null,
    weather === null && [6, 7, 8].includes(date.month)
      ? { words: ["heat", "summer"], why: "It’s the hot season" }
      : null,
    weather === null && [12, 1, 2].includes(date.month)
      ? { words: ["cold", "winter"], why: "It’s the cold season" }
      : null,
    given.length === 0 ? { words: ["new job", "new crew"], why: "It’s the first talk at this job" } : null,
  ];
  return reasons.filter((reason) => reason !== null);
}

const hasWord = (text: string, word: string): boolean =>
  new RegExp(String.raw`(?:^|[^\p{L}])${folded(word).replaceAll(/[^\p{L}\d ]/gu, "")}`, "u").test(text);

/** The talk for a day: what the weather or the work speaks for, else the next one in turn. */
export function suggestTalk(library: readonly LibraryTalk[], day: TalkDay): Suggestion | null {
  const since = day.date.subtract({ days: AGAIN_AFTER_DAYS }).toString();
  const recent = new Set(day.given.filter(({ date }) => date >= since).map(({ slug }) => slug));
  const fresh = library.filter(({ text }) => !recent.has(text.slug));
  const all = fresh.length > 0 ? fresh : library;
  if (all.length === 0) return null;
  const reasons = reasonsOf(day);
  const work = folded(day.work.join(" | "));
  // Another one each week, so that jobs without weather or a log don’t always begin with the same letter.
  const week = Math.floor(Temporal.PlainDate.from("2026-01-05").until(day.date).days / 7);
  const turnOf = (at: number) => (((at - week) % all.length) + all.length) % all.length;
  const isFirst = ({ text }: LibraryTalk) => day.given.length === 0 && text.slug === FIRST_TALK;
  const [best] = all
    .map((talk, at) => {
      const reason = reasons.find(({ words }) => words.some((word) => talk.when.includes(word)));
      const ofWork = [...talk.when, ...talk.trades.filter((trade) => trade !== "all")].find((word) =>
        hasWord(work, word),
      );
      const why = reason?.why ?? (ofWork === undefined ? null : `The log mentions “${ofWork}”`);
      return {
        talk,
        why,
        score: (reason ? 2 : 0) + (ofWork === undefined ? 0 : 1) + (isFirst(talk) ? 0.5 : 0),
        turn: turnOf(at),
      };
    })
    .toSorted((one, other) => other.score - one.score || one.turn - other.turn);
  return best ? { talk: best.talk, why: best.why } : null;
}

/** What a search looks at: of a talk or a job hazard analysis. */
export interface Searched extends Pick<LibraryTalk, "trades" | "when"> {
  readonly text: { readonly title: { readonly en: string; readonly es: string } };
}

/** Those whose title, trades or words have every word of a search; all for an empty one. */
export function searchLibrary<One extends Searched>(library: readonly One[], search: string): One[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return library.filter(({ text, trades, when }) => {
    const found = folded([text.title.en, text.title.es, ...trades, ...when].join(" "));
    return words.every((word) => found.includes(word));
  });
}
