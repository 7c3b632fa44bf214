import { randomOf } from "../harness/random.ts";

/** How the product is laid out: one process with its embedded database, or one web and two workers on a server of their own. */
export type Layout = "one" | "three";

/**
 * What dies. `frozen`: stopped dead first, so that the database ends what it was asked while nobody hears the answer, then killed;
 * that is how a kill finds messages stored as committing whose end never left. `stalled`: a worker that hangs, loses its database
 * session, is given up by the other worker, and then wakes up.
 */
export const KINDS = {
  one: ["tree", "frozen tree", "app", "frozen app", "database"],
  three: ["everything", "frozen everything", "worker", "frozen worker", "web", "database", "stalled worker"],
} as const;
export type KillKind = (typeof KINDS)[Layout][number];

/** One kill, as the seed has it. */
export interface PlannedKill {
  readonly kind: KillKind;
  /** Counted from the ready line, or already from the start of the process: recovery is killed too. */
  readonly since: "ready" | "start";
  readonly afterMs: number;
  /** Which of several workers. */
  readonly which: number;
}

const WEIGHTS: Record<KillKind, number> = {
  tree: 40,
  "frozen tree": 25,
  app: 10,
  "frozen app": 15,
  database: 10,
  everything: 15,
  "frozen everything": 15,
  worker: 25,
  "frozen worker": 25,
  web: 5,
  "stalled worker": 5,
};
const DURING_START = 0.15;

/** The kills of a seed. A longer plan begins with the shorter one. */
export function planKills(seed: number, kills: number, layout: Layout): PlannedKill[] {
  return Array.from({ length: kills }, (_, index) => {
    const random = randomOf(seed, 1, index);
    const during = random() < DURING_START;
    const kind = during ? (layout === "one" ? "tree" : "everything") : draw(KINDS[layout], random());
    return { kind, since: during ? "start" : "ready", afterMs: Math.round(during ? 200 + random() * 1200 : 20 + random() * 1200), which: Math.floor(random() * 2) };
  });
}

function draw(kinds: readonly KillKind[], at: number): KillKind {
  let left = at * kinds.reduce((sum, kind) => sum + WEIGHTS[kind], 0);
  return kinds.find((kind) => (left -= WEIGHTS[kind]) < 0) ?? kinds[0]!;
}
