import { and, eq, sql } from "drizzle-orm";
import { zoneOf } from "#ground/businesses/public.server.ts";
import {
  allRecordsOfKind,
  findStoredRecord,
  onRecordSaved,
  REMOVED,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { dateAt, lastWritten } from "#trade/fieldwork/public.ts";
import { ANSWER, answerOf, progressOf, RUN, rowsOf, runOf } from "#trade/inspections/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { checklistsMarks, checklistsTallies } from "../tables.server.ts";

type Mark = Omit<typeof checklistsMarks.$inferInsert, "accountId">;
type Counted = Pick<Mark, "list" | "item" | "month" | "failed">;
/** The list's name and the item in words. */
interface Wording {
  readonly title: string;
  readonly words: string;
}

/** Kinds of items that pass whatever is answered. */
const NEVER_FAILS: readonly string[] = ["text", "date", "photos", "note", "read"];

/** What an answer says of its item; null for one that isn't counted, such as "not applicable". */
function markOf(run: StoredRecord, answer: StoredRecord, zone: string): (Mark & Wording) | null {
  const values = shownFields(run.fields);
  const { from, title, ...items } = runOf(values);
  const given = answerOf(shownFields(answer.fields));
  const row = rowsOf(items).find(({ key }) => key === given.item);
  const written = lastWritten(answer.fields);
  if (values[REMOVED] === true || run.job === null || from === null || !row || !written) return null;
  const progress = progressOf(row, given);
  if (progress === "open" || given.value === "na" || NEVER_FAILS.includes(row.item.kind)) return null;
  return {
    ...{ answer: answer.id, run: run.id, jobId: run.job, list: from, item: row.item.id },
    ...{ month: dateAt(written.at, zone).slice(0, 7), failed: progress === "failed", person: written.author },
    ...{ title, words: row.item.text },
  };
}

/** Counts each answer, in the transaction that saves it. Called once per process. */
export function countMarks(): void {
  onRecordSaved(async (ctx, record) => {
    if (record.kind === ANSWER) {
      const run = await findStoredRecord(ctx, answerOf(shownFields(record.fields)).run);
      await saveMark(ctx, record.id, run?.kind === RUN ? markOf(run, record, await zoneOf(ctx)) : null);
    }
    // The answers of a removed list don't count; once it is restored, they do again.
    if (record.kind !== RUN || !record.fields[REMOVED] || record.job === null) return;
    const zone = await zoneOf(ctx);
    for (const answer of await allRecordsOfKind(ctx, ANSWER, { job: record.job }))
      if (answerOf(shownFields(answer.fields)).run === record.id)
        await saveMark(ctx, answer.id, markOf(record, answer, zone));
  });
}

/** Writers of one account wait for each other (`ground/sync`), so that nothing is counted twice. */
async function saveMark(ctx: AccountContext, answer: string, next: (Mark & Wording) | null): Promise<void> {
  const { db, account } = ctx;
  const ofAnswer = and(eq(checklistsMarks.accountId, account.id), eq(checklistsMarks.answer, answer));
  const [before] = await db.select().from(checklistsMarks).where(ofAnswer);
  if (before) await tally(ctx, before, -1);
  if (next === null) {
    if (before) await db.delete(checklistsMarks).where(ofAnswer);
    return;
  }
  const { title, words, ...mark } = next;
  await db
    .insert(checklistsMarks)
    .values({ accountId: account.id, ...mark })
    .onConflictDoUpdate({ target: [checklistsMarks.accountId, checklistsMarks.answer], set: mark });
  await tally(ctx, mark, 1, { title, words });
}

async function tally(
  { db, account }: AccountContext,
  { list, item, month, failed }: Counted,
  by: 1 | -1,
  wording?: Wording,
): Promise<void> {
  const { accountId, marked, failed: failures } = checklistsTallies;
  const counts = { marked: by, failed: failed ? by : 0 };
  await db
    .insert(checklistsTallies)
    .values({ accountId: account.id, list, item, month, title: "", words: "", ...wording, ...counts })
    .onConflictDoUpdate({
      target: [accountId, checklistsTallies.list, checklistsTallies.item, checklistsTallies.month],
      set: {
        ...wording,
        marked: sql`${marked} + ${counts.marked}`,
        failed: sql`${failures} + ${counts.failed}`,
      },
    });
}
