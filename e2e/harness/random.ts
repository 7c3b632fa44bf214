/**
 * A repeatable stream of numbers in [0, 1) (mulberry32): the same seed gives the same stream on every
 * machine.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A separate stream for the nth thing of a kind, so that its numbers don't depend on how fast others drew
 * theirs.
 */
export function randomOf(seed: number, kind: number, index: number): () => number {
  const random = seededRandom(seed ^ Math.imul(kind + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
  random();
  return random;
}
