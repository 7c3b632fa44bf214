import { and, eq, exists, notInArray, or, type SQL, sql } from "drizzle-orm";
import { readsConfidential } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Sees } from "../device/protocol.ts";
import { confidentialKinds, privateKinds, privateSubjects } from "../kinds.server.ts";
import { syncCommands, syncRecords } from "../tables.server.ts";

// Records of a private kind are for their author, the person they are about, owners and managers
// (`Kind.isPrivate`, `Kind.subject`); those of a confidential one for owners and the people they name
// (`Kind.audience`).

const seesAll = ({ member }: AccountContext): boolean =>
  member === null || member.role === "owner" || member.role === "manager";

/** Which part of the records the acting person may have, as devices are told. */
export function seenBy(ctx: AccountContext): Sees {
  if (ctx.member?.role === "guest") return "as-guest";
  const part = seesAll(ctx) ? "all" : "shared";
  return readsConfidential(ctx) ? `${part}-confidential` : part;
}

/**
 * SQL condition: the acting person may have a record. Undefined for owners and background work, who have them
 * all.
 */
export function isTheirs(ctx: AccountContext): SQL | undefined {
  return and(
    readsConfidential(ctx) ? undefined : notInArray(syncRecords.kind, confidentialKinds()),
    seesAll(ctx) ? undefined : isOpenOrOwn(ctx),
  );
}

function isOpenOrOwn({ db, account, user }: AccountContext): SQL | undefined {
  const { accountId, authorId, recordId, id } = syncCommands;
  const restricted = privateKinds().filter((kind) => !confidentialKinds().includes(kind));
  return or(
    notInArray(syncRecords.kind, restricted),
    ...privateSubjects().map(([kind, field]) =>
      and(
        eq(syncRecords.kind, kind),
        sql`${syncRecords.fields} #>> array[${field}, 'values', '0', 'value'] = ${user?.id ?? ""}`,
      ),
    ),
    exists(
      db
        .select({ id })
        .from(syncCommands)
        .where(
          and(eq(accountId, account.id), eq(recordId, syncRecords.id), eq(authorId, user?.id ?? account.id)),
        ),
    ),
  );
}

/** Whether the acting person may write to a record that exists. */
export async function mayWriteTo(ctx: AccountContext, record: string): Promise<boolean> {
  const [own] = await ctx.db
    .select({ id: syncRecords.id })
    .from(syncRecords)
    .where(and(eq(syncRecords.accountId, ctx.account.id), eq(syncRecords.id, record), isTheirs(ctx)));
  return own !== undefined;
}

/**
 * Which originals a record that isn’t confidential names, of the business or of some jobs: the commands of
 * all jobs are too many to look through.
 * @param named originals, each with the field that names it; what the product writes names it nowhere else
 * @param jobs those that the originals are linked to
 */
export async function namedOpenly(
  { db, account }: AccountContext,
  named: readonly { readonly sha256: string; readonly field: string }[],
  jobs: readonly string[],
): Promise<ReadonlySet<string>> {
  const list = (texts: readonly string[]) => sql.param([...texts]);
  const { rows } = await db.execute<{ sha256: string }>(sql`
    select sha256 from unnest(${list(named.map((one) => one.sha256))}::text[],
                              ${list(named.map((one) => one.field))}::text[]) as named(sha256, field)
     where exists (
       select from ${syncCommands} c
        where c.account_id = ${account.id} and (c.job_id is null or c.job_id = any(${list(jobs)}::uuid[]))
          and c.kind <> all(${list(confidentialKinds())}::text[])
          and (sha256 = any(c.media) or c.sets ? field))`);
  return new Set(rows.map((row) => row.sha256));
}
