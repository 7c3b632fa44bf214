import { desc, sql } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import { newId } from "#platform/db/ids.ts";
import { SYSTEM_ACCOUNT, withSystem } from "#platform/db/scope.server.ts";
import { createPushKeys, type PushKeys, useWebPush } from "#platform/push/push.server.ts";
import { notificationsKeys } from "../tables.server.ts";

const purposeOf = (publicKey: string) => `push key ${publicKey}`;

/**
 * Has this process use the installation's key pair for web push, and makes one if none can be decrypted: at
 * the first start, and after SECRET changed. Call once per start.
 */
export async function ensurePushKeys(): Promise<void> {
  const keys = await withSystem(async ({ db, now }): Promise<PushKeys> => {
    // Prevents two starting processes from each making one.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('push keys', 5))`);
    const known = await db.select().from(notificationsKeys).orderBy(desc(notificationsKeys.at));
    for (const { publicKey, sealed } of known) {
      const privateKey = unseal(purposeOf(publicKey), sealed);
      if (privateKey) return { publicKey, privateKey };
    }
    const made = createPushKeys();
    await db.insert(notificationsKeys).values({
      accountId: SYSTEM_ACCOUNT,
      id: newId(),
      publicKey: made.publicKey,
      sealed: seal(purposeOf(made.publicKey), made.privateKey),
      at: now,
    });
    return made;
  });
  const { publicUrl, sender } = installation();
  const subject = publicUrl.startsWith("https:") ? publicUrl : `mailto:${sender.mailbox.address}`;
  useWebPush({ ...keys, subject });
}
