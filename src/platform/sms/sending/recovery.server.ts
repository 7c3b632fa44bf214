import type pg from "pg";
import { textOfRow } from "./row.server.ts";
import type { TextMessage } from "../text.ts";

/**
 * Frees the texts of dead senders, in any process: each is queued again or, if it may have been accepted,
 * becomes `unknown`. Safe to run anywhere at any time.
 * @param holding claimers whose texts this process still has and will settle itself
 * @returns the texts in their new state
 */
export async function recoverTexts(
  pool: pg.Pool,
  holding: ReadonlySet<bigint>,
  now: Temporal.Instant,
): Promise<TextMessage[]> {
  const { rows: flights } = await pool.query<{ claimer: string; accounts: string[] }>(
    "select claimed_by::text as claimer, array_agg(account_id::text) as accounts from sms_in_flight() group by claimed_by",
  );
  const recovered: TextMessage[] = [];
  for (const { claimer, accounts } of flights) {
    if (holding.has(BigInt(claimer))) continue;
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      "select sms_recover($1, $2::uuid[], $3) as row",
      [claimer, accounts, now.toString()],
    );
    recovered.push(...rows.map(({ row }) => textOfRow(row)));
  }
  return recovered;
}
