import { readDate, readNumber, readOneOf, readRecord, readText, type Values } from "#ground/sync/public.ts";
import {
  type BaseLine,
  LONGEST_LINE,
  readLines,
  readTaxes,
  type Tax,
  wholeNumber,
} from "#trade/lines/public.ts";
import { MOST_QUANTITY, MOST_RATE } from "#platform/money/amounts.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { type LinePhoto, photosShown } from "./photos.ts";

/** The record of one estimate. */
export const ESTIMATE = "estimates.estimate";
/** The record of a business's own template: an estimate without a client. */
export const TEMPLATE = "estimates.template";

export const LONGEST = { ...LONGEST_LINE, title: 120, section: 60, option: 40, words: 4000 } as const;
export const MOST_LINES = 400;
export const MOST_TAXES = 4;
export const MOST_OPTIONS = 3;
export const MOST_PAYMENTS = 4;

interface TextField {
  /** In conflicts, changes and errors. */
  readonly label: string;
  readonly most: number;
  /** For readers of the API. */
  readonly about?: string;
  /** Whether a template has it too. */
  readonly isReusable?: true;
}

/**
 * The texts of an estimate. One that is added here is stored, sent, compared, and read and written by
 * programs; `checks/estimates/fields.test.tsx` fails until the form, the client's page and the PDF show it.
 */
export const TEXTS = {
  title: { label: "Title", most: LONGEST.title, isReusable: true },
  start: { label: "Start", most: LONGEST.title, about: "When the work can start." },
  message: { label: "Message", most: LONGEST.words, isReusable: true },
  excluded: { label: "Not included", most: LONGEST.words, about: "What isn’t included.", isReusable: true },
  terms: { label: "Terms", most: LONGEST.words, isReusable: true },
  howToPay: {
    label: "How to pay",
    most: LONGEST.words,
    about: "How to pay the deposit, once it’s approved.",
  },
} as const satisfies Record<string, TextField>;
export type TextName = keyof typeof TEXTS;
export const TEXT_NAMES = Object.keys(TEXTS) as TextName[];

/** Something for each of the texts. */
export const forTexts = <Value>(of: (name: TextName, field: TextField) => Value): Record<TextName, Value> =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, of(name, TEXTS[name])])) as Record<TextName, Value>;

/** Something for each of the texts that a template has too. */
export const forReusableTexts = <Value>(
  of: (name: TextName, field: TextField) => Value,
): Partial<Record<TextName, Value>> =>
  Object.fromEntries(
    TEXT_NAMES.flatMap((name) => {
      const field: TextField = TEXTS[name];
      return field.isReusable ? [[name, of(name, field)]] : [];
    }),
  );

/** A line of an estimate. */
export interface Line extends BaseLine {
  /** Heading above it; empty for none. */
  readonly section: string;
  /** What one unit costs us; only people in the business see it. */
  readonly cost: number | null;
  /** The client may leave it out. */
  readonly isOptional: boolean;
  /** The option it belongs to, from 1; 0 for all. */
  readonly option: number;
  /** It came from a template, and nobody has priced it. Without a price, 0 is a price too. */
  readonly needsPrice?: true;
}

/** An amount, or a share of one. The rate is in thousandths of a percent. */
export type Part =
  | { readonly by: "cents"; readonly cents: number }
  | { readonly by: "rate"; readonly rate: number };

/** A payment along the way. */
export interface Payment {
  /** When it is due: "When framing is done". */
  readonly name: string;
  readonly part: Part;
}

/** What an estimate says, without its state. */
export interface Estimate extends Readonly<Record<TextName, string>> {
  /** In their order. */
  readonly lines: readonly Line[];
  /** Those that the client sees, in the order they were taken. */
  readonly photos: readonly LinePhoto[];
  /** Names of the options, such as "Good"; empty without. */
  readonly options: readonly string[];
  readonly discount: Part | null;
  readonly taxes: readonly Tax[];
  readonly deposit: Part | null;
  /** After the deposit, in their order; what they leave is due when the work is done. */
  readonly payments: readonly Payment[];
  /** "2026-12-31": it can be approved until the end of that day where the job is. */
  readonly validUntil: string | null;
  /** Whether the client sees a price at each line, or the totals only. */
  readonly showsPrices: boolean;
}

/** The values of `lines.{id}`, as devices write them. */
export type LineValue = Omit<Line, "id">;

function lineOf(id: string, value: unknown): Line | null {
  const line = readRecord(value);
  if (!line) return null;
  return {
    id,
    place: readNumber(line["place"]) ?? 0,
    section: readText(line["section"]),
    text: readText(line["text"]),
    quantity: wholeNumber(line["quantity"], MOST_QUANTITY) ?? 0,
    unit: readText(line["unit"]),
    cents: wholeNumber(line["cents"], MOST_CENTS) ?? 0,
    cost: wholeNumber(line["cost"], MOST_CENTS),
    isTaxable: line["isTaxable"] === true,
    isOptional: line["isOptional"] === true,
    option: wholeNumber(line["option"], MOST_OPTIONS) ?? 0,
    ...(line["needsPrice"] === true ? { needsPrice: true } : {}),
  };
}

function partOf(value: unknown): Part | null {
  const part = readRecord(value);
  const by = readOneOf(["cents", "rate"], part?.["by"]);
  if (!part || !by) return null;
  if (by === "cents") {
    const cents = wholeNumber(part["cents"], MOST_CENTS);
    return cents === null ? null : { by, cents };
  }
  const rate = wholeNumber(part["rate"], MOST_RATE);
  return rate === null ? null : { by, rate };
}

const paymentOf = (value: unknown): Payment[] => {
  const payment = readRecord(value);
  const part = partOf(payment?.["part"]);
  return payment && part ? [{ name: readText(payment["name"]) || "Payment", part }] : [];
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Lines of a record's values, in their order. */
export const linesOf = (values: Values): Line[] => readLines(values, lineOf);

/** Reads an estimate from the values of its record. A device can write anything, so each value is checked. */
export function estimateOf(values: Values): Estimate {
  const lines = linesOf(values);
  return {
    ...forTexts((name) => readText(values[name])),
    title: readText(values["title"]) || "Estimate",
    lines,
    photos: photosShown(values, lines),
    options: listOf(values["options"]).map(readText).filter(Boolean).slice(0, MOST_OPTIONS),
    discount: partOf(values["discount"]),
    taxes: readTaxes(values["taxes"], MOST_TAXES),
    deposit: partOf(values["deposit"]),
    payments: listOf(values["payments"]).flatMap(paymentOf).slice(0, MOST_PAYMENTS),
    validUntil: readDate(values["validUntil"]),
    showsPrices: values["showsPrices"] !== false,
  };
}
