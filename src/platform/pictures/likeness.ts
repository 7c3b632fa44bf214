/** Two pictures are nearly the same up to this many bits: a resized, recompressed or brightened copy. */
export const NEARLY_SAME = 6;

const isLikeness = (value: unknown): value is string =>
  typeof value === "string" && /^[0-9a-f]{16}$/.test(value);

/** In how many of 64 bits two likenesses differ; 64 unless both are known. */
export function likenessDistance(a: string | null | undefined, b: string | null | undefined): number {
  if (!isLikeness(a) || !isLikeness(b)) return 64;
  let [differing, count] = [BigInt(`0x${a}`) ^ BigInt(`0x${b}`), 0];
  for (; differing > 0n; differing &= differing - 1n) count++;
  return count;
}
