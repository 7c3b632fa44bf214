import { randomOf } from "../harness/random.ts";
import { DECKS, type PlannedKill, shuffle } from "./plan.ts";

/** A kill of the soak, counted from the start of the load. */
export interface SoakKill extends PlannedKill {
  readonly atMs: number;
}

/** Milliseconds between kills. */
const [LEAST_MS, MOST_MS] = [60_000, 120_000] as const;
/** After this, the first web process and the first worker live to the end: their memory is measured. */
const SPARED_AFTER_MS = 5 * 60_000;
/** A longer run would say nothing new of the first ones. */
const SPARED_SHARE = 0.25;

/** When the first web process and the first worker are no longer killed, in a run of this length. */
export const sparedFrom = (minutes: number): number =>
  Math.min(SPARED_AFTER_MS, minutes * 60_000 * SPARED_SHARE);

/**
 * The kills of a seed, one every minute or two, in shuffled decks. The first one of each kind of process is
 * killed once at the beginning, and never again.
 */
export function planSoak(seed: number, minutes: number): SoakKill[] {
  const found: SoakKill[] = [];
  const spared = sparedFrom(minutes);
  const begin = { kind: "web", which: 0 } as const;
  let at = 0;
  for (let index = 0; ; index++) {
    const random = randomOf(seed, 13, index);
    const gap = LEAST_MS + (MOST_MS - LEAST_MS) * random();
    // A short run begins with both, too.
    at += index < 2 ? Math.min(gap, spared / 3) : gap;
    if (at > minutes * 60_000 - LEAST_MS / 2) return found;
    const deck = shuffle(DECKS.pooled, randomOf(seed, 14, Math.floor(index / DECKS.pooled.length)));
    const first = index === 0 ? begin : index === 1 ? { ...begin, kind: "worker" as const } : undefined;
    found.push({
      ...(first ?? { kind: deck[index % deck.length]!, which: 1 }),
      ...{ since: "ready", afterMs: 0, atMs: Math.round(at) },
    });
  }
}
