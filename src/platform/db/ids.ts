import { randomUUIDv7 } from "node:crypto";

/** A new UUIDv7: made by whoever creates the thing, sorts by time. */
export function newId(): string {
  return randomUUIDv7();
}
