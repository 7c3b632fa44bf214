import { type State, STATE_RULES } from "../rules/states.ts";

/** A sent estimate, for the win rate. */
export interface Outcome {
  readonly state: State;
  readonly cents: number;
  /** From the first version sent to the yes. */
  readonly hours: number;
  /** Where its client came from; empty if unknown. */
  readonly source: string;
}

/** How a group of estimates ended. */
export interface Wins {
  readonly name: string;
  /** Approved, declined or expired. */
  readonly decided: number;
  readonly won: number;
  readonly wonCents: number;
  /** The median time to a yes; null without one. */
  readonly hours: number | null;
}

/** Upper bounds of the groups by size, in cents. */
const SIZES = [100_000, 500_000, 2_000_000, Infinity];

function winsOf(name: string, outcomes: readonly Outcome[]): Wins {
  const won = outcomes.filter(({ state }) => STATE_RULES[state].outcome === "won");
  const hours = won.map((one) => one.hours).toSorted((a, b) => a - b);
  return {
    name,
    decided: outcomes.length,
    won: won.length,
    wonCents: won.reduce((sum, { cents }) => sum + cents, 0),
    hours: hours[Math.floor((hours.length - 1) / 2)] ?? null,
  };
}

/**
 * What was won: of all, by size, and by source with the most estimates first. Open ones don't count.
 * @param money formats cents
 */
export function winsIn(
  outcomes: readonly Outcome[],
  money: (cents: number) => string,
): {
  readonly all: Wins;
  readonly sizes: readonly Wins[];
  readonly sources: readonly Wins[];
} {
  const decided = outcomes.filter(({ state }) => STATE_RULES[state].outcome);
  const bySize = Map.groupBy(decided, ({ cents }) => SIZES.findIndex((below) => cents < below));
  const bySource = Map.groupBy(decided, ({ source }) => source || "Not known");
  return {
    all: winsOf("All", decided),
    sizes: SIZES.flatMap((below, at) => {
      const from = money(SIZES[at - 1] ?? 0);
      const name =
        at === 0
          ? `Under ${money(below)}`
          : below === Infinity
            ? `${from} and up`
            : `${from} to ${money(below)}`;
      return bySize.has(at) ? [winsOf(name, bySize.get(at)!)] : [];
    }),
    sources: [...bySource]
      .map(([name, of]) => winsOf(name, of))
      .toSorted((one, other) => other.decided - one.decided || (one.name < other.name ? -1 : 1)),
  };
}

/** "60%". */
export const winRate = ({ won, decided }: Wins): string =>
  decided === 0 ? "" : `${Math.round((100 * won) / decided)}%`;

/** "5 hours", "3 days". */
export const timeToYes = ({ hours }: Wins): string =>
  hours === null
    ? ""
    : hours < 1
      ? "within an hour"
      : hours < 48
        ? `${Math.round(hours)} ${Math.round(hours) === 1 ? "hour" : "hours"}`
        : `${Math.round(hours / 24)} days`;
