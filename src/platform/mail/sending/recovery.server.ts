import type pg from "pg";
import type { MailMessage } from "../message.ts";
import { type JsonRow, messageOfRow } from "./row.server.ts";

export interface Flight {
  readonly claimer: bigint;
  readonly accounts: readonly string[];
}

/** Claimers that have messages in flight, alive or dead. */
export async function messagesInFlight(pool: pg.Pool): Promise<Flight[]> {
  const { rows } = await pool.query<{ account: string; claimer: string }>(
    "select account_id as account, claimed_by::text as claimer from mail_in_flight()",
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
  flights: readonly Flight[],
  now: Temporal.Instant,
): Promise<MailMessage[]> {
  const recovered: MailMessage[] = [];
  for (const { claimer, accounts } of flights) {
    const { rows } = await pool.query<{ row: JsonRow }>("select mail_recover($1, $2, $3) as row", [
      claimer.toString(),
      accounts,
      now.toString(),
    ]);
    recovered.push(...rows.map(({ row }) => messageOfRow(row)));
  }
  return recovered;
}

/**
 * Queues messages again that were stored as claimed by this process but never passed to its sender, such as
 * after a commit whose response was lost.
 * @param known ids that the sender has
 * @param before only messages claimed earlier, since a caller needs time between its commit and sendClaimed
 */
export async function releaseOrphans(
  pool: pg.Pool,
  flight: Flight,
  known: readonly string[],
  before: Temporal.Instant,
): Promise<number> {
  const { rows } = await pool.query<{ freed: number }>(
    "select mail_release_strays($1, $2, $3, $4) as freed",
    [flight.claimer.toString(), flight.accounts, known, before.toString()],
  );
  return rows[0]!.freed;
}
