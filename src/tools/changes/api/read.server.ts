import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { answersTo } from "#ground/papers/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import type { ItemRow } from "#ground/worklist/public.server.ts";
import { dateAt, firstWritten } from "#trade/fieldwork/public.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { thousandthsInputValue as decimal } from "#platform/money/amounts.ts";
import { todayAt } from "#platform/time/day.ts";
import { noticeOf } from "../notice/notice.ts";
import { changeOf } from "../rules/change.ts";
import { problemsOf } from "../rules/problems.ts";
import { isFrozen, numberOf } from "../rules/states.ts";
import { totalsOf } from "../rules/totals.ts";
import { isSent, sheetNow } from "../send/draw.server.ts";
import { type ChangeRow, getChange, termsOfJob, versionsOf } from "../stored/changes.server.ts";
import { changes } from "../tables.server.ts";
import type { Change, ChangeSummary } from "./shapes.ts";

type Shape<Schema extends z.ZodType> = z.output<Schema>;

const summary = (
  row: ChangeRow,
  { title, date, currency }: { readonly title: string; readonly date: string; readonly currency: string },
): Shape<typeof ChangeSummary> => ({
  id: row.id,
  jobId: row.jobId,
  number: numberOf(row)!,
  version: row.version,
  state: row.state,
  stateAt: row.stateAt.toString(),
  ...{ title, date, currency },
  amountCents: row.cents,
  days: row.version > 0 ? row.days : row.writtenDays,
  writtenCents: row.writtenCents,
});

/** Changes of a list in the shape of answers, in the order of the list. */
export async function summaryShapes(
  ctx: AccountContext,
  items: readonly ItemRow[],
): Promise<Shape<typeof ChangeSummary>[]> {
  if (items.length === 0) return [];
  const ids = items.map(({ id }) => id);
  const rows = await ctx.db
    .select()
    .from(changes)
    .where(and(eq(changes.accountId, ctx.account.id), inArray(changes.id, ids)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const records = new Map((await findStoredRecords(ctx, ids)).map((record) => [record.id, record]));
  const { currency } = await getBusiness(ctx);
  return items.flatMap(({ id, date }) => {
    const [row, record] = [byId.get(id), records.get(id)];
    if (!row || !record) return [];
    return [summary(row, { title: changeOf(shownFields(record.fields)).title, date, currency })];
  });
}

/** One change in the shape of answers. @throws AppError not_found, for one on a deleted job too */
export async function changeShape(ctx: AccountContext, id: string): Promise<Shape<typeof Change>> {
  const found = await getChange(ctx, id);
  const { record, row, change, job, zone } = found;
  const terms = await termsOfJob(ctx, job.jobId);
  const versions = await versionsOf(ctx, id);
  const totals = totalsOf(change, terms);
  const today = todayAt(ctx.now, zone);
  const { currency } = await getBusiness(ctx);
  const begun = firstWritten(record.fields)?.at ?? ctx.now.epochMilliseconds;
  const { title, description, reason, where, askedBy, directed, knownAt, answerBy } = change;
  const answers = await Promise.all(
    versions.map(async ({ id: paperId, version }) =>
      (await answersTo(ctx, paperId)).map((one) => ({ ...one, version })),
    ),
  );
  return {
    ...summary(row, { title, date: dateAt(begun, zone), currency }),
    ...{ description, reason, where, askedBy, directed, answerBy },
    knownAt: knownAt && Temporal.Instant.from(knownAt).toString(),
    noticeBy: noticeOf(knownAt, terms.noticeDays, zone, today)?.by ?? null,
    lines: totals.lines.map((line) => ({
      id: line.id,
      category: line.category,
      text: line.text,
      quantity: decimal(line.quantity),
      unit: line.unit,
      unitCents: line.cents,
      isFixed: line.isFixed,
      isTaxable: line.isTaxable,
      costCents: line.cost,
      markupCents: line.markup,
      cents: line.price,
    })),
    totals: {
      subtotalCents: totals.subtotal,
      taxes: totals.taxes.map(({ name, rate, cents }) => ({ name, percent: decimal(rate), cents })),
      totalCents: totals.total,
      allowanceCents: totals.covered,
      amountCents: totals.amount,
    },
    hasUnsentChanges: !isFrozen(row.state) && !isSent(await sheetNow(ctx, found), versions[0]),
    versions: versions.map(({ version, sheet, createdAt }) => ({
      ...{ version, sentAt: createdAt.toString(), amountCents: sheet.cents, days: sheet.days },
    })),
    answers: answers
      .flat()
      .toSorted((one, other) => Temporal.Instant.compare(other.at, one.at))
      .map(({ version, recipientId, answer, name, words, at }) => ({
        ...{ version, recipientId, answer, name, words, at: at.toString() },
      })),
    voidReason: row.voidReason,
    decisions: row.decisions.map(({ is, note, at }) => ({ is, note, at })),
    problems: isFrozen(row.state) ? [] : problemsOf(change, terms, today),
  };
}
