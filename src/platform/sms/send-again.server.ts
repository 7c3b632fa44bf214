import type { Db } from "../db/database.server.ts";
import { derivedId } from "../ids/derived-id.ts";
import { sendCopy } from "../sending/send-again.server.ts";

/** The id of the copy when an owner resends a text of unknown outcome: at most one copy each. */
export const textAgainId = (id: string): string => derivedId("text sent again", id);

/** Queues a copy of a text of unknown outcome: see `sendCopy`. */
export function sendTextAgain(
  db: Db,
  which: { accountId: string; id: string; aboutId: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const again = { id: textAgainId(which.id), from_number: null, sid: null, delivered_at: null };
  return sendCopy(db, "sms", which, again, now);
}
