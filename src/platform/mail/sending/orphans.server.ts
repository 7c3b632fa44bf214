import type pg from "pg";
import type { Flight } from "../../sending/recovery.server.ts";

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
