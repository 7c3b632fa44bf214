import { randomOf } from "../harness/random.ts";

/**
 * The product's layout: one process with its embedded database, or two web processes and two workers on a
 * separate server, which in `pooled` is behind PgBouncer.
 */
export type Layout = "one" | "four" | "pooled";

/**
 * What dies. `frozen`: stopped first, so that the database finishes its requests while nobody receives the
 * answers, then killed; this makes kills find messages stored as committing whose last part was never sent.
 * `stalled`: a worker hangs, loses its database session, is given up by the other worker, and then wakes up.
 */
export const DECKS = {
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
  pooled: ["web", "web", "worker", "frozen worker", "pooler", "pooler", "database"],
} as const;
export type KillKind = (typeof DECKS)[Layout][number];

/** One kill, determined by the seed. */
export interface PlannedKill {
  readonly kind: KillKind;
  /**
   * What the delay is counted from: the first email or text after the start, the ready line, or the start
   * itself, so that recovery is killed too.
   */
  readonly since: "mail" | "text" | "ready" | "start";
  readonly afterMs: number;
  /** Which of two identical processes. */
  readonly which: number;
}

const DURING_START = 0.15;
const DURING_MAIL = 0.35;
const DURING_TEXT = 0.25;

/**
 * The kills of a seed: shuffled decks of ten, so that ten kills cover every kind. A longer plan begins with
 * the shorter one.
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
    // During a start everything is killed.
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

/** The cards in another order. */
export function shuffle<Card>(cards: readonly Card[], random: () => number): Card[] {
  const left = [...cards];
  return cards.map(() => left.splice(Math.floor(random() * left.length), 1)[0]!);
}
