import { readRecord, readText, type Values } from "#ground/sync/public.ts";
import { readTaxes, type Tax, wholeNumber } from "#trade/lines/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { MOST_RATE } from "#platform/money/amounts.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { type NoticeTo, noticeToOf } from "../notice/given.ts";
import { CATEGORIES, type Category } from "./change.ts";

/** The record of what a job's contract says about changes. */
export const TERMS = "changes.terms";

export const MOST_TAXES = 3;
export const MOST_ALLOWANCES = 20;
export const MOST_NOTICE_DAYS = 365;

/** Derived, so that two phones without a signal write the same record. */
export const termsId = (job: string): string => derivedId("changes.terms", job);

/** A sum in the contract for something that isn't chosen yet, such as tile. */
export interface Allowance {
  readonly id: string;
  readonly name: string;
  readonly cents: number;
}

/** What a job's contract says about changes. */
export interface Terms {
  /** On the cost of each category, in thousandths of a percent. */
  readonly markups: Readonly<Record<Category, number>>;
  readonly taxes: readonly Tax[];
  /** By name. */
  readonly allowances: readonly Allowance[];
  /** What an hour of labor costs, in cents; null if nobody said. */
  readonly hourCents: number | null;
  /** Days in which the contract wants notice of a change; null for none. */
  readonly noticeDays: number | null;
  /** To whom and how it wants it; null if nobody said. */
  readonly noticeTo: NoticeTo | null;
}

function allowanceOf(id: string, value: unknown): Allowance[] {
  const allowance = readRecord(value);
  const [name, cents] = [readText(allowance?.["name"]), wholeNumber(allowance?.["cents"], MOST_CENTS)];
  return name === "" || cents === null ? [] : [{ id, name, cents }];
}

/** Reads the terms of a job from the values of their record, which a device wrote. */
export const termsOf = (values: Values): Terms => ({
  markups: Object.fromEntries(
    CATEGORIES.map((category) => [category, wholeNumber(values[`markup.${category}`], MOST_RATE) ?? 0]),
  ) as Record<Category, number>,
  taxes: readTaxes(values["taxes"], MOST_TAXES),
  allowances: Object.entries(values)
    .flatMap(([field, value]) => (field.startsWith("allowances.") ? allowanceOf(field.slice(11), value) : []))
    .toSorted((one, other) => one.name.localeCompare(other.name, "en-US") || (one.id < other.id ? -1 : 1))
    .slice(0, MOST_ALLOWANCES),
  hourCents: wholeNumber(values["hourCents"], MOST_CENTS),
  noticeDays: wholeNumber(values["noticeDays"], MOST_NOTICE_DAYS) || null,
  noticeTo: noticeToOf(values["noticeTo"]),
});
