import { LocalTables } from "./local-tables.ts";
import type { Who } from "./store.ts";

/** Unsent work in this browser for another business than the current one. */
export interface UnsentElsewhere {
  readonly account: string;
  /** Number of changes, photos and files, including refused ones. */
  readonly open: number;
}

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/**
 * Finds unsent work of this person for other businesses: they were removed from one before their phone had a
 * signal, or switched to another. Nobody else can send it, so it waits; without a notice they would think it
 * lost.
 */
export async function findUnsentElsewhere({ account, user }: Who): Promise<UnsentElsewhere[]> {
  // Some browsers can't list their databases; then nothing is found.
  const names = (await indexedDB.databases?.().catch(() => [])) ?? [];
  const left: UnsentElsewhere[] = [];
  for (const { name = "" } of names) {
    const [, of, whose] = new RegExp(`^plumbline-(${ID})-(${ID})$`).exec(name) ?? [];
    if (!of || of === account || whose !== user) continue;
    const tables = new LocalTables(of, user);
    try {
      const [commands, originals] = await Promise.all([
        tables.outbox.where("state").anyOf("waiting", "refused").count(),
        tables.blobs.where("state").anyOf("waiting", "refused").count(),
      ]);
      if (commands + originals > 0) left.push({ account: of, open: commands + originals });
    } finally {
      tables.close();
    }
  }
  return left;
}
