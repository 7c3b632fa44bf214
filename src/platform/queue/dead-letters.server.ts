import { fromDrizzle } from "pg-boss";
import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { DEAD_LETTERS, queueOfProcess, SCHEMA } from "./queue.server.ts";

export interface DeadTask {
  readonly id: string;
  readonly task: string;
  readonly failedAt: Temporal.Instant;
  /** When it was enqueued. */
  readonly askedAt: Temporal.Instant | null;
  readonly tries: number;
  /** The last error, without personal data; null if not recorded. */
  readonly failure: string | null;
}

interface DeadRow extends Record<string, unknown> {
  readonly id: string;
  readonly task: string | null;
  readonly failed_at: string;
  readonly asked_at: string | null;
  readonly tries: number | null;
  readonly failure: { readonly words?: unknown } | null;
}

const instantOf = (text: string) => Temporal.Instant.from(text.replace(" ", "T"));
const waiting = sql.raw(`${SCHEMA}.job where name = '${DEAD_LETTERS}' and state in ('created', 'failed')`);

/** Permanently failed tasks, the newest failure first. Payloads stay in the database. */
export async function listDeadTasks(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<DeadTask[]> {
  const { rows } = await db.execute<DeadRow>(sql`
    select id, source_name as task, created_on::text as failed_at, source_created_on::text as asked_at,
           source_retry_count + 1 as tries, coalesce(source_output, output) as failure
      from ${waiting} order by created_on desc, id limit ${limit} offset ${offset}`);
  return rows.map((row) => ({
    id: row.id,
    task: row.task ?? "unknown",
    failedAt: instantOf(row.failed_at),
    askedAt: row.asked_at === null ? null : instantOf(row.asked_at),
    tries: row.tries ?? 1,
    failure: typeof row.failure?.words === "string" ? row.failure.words : null,
  }));
}

/** Number of failed tasks of each kind, most first. */
export async function countDeadTasks(db: Db): Promise<{ readonly task: string; readonly count: number }[]> {
  const { rows } = await db.execute<{ task: string; count: number }>(sql`
    select coalesce(source_name, 'unknown') as task, count(*)::int as count from ${waiting} group by 1 order by 2 desc, 1`);
  return rows;
}

/**
 * Puts failed tasks back on their queues as new ones, in the caller's transaction. Removes each from the dead
 * letters in the same step, so retrying twice, or twice at once, runs it once.
 * @param which one by its id, or all of a kind (a thousand at a time, oldest first)
 * @returns how many were put back
 */
export async function retryDeadTasks(
  db: Db,
  which: { readonly id: string } | { readonly task: string },
): Promise<number> {
  return queueOfProcess().redrive(DEAD_LETTERS, {
    ...("id" in which ? { ids: [which.id] } : { sourceName: which.task }),
    db: fromDrizzle(db, sql),
  });
}

/**
 * Deletes a failed task permanently, in the caller's transaction.
 * @returns its kind, or undefined if there is no such task
 */
export async function removeDeadTask(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ task: string | null }>(
    sql`delete from ${sql.raw(`${SCHEMA}.job`)} where name = ${DEAD_LETTERS} and id = ${id} returning source_name as task`,
  );
  return rows[0] && (rows[0].task ?? "unknown");
}
