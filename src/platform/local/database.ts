import { Dexie, type Table } from "dexie";

/** A table of a local database: the row type, the key type, and the type for adding rows. */
export type LocalTable<Row, Key> = Table<Row, Key>;

/**
 * A database in this browser. A transaction completes when it is on disk (durability "strict": by default
 * browsers report completion while the data is still in the system's memory), and reads return committed data
 * only, without optimistic caching.
 */
export class LocalDatabase extends Dexie {
  constructor(name: string) {
    super(name, { chromeTransactionDurability: "strict", cache: "disabled" });
  }
}

/** Whether a write failed because the device, or this site's quota, is full. */
export function isFull(error: unknown): boolean {
  for (let one = error, depth = 0; one && depth < 5; depth++) {
    const { name, inner, message } = one as { name?: string; inner?: unknown; message?: string };
    if (name === "QuotaExceededError" || /quota|disk (is )?full|no space/i.test(message ?? "")) return true;
    one = inner;
  }
  return false;
}
