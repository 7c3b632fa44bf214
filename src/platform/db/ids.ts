import { randomUUIDv7 } from "node:crypto";

/**
 * The newest id: its milliseconds since 1970 as twelve hexadecimal digits, and its sequence number within
 * that millisecond.
 */
let [lastAt, sequence] = ["", 0];

/**
 * A new UUIDv7, which sorts by time. Ids of one process always increase, even within a millisecond or after
 * the clock is set back (RFC 9562, 6.2, method 1), so creation order survives without another column.
 */
export function newId(): string {
  const id = randomUUIDv7();
  const at = id.slice(0, 8) + id.slice(9, 13);
  // Clearing the top bit leaves at least half of the sequence numbers for later ids.
  if (at > lastAt) [lastAt, sequence] = [at, Number.parseInt(id.slice(15, 18), 16) & 0x7ff];
  else if (++sequence > 0xfff)
    [lastAt, sequence] = [(Number.parseInt(lastAt, 16) + 1).toString(16).padStart(12, "0"), 0];
  return `${lastAt.slice(0, 8)}-${lastAt.slice(8)}-7${sequence.toString(16).padStart(3, "0")}${id.slice(18)}`;
}
