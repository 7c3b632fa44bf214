import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { derivedId } from "../ids/derived-id.ts";

/** The id of the copy when an owner resends a text of unknown outcome: at most one copy each. */
export const textAgainId = (id: string): string => derivedId("text sent again", id);

/**
 * Queues a copy of a text of unknown outcome because its owner asked for it: the person may get it twice.
 * Asking twice sends one copy. The original is unchanged.
 * @returns false if there is no such text, or its outcome is known by now
 */
export async function sendTextAgain(
  db: Db,
  { accountId, id, aboutId }: { accountId: string; id: string; aboutId: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const changed = JSON.stringify({
    id: textAgainId(id),
    state: "queued",
    created_at: now.toString(),
    next_attempt_at: now.toString(),
    attempts: 0,
    via: null,
    from_number: null,
    sid: null,
    first_attempt_at: null,
    claimed_by: null,
    claimed_at: null,
    sent_at: null,
    delivered_at: null,
    failure: null,
    reason: null,
  });
  const { rows } = await db.execute<{ found: boolean }>(sql`
    with one as materialized (
      select to_jsonb(m) || ${changed}::jsonb as row from sms_messages m
       where account_id = ${accountId} and id = ${id} and about_id = ${aboutId} and state = 'unknown'),
    copied as (
      insert into sms_messages select r.* from one, jsonb_populate_record(null::sms_messages, one.row) r
      on conflict (account_id, id) do nothing)
    select exists (select from one) as found`);
  return rows[0]!.found;
}
