import { and, asc, eq, gt, notInArray, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { syncRecords } from "../tables.server.ts";
import type { Fields } from "../rules.ts";
import type { StoredRecord } from "../device/protocol.ts";

/** Maps a row to a record. */
export const toStoredRecord = ({
  kind,
  id,
  jobId,
  revision,
  fields,
}: Omit<typeof syncRecords.$inferSelect, "accountId" | "removed">): StoredRecord => ({
  kind,
  id,
  job: jobId,
  revision,
  fields,
});

/** Current records with these ids, in the transaction of `ctx`; missing ones are left out. */
export async function findStoredRecords(
  { db, account }: AccountContext,
  ids: readonly string[],
): Promise<StoredRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(syncRecords)
    .where(
      and(
        eq(syncRecords.accountId, account.id),
        // One parameter: the answers of a page of long checklists are more than a statement’s 65,535.
        sql`${syncRecords.id} = any(${sql.param([...ids])}::uuid[])`,
      ),
    );
  return rows.map(toStoredRecord);
}

/** The current record, in the transaction of `ctx`; null if there is none. */
export async function findStoredRecord(ctx: AccountContext, id: string): Promise<StoredRecord | null> {
  return (await findStoredRecords(ctx, [id]))[0] ?? null;
}

/**
 * Current records of a kind, removed ones too, in order of their ids.
 * @param only.job only this job's @param only.after the last id of the page before
 * @param only.withAny fields, one of which somebody wrote
 * @param only.withValue a field and the text that it has; of a field in conflict, its latest
 */
export async function recordsOfKind(
  { db, account }: AccountContext,
  kind: string,
  {
    job,
    after,
    withAny,
    withValue,
  }: {
    readonly job?: string | undefined;
    readonly after?: string | undefined;
    readonly withAny?: readonly string[];
    readonly withValue?: readonly [field: string, value: string];
  },
  most: number,
): Promise<StoredRecord[]> {
  const rows = await db
    .select()
    .from(syncRecords)
    .where(
      and(
        eq(syncRecords.accountId, account.id),
        eq(syncRecords.kind, kind),
        job === undefined ? undefined : eq(syncRecords.jobId, job),
        after === undefined ? undefined : gt(syncRecords.id, after),
        withAny && sql`${syncRecords.fields} ?| ${sql.param([...withAny])}::text[]`,
        withValue &&
          sql`${syncRecords.fields} #>> array[${withValue[0]}, 'values', '0', 'value'] = ${withValue[1]}`,
      ),
    )
    .orderBy(asc(syncRecords.id))
    .limit(most);
  return rows.map(toStoredRecord);
}

/**
 * The values that a job's records of a kind have in some fields, each once, without removed records. Of a
 * field in conflict, its latest; null for records without the field.
 * @returns for each of `names`, as many as there are records in all
 */
export async function countValues(
  { db, account }: AccountContext,
  kind: string,
  { job, names }: { readonly job: string; readonly names: readonly string[] },
): Promise<{ readonly name: string; readonly value: unknown; readonly count: number }[]> {
  const { rows } = await db.execute<{ name: string; value: unknown; count: number }>(sql`
    select name, fields #> array[name, 'values', '0', 'value'] as value, count(*)::int as count
      from ${syncRecords} cross join unnest(${sql.param([...names])}::text[]) name
     where account_id = ${account.id} and job_id = ${job} and kind = ${kind} and not removed
     group by 1, 2`);
  return rows;
}

/** Whether a record of a kind on a job, not removed, has something in a field. */
export async function hasValue(
  { db, account }: AccountContext,
  kind: string,
  { job, name }: { readonly job: string; readonly name: string },
): Promise<boolean> {
  const value = sql`fields #> array[${name}, 'values', '0', 'value']`;
  const { rows } = await db.execute(sql`
    select from ${syncRecords}
     where account_id = ${account.id} and job_id = ${job} and kind = ${kind} and not removed
       and coalesce(${value}, 'null') <> 'null'
     limit 1`);
  return rows.length > 0;
}

/**
 * Current records of a job with fields of a group, without removed ones. Each has only those fields.
 * @param prefix of the group: "photos."
 * @param only.names limits it to records with one of these fields @param only.except kinds to leave out
 */
export async function recordsWithFields(
  { db, account }: AccountContext,
  job: string,
  prefix: string,
  { names, except }: { readonly names?: readonly string[] | undefined; readonly except: readonly string[] },
): Promise<StoredRecord[]> {
  const { id, kind, jobId, revision, fields: all } = syncRecords;
  const fields = sql<Fields>`(select jsonb_object_agg(f.key, f.value) from jsonb_each(${all}) f
    where starts_with(f.key, ${prefix}))`;
  const has = names
    ? sql`${all} ?| ${sql.param([...names])}::text[]`
    : sql`exists (select from jsonb_object_keys(${all}) f where starts_with(f, ${prefix}))`;
  const rows = await db
    .select({ id, kind, jobId, revision, fields })
    .from(syncRecords)
    .where(
      and(
        eq(syncRecords.accountId, account.id),
        eq(jobId, job),
        eq(syncRecords.removed, false),
        notInArray(kind, ["", ...except]),
        has,
      ),
    );
  return rows.map(toStoredRecord);
}

/** A page of records. */
const AT_ONCE = 500;

/** As `recordsOfKind`, all of them, read by pages. */
export async function allRecordsOfKind(
  ctx: AccountContext,
  kind: string,
  only: {
    readonly job?: string;
    readonly withAny?: readonly string[];
    readonly withValue?: readonly [field: string, value: string];
  },
): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (let after: string | undefined; ;) {
    const page = await recordsOfKind(ctx, kind, { ...only, after }, AT_ONCE);
    found.push(...page);
    if (page.length < AT_ONCE) return found;
    after = page.at(-1)!.id;
  }
}
