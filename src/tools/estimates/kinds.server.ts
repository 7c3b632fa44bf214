import { z } from "zod";
import {
  type Command,
  defineKind,
  type Refusal,
  type StoredRecord,
  shownFields,
} from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { firstWritten, refusePhotoNames } from "#trade/fieldwork/public.ts";
import { photoValue, refuse } from "#trade/fieldwork/public.server.ts";
import { SOLD_AT } from "#trade/law/public.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import {
  ESTIMATE,
  estimateOf,
  LONGEST,
  MOST_LINES,
  MOST_OPTIONS,
  MOST_PAYMENTS,
  MOST_TAXES,
  forReusableTexts,
  forTexts,
  TEMPLATE,
} from "./rules/estimate.ts";
import { MOST_RATE, MOST_QUANTITY } from "#platform/money/amounts.ts";
import { lineShotsOf, MOST_PHOTOS } from "./rules/photos.ts";
import { isFrozen, standingOf, STATE_RULES, STATES } from "./rules/states.ts";
import { dayBegun, isEstimate } from "./stored/estimates.server.ts";
import { estimates } from "./tables.server.ts";
import { totalsOf } from "./rules/totals.ts";

const words = (most: number) => z.string().trim().max(most);
const cents = z.int().min(0).max(MOST_CENTS);
const rate = z.int().min(0).max(MOST_RATE);
const part = z.discriminatedUnion("by", [
  z.strictObject({ by: z.literal("cents"), cents }),
  z.strictObject({ by: z.literal("rate"), rate }),
]);

const line = z.strictObject({
  place: z.int().min(0).max(1_000_000),
  section: words(LONGEST.section),
  text: words(LONGEST.text).min(1),
  quantity: z.int().min(1).max(MOST_QUANTITY),
  unit: words(LONGEST.unit),
  cents,
  cost: cents.nullable(),
  isTaxable: z.boolean(),
  isOptional: z.boolean(),
  option: z.int().min(0).max(MOST_OPTIONS),
  needsPrice: z.literal(true).optional(),
});

/** What a template has too. */
const reusable = {
  ...forReusableTexts((_, { most }) => words(most).nullable()),
  title: words(LONGEST.title).min(1),
  "lines.*": line.nullable(),
  options: z.array(words(LONGEST.option).min(1)).max(MOST_OPTIONS).nullable(),
};

/** What devices may write of an estimate, and how the office lists it. Called once per process. */
export function defineEstimates(): void {
  defineKind({
    kind: ESTIMATE,
    scope: "job",
    fields: {
      ...forTexts((_, { most }) => words(most).nullable()),
      ...reusable,
      // Keyed by hash, as on entries, so that adding photos never conflicts; null removes one.
      "photos.*": photoValue
        .extend({ line: words(60).min(1), isHidden: z.literal(true).optional() })
        .nullable(),
      startedFrom: words(LONGEST.option).nullable(),
      discount: part.nullable(),
      taxes: z
        .array(z.strictObject({ name: words(LONGEST.option), rate }))
        .max(MOST_TAXES)
        .nullable(),
      deposit: part.nullable(),
      payments: z
        .array(z.strictObject({ name: words(LONGEST.title).min(1), part }))
        .max(MOST_PAYMENTS)
        .nullable(),
      validUntil: z.iso.date().nullable(),
      showsPrices: z.boolean(),
      soldAt: z.enum(SOLD_AT).nullable(),
      hiddenReminders: z.array(words(40)).max(60).nullable(),
      // Only what the server's own table says is accepted.
      standing: z.strictObject({
        state: z.enum(STATES),
        version: z.int().min(0),
        number: z.string().max(40).nullable(),
        approved: z
          .strictObject({
            option: z.int().min(0),
            extras: z.array(words(60)).max(MOST_LINES),
            cents: z.int(),
          })
          .optional(),
      }),
    },
    // Guests don't see prices, or what a job earns.
    notForGuests: "all",
    mayWrite: refuseCommand,
    onApplied: saveEstimate,
  });
  defineKind({ kind: TEMPLATE, scope: "account", fields: reusable, notForGuests: "all" });
  defineProjection({
    kind: ESTIMATE,
    readsJob: true,
    found: { label: "Estimate", pathOf: ({ jobId, id }) => `/account/job/${jobId}/estimates/${id}` },
    itemOf(record, { zone }) {
      const values = shownFields(record.fields);
      const first = firstWritten(record.fields);
      if (!first) return null;
      const estimate = estimateOf(values);
      const { state, number } = standingOf(values);
      return {
        date: dayBegun(first.at, zone),
        title: estimate.title,
        number,
        type: state,
        state,
        person: first.author,
        cents: totalsOf(estimate).total,
        texts: [number, estimate.title, STATE_RULES[state].label, ...estimate.lines.map(({ text }) => text)],
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
    const [row] = await ctx.db.select().from(estimates).where(isEstimate(ctx, record));
    const is = standingOf(sets);
    const isTrue =
      row?.state === is.state &&
      row.version === is.version &&
      row.number === is.number &&
      canonicalJson(is.approved) === canonicalJson(row.choice ? { ...row.choice, cents: row.cents } : null);
    return isTrue
      ? null
      : refuse(
          "forbidden",
          "The status of an estimate can’t be changed here. It follows what is sent and replied.",
        );
  }
  if (isFrozen(standingOf(was).state))
    return refuse("conflict", "Your client approved this estimate. Write a new one for what changed.");
  const after = { ...was, ...sets };
  if (estimateOf(after).lines.length > MOST_LINES)
    return refuse("invalid", `An estimate has ${MOST_LINES} lines at most. Put the rest on another one.`);
  const addsPhotos = lineShotsOf(after).length > lineShotsOf(was).length;
  if (addsPhotos && lineShotsOf(after).length > MOST_PHOTOS)
    return refuse("invalid", `An estimate has ${MOST_PHOTOS} photos at most. Remove one, then add it again.`);
  return refusePhotoNames(sets);
}

/** The row that senders and answers lock. Written in the command's transaction. */
async function saveEstimate(ctx: AccountContext, { id, job }: StoredRecord): Promise<void> {
  if (job === null) return;
  await ctx.db
    .insert(estimates)
    .values({
      ...{ accountId: ctx.account.id, id, jobId: job },
      ...{ number: null, state: "draft", stateAt: ctx.now, version: 0 },
    })
    .onConflictDoNothing();
}
