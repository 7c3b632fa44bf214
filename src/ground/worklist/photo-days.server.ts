import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { worklistItems } from "./tables.server.ts";

/** On which day each job last got a photo, by an item of any kind; jobs without one are left out. */
export async function lastPhotoDays(
  { db, account }: AccountContext,
  jobs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (jobs.length === 0) return new Map();
  const { rows } = await db.execute<{ job: string; day: string }>(sql`
    select job_id as job, max(date)::text as day from ${worklistItems}
     where account_id = ${account.id} and job_id = any (${sql.param([...jobs])}::uuid[]) and photos <> '{}' group by job_id`);
  return new Map(rows.map(({ job, day }) => [job, day]));
}

/** Those of some jobs that got a photo on a day or later, by an item of any kind. */
export async function jobsWithPhotosSince(
  { db, account }: AccountContext,
  jobs: readonly string[],
  day: string,
): Promise<ReadonlySet<string>> {
  if (jobs.length === 0) return new Set();
  const { rows } = await db.execute<{ job: string }>(sql`
    select job from unnest(${sql.param([...jobs])}::uuid[]) as asked (job)
     where exists (select from ${worklistItems} where account_id = ${account.id} and job_id = asked.job
                      and date >= ${day}::date and photos <> '{}')`);
  return new Set(rows.map(({ job }) => job));
}

/** How many items of a kind each person has on each job in some days; none for guests. */
export async function countByPerson(
  { db, account, member }: AccountContext,
  kind: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<{ readonly jobId: string; readonly person: string | null; readonly count: number }[]> {
  if (member?.role === "guest") return [];
  const { rows } = await db.execute<{ jobId: string; person: string | null; count: number }>(sql`
    select job_id as "jobId", person, count(*)::int as count from ${worklistItems}
     where account_id = ${account.id} and kind = ${kind} and date between ${from}::date and ${to}::date
     group by job_id, person order by count desc, job_id, person`);
  return rows;
}
