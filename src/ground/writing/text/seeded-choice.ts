/** Pseudorandom choices that are the same for the same seed. */
export interface Chance {
  /** A number from 0 up to, not including, `below`. */
  number(below: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Mulberry32 over an FNV-1a hash: small, and the same on every machine. Not for secrets. */
export function chance(seed: string): Chance {
  let state = 2166136261;
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 16777619);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const number = (below: number) => Math.floor(next() * below);
  return {
    number,
    pick: (list) => {
      if (list.length === 0) throw new RangeError("There is nothing to pick from.");
      return list[number(list.length)]!;
    },
  };
}

/** Shuffles items by seed. Two seeds give different orders, not just different starting points. */
export function shuffleBy<T>(seed: string, items: readonly T[]): T[] {
  const luck = chance(seed);
  return items
    .map((item) => ({ item, place: luck.number(0x10000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
