import { inArray } from "drizzle-orm";
import type { z } from "zod";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { answersTo } from "#ground/papers/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import type { ItemRow } from "#ground/worklist/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { thousandthsInputValue } from "#platform/money/amounts.ts";
import { todayAt } from "#platform/time/day.ts";
import { problemsOf } from "../rules/problems.ts";
import { type Estimate as Content, estimateOf, forTexts, type Part } from "../rules/estimate.ts";
import {
  type EstimateRow,
  dayBegun,
  getEstimate,
  clientHas,
  shownContent,
  versionsOf,
  withVersions,
} from "../stored/estimates.server.ts";
import { withPictures } from "../stored/pictures.server.ts";
import { lineShotsOf } from "../rules/photos.ts";
import { isFrozen } from "../rules/states.ts";
import { estimates } from "../tables.server.ts";
import { lineCents, totalsOf } from "../rules/totals.ts";
import { photoShapes } from "./photos.server.ts";
import type { Estimate, EstimateSummary } from "./shapes.ts";

type Shape<Schema extends z.ZodType> = z.output<Schema>;

const decimal = (thousandths: number): string => thousandthsInputValue(thousandths);

const summary = (row: EstimateRow, content: Content, date: string, currency: string) => ({
  id: row.id,
  jobId: row.jobId,
  number: row.number,
  version: row.version,
  state: row.state,
  stateAt: row.stateAt.toString(),
  title: content.title,
  date,
  currency,
  totalCents: totalsOf(content, row.choice).total,
});

/** Estimates of a list in the shape of answers, in the order of the list. */
export async function summaryShapes(
  ctx: AccountContext,
  items: readonly ItemRow[],
): Promise<Shape<typeof EstimateSummary>[]> {
  if (items.length === 0) return [];
  const ids = items.map(({ id }) => id);
  const found = new Map(
    (await withVersions(ctx, inArray(estimates.id, ids), ids.length)).map((one) => [one.row.id, one]),
  );
  const records = new Map((await findStoredRecords(ctx, ids)).map((record) => [record.id, record]));
  const { currency } = await getBusiness(ctx);
  return items.flatMap(({ id, date }) => {
    const [one, record] = [found.get(id), records.get(id)];
    if (!one || !record) return [];
    const written = estimateOf(shownFields(record.fields));
    return [summary(one.row, shownContent(one.row, written, one.version), date, currency)];
  });
}

const partShape = (part: Part) =>
  part.by === "cents" ? { cents: part.cents } : { percent: decimal(part.rate) };
const amountShape = (part: Part | null) => part && partShape(part);

/** One estimate in the shape of answers. @throws AppError not_found, for one on a deleted job too */
export async function estimateShape(ctx: AccountContext, id: string): Promise<Shape<typeof Estimate>> {
  const { record, row, estimate: written, job, zone } = await getEstimate(ctx, id);
  const versions = await versionsOf(ctx, id);
  const content = shownContent(row, written, versions[0]);
  const costs = new Map(written.lines.map((line) => [line.id, line.cost]));
  const totals = totalsOf(content, row.choice);
  const { currency } = await getBusiness(ctx);
  const begun = firstWritten(record.fields)?.at ?? ctx.now.epochMilliseconds;
  const shots = lineShotsOf(shownFields(record.fields));
  const { shown, arrived } = await withPictures(ctx, job.jobId, written, shots);
  const answers = await Promise.all(
    versions.map(async (version) =>
      (await answersTo(ctx, version.id)).map((one) => ({ ...one, version: version.version })),
    ),
  );
  return {
    ...summary(row, content, dayBegun(begun, zone), currency),
    lines: content.lines.map((line) => ({
      id: line.id,
      section: line.section,
      text: line.text,
      quantity: decimal(line.quantity),
      unit: line.unit,
      unitCents: line.needsPrice ? null : line.cents,
      costCents: costs.get(line.id) ?? null,
      isTaxable: line.isTaxable,
      isOptional: line.isOptional,
      option: line.option > content.options.length ? 0 : line.option,
      photos: photoShapes(line.id, shots, arrived),
      cents: lineCents(line),
    })),
    options: content.options.map((name, at) => ({
      option: at + 1,
      name,
      totalCents: totalsOf(content, { option: at + 1, extras: [] }).total,
    })),
    discount: amountShape(content.discount),
    taxes: content.taxes.map(({ name, rate }) => ({ name, percent: decimal(rate) })),
    deposit: amountShape(content.deposit),
    payments: content.payments.map(({ name, part }) => ({ name, ...partShape(part) })),
    validUntil: content.validUntil,
    ...forTexts((name) => content[name]),
    showsPrices: content.showsPrices,
    totals: {
      subtotalCents: totals.subtotal,
      discountCents: totals.discount,
      taxes: totals.taxes.map(({ name, rate, cents }) => ({ name, percent: decimal(rate), cents })),
      totalCents: totals.total,
      depositCents: totals.deposit,
      payments: [...totals.payments],
    },
    choice: row.choice && { option: row.choice.option, extras: [...row.choice.extras] },
    hasUnsentChanges: !isFrozen(row.state) && !clientHas(shown, versions[0]),
    versions: versions.map(({ version, content: sent, createdAt }) => ({
      version,
      sentAt: createdAt.toString(),
      totalCents: totalsOf(sent).total,
    })),
    answers: answers
      .flat()
      .toSorted((one, other) => Temporal.Instant.compare(other.at, one.at))
      .map(({ version, recipientId, answer, name, words, at }) => ({
        ...{ version, recipientId, answer, name, words },
        at: at.toString(),
      })),
    problems: isFrozen(row.state) ? [] : problemsOf(written, todayAt(ctx.now, zone)).map(({ text }) => text),
  };
}
