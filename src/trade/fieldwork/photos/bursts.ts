import { likenessDistance } from "#platform/pictures/likeness.ts";

/** What is needed of a photo to fold bursts. */
export interface BurstShot {
  readonly sha256: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Known of a photo that ProofPix took or imported. */
  readonly likeness?: string | null | undefined;
}

/** Longest time between two photos of a burst. */
const GAP_MS = 3000;
/** Between two photos of a burst, hand and subject move a little. */
const MOST_BITS = 12;
/** A slow pan would otherwise become one burst in which the last shows nothing of the first. */
const MOST_BITS_FROM_FIRST = 18;

/**
 * Groups photos that were taken one right after the other and show nearly the same. The groups, and the
 * photos of each, are in the order of time. A photo whose likeness isn't known is a group of its own.
 */
export function foldBursts<Shot extends BurstShot>(shots: readonly Shot[]): Shot[][] {
  const groups: Shot[][] = [];
  const inOrder = shots.toSorted((a, b) => a.at - b.at || (a.sha256 < b.sha256 ? -1 : 1));
  for (const shot of inOrder) {
    const group = groups.at(-1);
    const [first, last] = [group?.[0], group?.at(-1)];
    if (
      group &&
      shot.at - last!.at <= GAP_MS &&
      likenessDistance(shot.likeness, last!.likeness) <= MOST_BITS &&
      likenessDistance(shot.likeness, first!.likeness) <= MOST_BITS_FROM_FIRST
    )
      group.push(shot);
    else groups.push([shot]);
  }
  return groups;
}
