import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import type { Channel } from "./claimer.server.ts";

/** A message of an account about something, such as a lead. */
interface Which {
  readonly accountId: string;
  readonly id: string;
  readonly aboutId: string;
}

/**
 * Queues a copy of a message of unknown outcome because its owner asked for it: the person may get it twice.
 * Asking twice sends one copy. The original is unchanged.
 * @param again the copy's id, and what else differs, by column
 * @returns false if there is no such message, or its outcome is known by now
 */
export async function sendCopy(
  db: Db,
  channel: Channel,
  { accountId, id, aboutId }: Which,
  again: Readonly<Record<string, string | null>> & { readonly id: string },
  now: Temporal.Instant,
): Promise<boolean> {
  const changed = JSON.stringify({
    state: "queued",
    created_at: now.toString(),
    next_attempt_at: now.toString(),
    attempts: 0,
    via: null,
    first_attempt_at: null,
    claimed_by: null,
    claimed_at: null,
    sent_at: null,
    failure: null,
    reason: null,
    ...again,
  });
  const table = sql.identifier(`${channel}_messages`);
  const { rows } = await db.execute<{ found: boolean }>(sql`
    with one as materialized (
      select to_jsonb(m) || ${changed}::jsonb as row from ${table} m
       where account_id = ${accountId} and id = ${id} and about_id = ${aboutId} and state = 'unknown'),
    copied as (
      insert into ${table} select r.* from one, jsonb_populate_record(null::${table}, one.row) r
      on conflict (account_id, id) do nothing)
    select exists (select from one) as found`);
  return rows[0]!.found;
}
