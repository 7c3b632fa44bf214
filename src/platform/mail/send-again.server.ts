import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { derivedId } from "../ids/derived-id.ts";
import { messageIdHeader, type Sender } from "./sender.server.ts";

/** The id of the copy when an owner resends an email of unknown outcome: at most one copy each. */
export const mailAgainId = (id: string): string => derivedId("mail sent again", id);

/**
 * Queues a copy of an email of unknown outcome because its owner asked for it: the person may get it twice.
 * Asking twice sends one copy. The original is unchanged.
 * @returns false if there is no such email, or its outcome is known by now
 */
export async function sendMailAgain(
  db: Db,
  { accountId, id, aboutId }: { accountId: string; id: string; aboutId: string },
  { now, sender }: { now: Temporal.Instant; sender: Sender },
): Promise<boolean> {
  const again = mailAgainId(id);
  const changed = JSON.stringify({
    id: again,
    state: "queued",
    message_id_header: messageIdHeader(accountId, again, sender.host),
    created_at: now.toString(),
    next_attempt_at: now.toString(),
    attempts: 0,
    via: null,
    first_attempt_at: null,
    claimed_by: null,
    claimed_at: null,
    sent_at: null,
    failure: null,
    permanent: null,
    reason: null,
  });
  const { rows } = await db.execute<{ found: boolean }>(sql`
    with one as materialized (
      select to_jsonb(m) || ${changed}::jsonb as row from mail_messages m
       where account_id = ${accountId} and id = ${id} and about_id = ${aboutId} and state = 'unknown'),
    copied as (
      insert into mail_messages select r.* from one, jsonb_populate_record(null::mail_messages, one.row) r
      on conflict (account_id, id) do nothing)
    select exists (select from one) as found`);
  return rows[0]!.found;
}
