import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";

export interface Versions {
  readonly latest: string;
  readonly here: number;
  readonly elsewhere: number;
}

/** Finds a sequence's newest version, and counts the leads inside this version and the others. */
export async function loadVersions(
  ctx: AccountContext,
  { id, versionOf }: { readonly id: string; readonly versionOf: string | null },
): Promise<Versions> {
  const account = ctx.account.id;
  const first = versionOf ?? id;
  const { rows } = await ctx.db.execute<{ id: string; people: number }>(sql`
    select q.id, (
      select count(*)::int from sequences_enrolments e
       where e.account_id = ${account} and e.sequence_id = q.id and e.stopped_at is null and exists (
         select from sequences_steps s
          where s.account_id = ${account} and s.enrolment_id = e.id and s.state in ('waiting', 'held'))) as people
      from sequences q where q.account_id = ${account} and (q.id = ${first} or q.version_of = ${first})
     order by q.created_at desc, q.id desc`);
  const here = rows.find((row) => row.id === id)?.people ?? 0;
  return {
    latest: rows[0]?.id ?? id,
    here,
    elsewhere: rows.reduce((sum, { people }) => sum + people, 0) - here,
  };
}
