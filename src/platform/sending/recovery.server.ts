import type pg from "pg";
import type { Channel } from "./claimer.server.ts";
import type { JsonRow } from "./rows.server.ts";

/** A claimer with messages in flight, alive or dead, and the accounts they are of. */
export interface Flight {
  readonly claimer: bigint;
  readonly accounts: readonly string[];
}

/** Claimers that have messages in flight. */
export async function messagesInFlight(pool: pg.Pool, channel: Channel): Promise<Flight[]> {
  const { rows } = await pool.query<{ account: string; claimer: string }>(
    `select account_id as account, claimed_by::text as claimer from ${channel}_in_flight()`,
  );
  const flights = new Map<string, string[]>();
  for (const { account, claimer } of rows) flights.set(claimer, [...(flights.get(claimer) ?? []), account]);
  return [...flights].map(([claimer, accounts]) => ({ claimer: BigInt(claimer), accounts }));
}

/**
 * Frees the messages of dead senders, in any process: each is queued again or, if it may have been accepted
 * and must not arrive twice, becomes `unknown`. Safe to run anywhere at any time.
 * @param flights without the claimers whose messages this process still has
 * @returns the messages in their new state
 */
export async function recoverMessages(
  pool: pg.Pool,
  channel: Channel,
  flights: readonly Flight[],
  now: Temporal.Instant,
): Promise<JsonRow[]> {
  const recovered: JsonRow[] = [];
  for (const { claimer, accounts } of flights) {
    const { rows } = await pool.query<{ row: JsonRow }>(
      `select ${channel}_recover($1, $2::uuid[], $3) as row`,
      [claimer.toString(), accounts, now.toString()],
    );
    recovered.push(...rows.map(({ row }) => row));
  }
  return recovered;
}
