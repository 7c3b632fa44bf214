import { randomUUIDv7 } from "node:crypto";

/**
 * Of the newest id: its milliseconds since 1970 as twelve hexadecimal digits, and its place among those of
 * that millisecond.
 */
let [lastAt, sequence] = ["", 0];

/**
 * A new UUIDv7: made by whoever creates the thing, sorts by time. Those of one process grow, within a
 * millisecond and when the clock is set back, too (RFC 9562, 6.2, method 1), so that what was made first is
 * first wherever nothing else tells.
 */
export function newId(): string {
  const id = randomUUIDv7();
  const at = id.slice(0, 8) + id.slice(9, 13);
  // Half of the places are left for those that follow.
  if (at > lastAt) [lastAt, sequence] = [at, Number.parseInt(id.slice(15, 18), 16) & 0x7ff];
  else if (++sequence > 0xfff)
    [lastAt, sequence] = [(Number.parseInt(lastAt, 16) + 1).toString(16).padStart(12, "0"), 0];
  return `${lastAt.slice(0, 8)}-${lastAt.slice(8)}-7${sequence.toString(16).padStart(3, "0")}${id.slice(18)}`;
}
