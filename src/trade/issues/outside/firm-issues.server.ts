import { and, eq, inArray, ne } from "drizzle-orm";
import {
  findStoredRecord,
  findStoredRecords,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { FIRM, type Firm, firmOf } from "../rules/firm.ts";
import { type Issue, issueOf } from "../rules/issue.ts";
import { issues } from "../tables.server.ts";
import type { FirmIssue } from "./reminders.ts";

export type IssueOfFirm = FirmIssue &
  Omit<Issue, "state" | "due"> & {
    readonly jobId: string;
    readonly firmId: string;
    readonly record: StoredRecord;
  };

/** A firm of the business; null if it was removed. */
export async function findFirm(ctx: AccountContext, id: string): Promise<Firm | null> {
  const record = await findStoredRecord(ctx, id);
  const values = record?.kind === FIRM ? shownFields(record.fields) : null;
  return values && values["removed"] !== true ? firmOf(values) : null;
}

/** Issues that firms fix at a job. @param only.firm of one firm @param only.withClosed closed ones too */
export async function issuesOfFirms(
  ctx: AccountContext,
  jobId: string,
  { firm, withClosed = false }: { readonly firm?: string; readonly withClosed?: boolean } = {},
): Promise<IssueOfFirm[]> {
  const rows = await ctx.db
    .select()
    .from(issues)
    .where(
      and(
        eq(issues.accountId, ctx.account.id),
        eq(issues.jobId, jobId),
        firm === undefined ? undefined : eq(issues.firmId, firm),
        withClosed ? undefined : ne(issues.state, "closed"),
      ),
    )
    .orderBy(issues.number, issues.createdAt);
  const ids = rows.flatMap(({ id, firmId }) => (firmId ? [id] : []));
  const records = new Map((await findStoredRecords(ctx, ids)).map((one) => [one.id, one]));
  return rows.flatMap(({ id, firmId, state, stateAt, due, toldFirm, toldAt, soonFor, lateFor }) => {
    const record = records.get(id);
    if (!record || !firmId) return [];
    const issue = issueOf(shownFields(record.fields));
    return [
      {
        ...issue,
        ...{ id, jobId, firmId, state, stateAt, due, soonFor, lateFor, record },
        isBlocked: issue.blocked !== null,
        toldAt: toldFirm === firmId ? toldAt : null,
      },
    ];
  });
}

/** Saves what a firm was told of some issues. */
export async function markTold(
  ctx: AccountContext,
  ids: readonly string[],
  told: Partial<typeof issues.$inferInsert>,
): Promise<void> {
  if (ids.length > 0)
    await ctx.db
      .update(issues)
      .set(told)
      .where(and(eq(issues.accountId, ctx.account.id), inArray(issues.id, [...ids])));
}
