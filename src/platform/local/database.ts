import { Dexie, type Table } from "dexie";

/** A table of a local database: rows, their key, and rows as they are added. */
export type LocalTable<Row, Key> = Table<Row, Key>;

/**
 * A database in this browser. A transaction is done when its bytes are on the disk (durability "strict": by
 * default a browser says so while they are still in memory of the system), and what is read is what was
 * committed: nothing is shown ahead of it.
 */
export class LocalDatabase extends Dexie {
  constructor(name: string) {
    super(name, { chromeTransactionDurability: "strict", cache: "disabled" });
  }
}

/** Whether a write failed because the device, or the share of it that this site may use, is full. */
export function isFull(error: unknown): boolean {
  for (let one = error, depth = 0; one && depth < 5; depth++) {
    const { name, inner, message } = one as { name?: string; inner?: unknown; message?: string };
    if (name === "QuotaExceededError" || /quota|disk (is )?full|no space/i.test(message ?? "")) return true;
    one = inner;
  }
  return false;
}
