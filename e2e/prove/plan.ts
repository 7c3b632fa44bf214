import { randomOf } from "../harness/random.ts";

/**
 * How the product is laid out: one process with its embedded database, or two web processes and two workers
 * on a server of their own.
 */
export type Layout = "one" | "four";

/**
 * What dies. `frozen`: stopped dead first, so that the database ends what it was asked while nobody hears the
 * answer, then killed; that is how a kill finds messages stored as committing whose end never left.
 * `stalled`: a worker that hangs, loses its database session, is given up by the other worker, and then wakes
 * up.
 */
const DECKS = {
  one: [
    "tree",
    "tree",
    "tree",
    "tree",
    "frozen tree",
    "frozen tree",
    "frozen tree",
    "app",
    "frozen app",
    "database",
  ],
  four: [
    "everything",
    "frozen everything",
    "worker",
    "frozen worker",
    "frozen worker",
    "web",
    "web and worker",
    "database",
    "stalled worker",
    "stalled worker",
  ],
} as const;
export type KillKind = (typeof DECKS)[Layout][number];

/** One kill, as the seed has it. */
export interface PlannedKill {
  readonly kind: KillKind;
  /**
   * Counted from the first mail or text after the start, from the ready line, or already from the start:
   * recovery is killed too.
   */
  readonly since: "mail" | "text" | "ready" | "start";
  readonly afterMs: number;
  /** Which of two alike. */
  readonly which: number;
}

const DURING_START = 0.15;
const DURING_MAIL = 0.35;
const DURING_TEXT = 0.25;

/**
 * The kills of a seed: decks of ten, each shuffled, so that ten kills are of every kind. A longer plan begins
 * with the shorter one.
 */
export function planKills(
  seed: number,
  kills: number,
  layout: Layout,
  cards: readonly KillKind[] = DECKS[layout],
): PlannedKill[] {
  return Array.from({ length: kills }, (_, index) => {
    const deck = shuffle(cards, randomOf(seed, 0, Math.floor(index / cards.length)));
    const random = randomOf(seed, 1, index);
    const [moment, after, which] = [random(), random(), Math.floor(random() * 2)];
    // What is still starting is killed whole.
    if (moment < DURING_START)
      return { kind: DECKS[layout][0], since: "start", afterMs: Math.round(200 + after * 1200), which };
    return {
      kind: deck[index % deck.length]!,
      since: sinceOf(moment - DURING_START),
      afterMs: Math.round(20 + after * 1000),
      which,
    };
  });
}

function sinceOf(moment: number): PlannedKill["since"] {
  if (moment < DURING_MAIL) return "mail";
  return moment < DURING_MAIL + DURING_TEXT ? "text" : "ready";
}

function shuffle<Card>(cards: readonly Card[], random: () => number): Card[] {
  const left = [...cards];
  return cards.map(() => left.splice(Math.floor(random() * left.length), 1)[0]!);
}
