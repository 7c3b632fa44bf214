/** A photo as far as its place in a before and after goes. */
export interface PairHalf {
  readonly sha256: string;
  /** A stage such as `before` or `after`; null for none. */
  readonly stage?: string | null;
  /** When it was taken, in milliseconds since 1970. */
  readonly at: number;
}

const rankOf = ({ stage }: PairHalf): number => (stage === "before" ? 0 : stage === "after" ? 2 : 1);

/**
 * Sorts the before of a pair before its after. What people tagged counts first, because a photo without the
 * camera's data has only its file's date. Every list, report and page asks here, so that no two disagree.
 */
export const beforeFirst = (one: PairHalf, other: PairHalf): number =>
  rankOf(one) - rankOf(other) || one.at - other.at || (one.sha256 < other.sha256 ? -1 : 1);

/**
 * What pairing saves of each half: the other one, and which is which unless it has another stage.
 * @param stages whether the stages are replaced, as when the two are swapped
 */
export function pairFacts(
  [before, after]: readonly [PairHalf, PairHalf],
  stages: "replace" | "fill" = "fill",
): ReadonlyMap<string, { readonly pair: string; readonly stage?: "before" | "after" }> {
  const half = (one: PairHalf, other: PairHalf, stage: "before" | "after") =>
    [one.sha256, { pair: other.sha256, ...(stages === "replace" || !one.stage ? { stage } : {}) }] as const;
  return new Map([half(before, after, "before"), half(after, before, "after")]);
}
