import type { Db } from "../db/database.server.ts";
import { derivedId } from "../ids/derived-id.ts";
import { sendCopy } from "../sending/send-again.server.ts";
import { messageIdHeader, type Sender } from "./sender.server.ts";

/** The id of the copy when an owner resends an email of unknown outcome: at most one copy each. */
export const mailAgainId = (id: string): string => derivedId("mail sent again", id);

/** Queues a copy of an email of unknown outcome: see `sendCopy`. */
export function sendMailAgain(
  db: Db,
  which: { accountId: string; id: string; aboutId: string },
  { now, sender }: { now: Temporal.Instant; sender: Sender },
): Promise<boolean> {
  const id = mailAgainId(which.id);
  const again = {
    id,
    message_id_header: messageIdHeader(which.accountId, id, sender.host),
    permanent: null,
  };
  return sendCopy(db, "mail", which, again, now);
}
