import { z } from "zod";
import { MOST_CENTS } from "#platform/money/money.ts";
import { at, date, dayQuery, id, listOf } from "#platform/api/shape-parts.ts";
import { forTexts, LONGEST, MOST_LINES, MOST_OPTIONS, MOST_PAYMENTS, MOST_TAXES } from "../rules/estimate.ts";
import { MOST_PHOTOS } from "../rules/photos.ts";
import { STATES } from "../rules/states.ts";

// The shapes of estimates in answers and requests. Money is in cents of the business's currency. Quantities
// and percentages are decimal texts with up to three digits after the point, because a JSON number may be
// rounded.

const cents = z.int();
const quantity = z.string().describe("A decimal with up to three digits after the point: `12`, `2.5`.");
const percent = z.string().describe("A decimal with up to three digits after the point: `8.25` is 8.25%.");
const Amount = z
  .strictObject({ cents: cents.optional(), percent: percent.optional() })
  .describe("One of the two.");
const option = z.int().describe("The option it belongs to, from 1; 0 for all.");

export const EstimateSummary = z.strictObject({
  id,
  jobId: id,
  number: z.string().nullable().describe("`EST-2026-001`; null before it’s first sent."),
  version: z.int().describe("The last one sent; 0 for none."),
  state: z.enum(STATES).describe("`asked` means the client has a question or wants a change."),
  stateAt: at,
  title: z.string(),
  date: z.string().describe("The day it was begun, `2026-11-20`."),
  currency: z.string().describe("ISO 4217."),
  totalCents: cents.describe("What the client chose; before that, the first option without extras."),
});
export const EstimateList = listOf(EstimateSummary);

export const EstimateLine = z.strictObject({
  id,
  section: z.string().describe("The heading above it; empty for none."),
  text: z.string(),
  quantity,
  unit: z.string().describe("Such as `sq ft`; empty for pieces."),
  unitCents: cents.nullable().describe("Price of one unit; null while it needs one."),
  costCents: cents.nullable().describe("What one unit costs you; the client never sees it."),
  isTaxable: z.boolean(),
  isOptional: z.boolean().describe("An extra that the client may add. Not in the total until then."),
  option,
  photos: z
    .array(
      z.strictObject({
        sha256: z.string().describe("Of the file as it was taken, in hex."),
        takenAt: at,
        isHidden: z.boolean().describe("Whether only your business sees it."),
        hasArrived: z
          .boolean()
          .describe("False while the phone that took it hasn’t sent it; clients don’t see it until then."),
      }),
    )
    .describe("In the order they were taken."),
  cents: cents.describe("Price of the line: quantity times unit price, rounded half away from zero."),
});

export const Estimate = EstimateSummary.extend({
  lines: z.array(EstimateLine).describe("In their order."),
  options: z
    .array(z.strictObject({ option: z.int().describe("From 1."), name: z.string(), totalCents: cents }))
    .describe("The client chooses one of them; empty without. Totals are without extras."),
  discount: Amount.nullable(),
  taxes: z.array(z.strictObject({ name: z.string(), percent })),
  deposit: Amount.nullable(),
  payments: z
    .array(z.strictObject({ name: z.string(), cents: cents.optional(), percent: percent.optional() }))
    .describe("Along the way, after the deposit; each is an amount or a share of the total."),
  validUntil: date.nullable().describe("It can be approved through this day, in the job’s time zone."),
  ...forTexts((_, { about }) => (about ? z.string().describe(about) : z.string())),
  showsPrices: z.boolean().describe("Whether the client sees a price at each line, or only the totals."),
  totals: z
    .strictObject({
      subtotalCents: cents,
      discountCents: cents,
      taxes: z.array(z.strictObject({ name: z.string(), percent, cents })),
      totalCents: cents,
      depositCents: cents.describe("Due on approval."),
      payments: z
        .array(z.strictObject({ name: z.string(), cents }))
        .describe("After the deposit; the last is what’s due when the work is done. Empty without any."),
    })
    .describe("Of `choice`; before there is one, of the first option without extras."),
  choice: z
    .strictObject({ option, extras: z.array(id).describe("Ids of optional lines.") })
    .nullable()
    .describe("What the client approved."),
  hasUnsentChanges: z.boolean().describe("Whether the client has yet to get what’s written here."),
  versions: z
    .array(z.strictObject({ version: z.int(), sentAt: at, totalCents: cents }))
    .describe("What was sent, newest first. Totals are of the first option without extras."),
  answers: z
    .array(
      z.strictObject({
        version: z.int(),
        recipientId: id,
        answer: z.enum(["approved", "declined", "asked"]),
        name: z.string().describe("As they typed it."),
        words: z.string().describe("Their comment, reason, or question."),
        at,
      }),
    )
    .describe("What clients answered, newest first."),
  problems: z.array(z.string()).describe("Why it can’t be sent yet; empty if it can."),
});

const EstimateId = z.strictObject({ id });
export const EstimateAnswer = z
  .union([Estimate, EstimateId])
  .describe("The estimate; only its id for a key without estimates:read.");

// PostgreSQL accepts no NUL and no half characters.
const storable = (text: string) => text.toWellFormed().replaceAll("\0", "").trim();
const words = (most: number) => z.string().overwrite(storable).max(most, `Use at most ${most} characters.`);
const someWords = (most: number) => words(most).min(1, "Can’t be empty.");
const money = z
  .int("Use whole cents.")
  .min(0, "Can’t be negative.")
  .max(MOST_CENTS, "That’s more than a billion.");
const decimal = (example: string) =>
  z.string().regex(/^\d{1,7}(?:\.\d{1,3})?$/, `Use a decimal such as ${example}, as text.`);
const newQuantity = decimal("2.5")
  .refine((text) => Number(text) > 0 && Number(text) <= 1_000_000, "Use more than 0, and at most 1,000,000.")
  .describe("A decimal with up to three digits after the point: `12`, `2.5`.");
const newPercent = decimal("8.25")
  .refine((text) => Number(text) <= 100, "Use at most 100.")
  .describe("A decimal with up to three digits after the point: `8.25` is 8.25%.");
const newAmount = z
  .strictObject({ cents: money.optional(), percent: newPercent.optional() })
  .refine((one) => (one.cents === undefined) !== (one.percent === undefined), "Give cents or percent.")
  .describe("Either cents or percent.");

const newPayment = z
  .strictObject({
    name: someWords(LONGEST.title).describe("When it’s due, such as `When framing is done`."),
    cents: money.optional(),
    percent: newPercent.optional(),
  })
  .refine((one) => (one.cents === undefined) !== (one.percent === undefined), "Give cents or percent.");

const newPhoto = z.strictObject({
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "Use a SHA-256 in hex, in lower case.")
    .describe("A photo that your business has, such as one of another estimate or of a log."),
  isHidden: z.boolean().optional().describe("Whether only your business sees it."),
});

const NewLine = z.strictObject({
  id: id.optional().describe("To change a line that’s there. Without it, the line is new."),
  section: words(LONGEST.section).optional().describe("The heading above it."),
  text: someWords(LONGEST.text),
  quantity: newQuantity.optional().describe("A decimal as text, such as `2.5`. Defaults to `1`."),
  unit: words(LONGEST.unit).optional().describe("Such as `sq ft`."),
  unitCents: money.nullable().describe("Price of one unit; with null it can’t be sent yet."),
  costCents: money.nullable().optional().describe("What one unit costs you; the client never sees it."),
  isTaxable: z.boolean().optional(),
  isOptional: z.boolean().optional().describe("An extra that the client may add."),
  option: z
    .int("Use a whole number.")
    .min(0, "Can’t be negative.")
    .max(MOST_OPTIONS, `There are at most ${MOST_OPTIONS} options.`)
    .optional()
    .describe("The option it belongs to, from 1; 0, the default, for all."),
  photos: z
    .array(newPhoto)
    .max(MOST_PHOTOS, `An estimate has ${MOST_PHOTOS} photos at most.`)
    .optional()
    .describe("What the client sees beside the line. Without it, a line that’s there keeps its photos."),
});

const lines = z.array(NewLine).max(MOST_LINES, `An estimate has ${MOST_LINES} lines at most.`);
const details = {
  options: z
    .array(someWords(LONGEST.option))
    .max(MOST_OPTIONS, `There are at most ${MOST_OPTIONS} options.`)
    .optional()
    .describe("Names of the options, such as `Cedar` and `Composite`."),
  discount: newAmount.nullable().optional(),
  taxes: z
    .array(z.strictObject({ name: someWords(LONGEST.option), percent: newPercent }))
    .max(MOST_TAXES, `There are at most ${MOST_TAXES} taxes.`)
    .optional(),
  deposit: newAmount.nullable().optional(),
  payments: z
    .array(newPayment)
    .max(MOST_PAYMENTS, `There are at most ${MOST_PAYMENTS} payments.`)
    .optional()
    .describe("Along the way, after the deposit. What they leave is due when the work is done."),
  validUntil: dayQuery.nullable().optional().describe("The last day on which it can be approved."),
  ...forTexts((_, { most, about }) => {
    const text = words(most).optional();
    return about ? text.describe(about) : text;
  }),
  showsPrices: z.boolean().optional().describe("Whether the client sees a price at each line."),
};
export const NewEstimate = z.strictObject({
  jobId: id,
  ...details,
  title: someWords(LONGEST.title),
  lines: lines.optional(),
});
export const EstimateChange = z.strictObject({
  ...details,
  title: someWords(LONGEST.title).optional(),
  lines: lines
    .optional()
    .describe(
      "All lines in their order. One with an `id` is changed, and what you leave out of it stays; one without is added; those you leave out are removed.",
    ),
});
