import { and, asc, eq } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { smsMessages } from "./tables.server.ts";

/** Every text about something, such as a lead, with its state, oldest first. */
export async function listTextsAbout(db: Db, accountId: string, aboutId: string) {
  return db
    .select({
      id: smsMessages.id,
      kind: smsMessages.kind,
      body: smsMessages.body,
      state: smsMessages.state,
      via: smsMessages.via,
      sentAt: smsMessages.sentAt,
      deliveredAt: smsMessages.deliveredAt,
      failure: smsMessages.failure,
      reason: smsMessages.reason,
      nextAttemptAt: smsMessages.nextAttemptAt,
      createdAt: smsMessages.createdAt,
    })
    .from(smsMessages)
    .where(and(eq(smsMessages.accountId, accountId), eq(smsMessages.aboutId, aboutId)))
    .orderBy(asc(smsMessages.createdAt), asc(smsMessages.id));
}
