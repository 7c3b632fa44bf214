import { sql } from "drizzle-orm";
import type { CrewDay } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { logsEntries } from "./tables.server.ts";

/** The crews that the business itself logged, without entries that were declined or corrected. */
export async function findCrewDays(
  { db, account }: AccountContext,
  from: string,
  to: string,
): Promise<CrewDay[]> {
  const { rows } = await db.execute<{ [Key in keyof CrewDay]: CrewDay[Key] }>(sql`
    select job_id as job, to_char(date, 'YYYY-MM-DD') as day, crew as company,
           sum(people)::int as people, sum(hours)::float8 as hours
      from ${logsEntries}
     where account_id = ${account.id} and company = ${account.id} and crew is not null
       and date between ${from} and ${to} and approved is distinct from false
       -- A list that is read once: a search for each entry took seconds in a year of logs.
       and id not in (select corrects from ${logsEntries}
                       where account_id = ${account.id} and company = ${account.id}
                         and corrects is not null and approved is distinct from false)
     group by 1, 2, 3`);
  return rows;
}
