import { fromDrizzle } from "pg-boss";
import { sql } from "drizzle-orm";
import type { Db } from "../db/database.server.ts";
import { DEAD_LETTERS, queueOfProcess, SCHEMA } from "./queue.server.ts";

/** A task that failed for good. */
export interface DeadTask {
  readonly id: string;
  /** Its name, as its feature wrote it. */
  readonly task: string;
  readonly failedAt: Temporal.Instant;
  /** When it was first asked for. */
  readonly askedAt: Temporal.Instant | null;
  /** How often it was tried. */
  readonly tries: number;
  /** What the last try failed with, without anything personal; null where nothing was kept. */
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

/** Tasks that failed for good, the newest failure first. Payloads stay in the database. */
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

/** How many tasks of each kind failed for good, most first. */
export async function countDeadTasks(db: Db): Promise<{ readonly task: string; readonly count: number }[]> {
  const { rows } = await db.execute<{ task: string; count: number }>(sql`
    select coalesce(source_name, 'unknown') as task, count(*)::int as count from ${waiting} group by 1 order by 2 desc, 1`);
  return rows;
}

/**
 * Puts failed tasks back where they came from, to be tried like new ones, in the caller's transaction. A task
 * is taken out as it is put back, so asking twice, or twice at once, runs it once.
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
 * Removes a failed task for good, in the caller's transaction.
 * @returns its kind, or nothing when it was not there
 */
export async function removeDeadTask(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ task: string | null }>(
    sql`delete from ${sql.raw(`${SCHEMA}.job`)} where name = ${DEAD_LETTERS} and id = ${id} returning source_name as task`,
  );
  return rows[0] && (rows[0].task ?? "unknown");
}
