import { LocalTables } from "./local-tables.ts";
import type { Who } from "./store.ts";

/**
 * What somebody made in this browser for another business than the one that they are in now, and that its
 * server does not hold.
 */
export interface UnsentElsewhere {
  readonly account: string;
  /** Changes, photos and files, with those that were refused. */
  readonly open: number;
}

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/**
 * What a person left in this browser in other businesses: they were taken off one before their phone had a
 * signal, or went over to another. It is sent by nobody else and for no other business, so it waits; without
 * a word of it they would take it for lost.
 */
export async function findUnsentElsewhere({ account, user }: Who): Promise<UnsentElsewhere[]> {
  // A browser that lists none of its databases says nothing of them.
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
