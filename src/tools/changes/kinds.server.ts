import { z } from "zod";
import {
  type Command,
  defineKind,
  findStoredRecords,
  onRecordSaved,
  type Refusal,
  type StoredRecord,
  shownFields,
} from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { nextNumber } from "#ground/papers/public.server.ts";
import { dateAt, firstWritten, refusePhotoNames, shotsOf } from "#trade/fieldwork/public.ts";
import { isManager, photoValue, placeValue, refuse } from "#trade/fieldwork/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { MOST_QUANTITY, MOST_RATE } from "#platform/money/amounts.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { enqueue } from "#platform/queue/queue.server.ts";
import {
  CATEGORIES,
  CHANGE,
  changeOf,
  isPriceField,
  LONGEST,
  MOST_DAYS,
  MOST_LINES,
  REASON_LABELS,
  REASONS,
  SHOWS,
  whyFrozen,
} from "./rules/change.ts";
import { loggedOf, saveLogged, saveLoggedOf } from "./radar/logged.server.ts";
import { noticeTo } from "./notice/kinds.server.ts";
import { numberOf, STATE_RULES, STATES, standingOf } from "./rules/states.ts";
import { changesOfJob, isChange, termsOfJob } from "./stored/changes.server.ts";
import { changes } from "./tables.server.ts";
import { numberTask } from "./stored/number.server.ts";
import { defineTickets } from "./tickets/kind.server.ts";
import { MOST_NOTICE_DAYS, MOST_TAXES, type Terms, TERMS, termsOf } from "./rules/terms.ts";
import { totalsOf } from "./rules/totals.ts";

const words = (most: number) => z.string().trim().max(most);
const rate = z.int().min(0).max(MOST_RATE);
const sum = z.int().min(0).max(MOST_CENTS);

/** What it began with, such as a note, a log entry, or an item of a list. */
export const origin = z.strictObject({
  kind: words(60).min(1),
  record: z.uuid(),
  item: words(120).optional(),
});

const line = z.strictObject({
  place: z.int().min(0).max(1_000_000),
  category: z.enum(CATEGORIES),
  text: words(LONGEST.text).min(1),
  quantity: z.int().min(1).max(MOST_QUANTITY),
  unit: words(LONGEST.unit),
  cents: z.int().min(-MOST_CENTS).max(MOST_CENTS),
  isFixed: z.boolean(),
  isTaxable: z.boolean(),
  needsPrice: z.literal(true).optional(),
});

/** What devices may write of changes, and how the office lists them. Called once per process. */
export function defineChanges(): void {
  defineKind({
    kind: CHANGE,
    scope: "job",
    fields: {
      title: words(LONGEST.title).min(1),
      description: words(LONGEST.words).nullable(),
      reason: z.enum(REASONS).nullable(),
      where: words(LONGEST.where).nullable(),
      askedBy: words(LONGEST.name).nullable(),
      directed: z
        .strictObject({
          by: words(LONGEST.name).min(1),
          at: z.union([z.iso.datetime({ local: true }), z.literal("")]),
          where: words(LONGEST.where),
        })
        .nullable(),
      knownAt: z.iso.datetime({ offset: true }).nullable(),
      // What it began with, such as a note or a log entry.
      from: origin.nullable(),
      place: placeValue.nullable(),
      "photos.*": photoValue.nullable(),
      "lines.*": line.nullable(),
      days: z.int().min(-MOST_DAYS).max(MOST_DAYS).nullable(),
      shows: z.enum(SHOWS),
      covered: z.strictObject({ id: z.uuid(), cents: sum.min(1) }).nullable(),
      answerBy: z.iso.date().nullable(),
      // The job's client, when somebody wrote about them.
      leadId: z.uuid().nullable(),
      // Only what the server's own table says is accepted.
      standing: z.strictObject({
        state: z.enum(STATES),
        version: z.int().min(0),
        pco: words(40).nullable(),
        cor: words(40).nullable(),
        co: words(40).nullable(),
        cents: z.int().nullable(),
        days: z.int(),
      }),
    },
    personal: ["leadId", "askedBy", "directed"],
    // Guests don't see what extra work costs, or what was said about it.
    notForGuests: "all",
    mayWrite: refuseCommand,
    onApplied: saveChange,
  });
  defineTickets();
  onRecordSaved(saveLogged);
  defineKind({
    kind: TERMS,
    scope: "job",
    fields: {
      "markup.*": rate.nullable(),
      taxes: z
        .array(z.strictObject({ name: words(40), rate }))
        .max(MOST_TAXES)
        .nullable(),
      hourCents: sum.nullable(),
      noticeDays: z.int().min(1).max(MOST_NOTICE_DAYS).nullable(),
      noticeTo: z.strictObject(noticeTo).nullable(),
      // The job's client, to whom notice goes as a rule.
      leadId: z.uuid().nullable(),
      "allowances.*": z.strictObject({ name: words(LONGEST.where).min(1), cents: sum }).nullable(),
    },
    personal: ["leadId", "noticeTo"],
    notForGuests: "all",
    mayWrite: (ctx) =>
      isManager(ctx) ? null : refuse("forbidden", "Only owners and managers change a job’s markups."),
    onApplied: saveTerms,
  });
  defineProjection({
    kind: CHANGE,
    readsJob: true,
    found: { label: "Change order", pathOf: ({ jobId, id }) => `/account/job/${jobId}/changes/${id}` },
    itemOf(record, { zone }) {
      const values = shownFields(record.fields);
      const first = firstWritten(record.fields);
      if (!first) return null;
      const { title, description, reason, where, askedBy, directed, lines } = changeOf(values);
      const standing = standingOf(values);
      const { state, pco, cor, co } = standing;
      return {
        date: dateAt(first.at, zone),
        title,
        number: numberOf(standing),
        type: state,
        state,
        person: first.author,
        cents: standing.cents,
        photos: shotsOf(values).map(({ sha256 }) => sha256),
        texts: [
          ...[pco, cor, co, title, description, where, askedBy, directed?.by, STATE_RULES[state].label],
          ...[reason ? REASON_LABELS[reason] : null, ...lines.map(({ text }) => text)],
        ],
      };
    },
  });
}

async function refuseCommand(
  ctx: AccountContext,
  { record, sets }: Command,
  before: StoredRecord | null,
): Promise<Refusal | null> {
  const was = before ? shownFields(before.fields) : {};
  if (Object.hasOwn(sets, "standing")) {
    const [row] = await ctx.db.select().from(changes).where(isChange(ctx, record));
    const is = standingOf(sets);
    const isTrue =
      row !== undefined &&
      (["state", "version", "pco", "cor", "co", "cents", "days"] as const).every(
        (name) => row[name] === is[name],
      );
    return isTrue ? null : refuse("forbidden", "Only a reply or sending it changes where a change stands.");
  }
  const { state, version } = standingOf(was);
  const frozen = whyFrozen(state);
  if (frozen) return refuse("conflict", frozen);
  // Nobody is acting when the product itself writes.
  if (ctx.user !== null && Object.keys(sets).some(isPriceField) && !isManager(ctx))
    return refuse("forbidden", "Only owners and managers price a change.");
  if (sets["removed"] === true && version > 0)
    return refuse("conflict", "This change was sent, so it can’t be deleted. Withdraw it in the office.");
  if (changeOf({ ...was, ...sets }).lines.length > MOST_LINES)
    return refuse("invalid", `A change has ${MOST_LINES} lines at most. Put the rest on another one.`);
  return refusePhotoNames(sets);
}

/**
 * Numbers a new change, without a gap, and says so to its devices; saves what it is worth now. In the
 * command's transaction.
 */
async function saveChange(ctx: AccountContext, record: StoredRecord): Promise<void> {
  const { id, job } = record;
  if (job === null) return;
  const worth = worthOf(record, await termsOfJob(ctx, job));
  const [known] = await ctx.db
    .update(changes)
    .set(worth)
    .where(isChange(ctx, id))
    .returning({ id: changes.id });
  if (known) return;
  await ctx.db.insert(changes).values({
    ...{ accountId: ctx.account.id, id, jobId: job, pco: await nextNumber(ctx, "PCO", job) },
    ...{ state: "draft", stateAt: ctx.now, version: 0, createdAt: ctx.now, ...worth },
  });
  await enqueue(ctx.db, numberTask, { accountId: ctx.account.id, id });
  // A phone may send the work before another phone sends the change.
  await saveLoggedOf(ctx, job);
}

/** What a change would do to the contract as it is written; nothing once it is deleted. */
function worthOf({ fields }: StoredRecord, terms: Terms) {
  const values = shownFields(fields);
  const change = changeOf(values);
  return values["removed"] === true
    ? { writtenCents: 0, writtenDays: 0 }
    : { writtenCents: totalsOf(change, terms).amount, writtenDays: change.days };
}

/** Other markups and taxes change what the job's changes are worth. */
async function saveTerms(ctx: AccountContext, { job, fields }: StoredRecord): Promise<void> {
  if (job === null) return;
  const terms = termsOf(shownFields(fields));
  const rows = new Map((await changesOfJob(ctx, job)).map((row) => [row.id, row]));
  for (const record of await findStoredRecords(ctx, [...rows.keys()]))
    await ctx.db
      .update(changes)
      .set({ ...worthOf(record, terms), ...loggedOf(rows.get(record.id)!.logged, terms) })
      .where(isChange(ctx, record.id));
}
