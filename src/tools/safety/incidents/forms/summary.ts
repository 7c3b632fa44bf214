// Forms 300 and 300A of a year: the lines of the log, the totals of its columns, and the rates. Columns and
// their letters are those of OSHA’s forms (Rev. 04/2004) and 29 CFR 1904.29 and 1904.32.

import { MOST_DAYS } from "../rules/days.ts";

/** How a case ended, most serious first: exactly one box of form 300, columns G to J. */
export const OUTCOMES = ["death", "days away", "restricted", "other"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** The kinds of injury and illness of form 300, column M, by their number. */
export const CASE_TYPES = [1, 2, 3, 4, 5, 6] as const;
export type CaseType = (typeof CASE_TYPES)[number];

/** Written in place of the name (29 CFR 1904.29(b)(7)). */
const PRIVACY_CASE = "Privacy case";
/** A year’s hours of 100 people who work 40 hours in 50 weeks. */
const HOURS_OF_100 = 200_000;

/** A recordable case: what a line of form 300 says. */
export interface RecordableCase {
  readonly id: string;
  /** "INC-2026-001" */
  readonly number: string;
  /** "2026-03-02": of the injury, or when the illness began. */
  readonly date: string;
  readonly outcome: Outcome;
  readonly type: CaseType;
  /** Calendar days, not counting the day it happened. */
  readonly daysAway: number;
  readonly daysRestricted: number;
  readonly name: string;
  readonly title: string;
  /** Column E: "North loading dock" */
  readonly where: string;
  /** Column F: the injury, the part of the body, and what caused it. */
  readonly what: string;
  /** Whether the log must not name the person (29 CFR 1904.29(b)(7)). */
  readonly isPrivate: boolean;
}

/** 1: not the government’s; 2: a state’s; 3: a local government’s. The numbers are OSHA’s. */
export const OWNERS = [1, 2, 3] as const;
export type Owner = (typeof OWNERS)[number];

/** One place of a business in one year, as OSHA’s forms describe it. "" and null: not known yet. */
export interface Establishment {
  readonly company: string;
  readonly name: string;
  /** Nine digits, with or without the dash. */
  readonly ein: string;
  readonly street: string;
  readonly city: string;
  /** "TX" */
  readonly state: string;
  /** Five or nine digits, with or without the dash. */
  readonly zip: string;
  /** "Roofing" */
  readonly industry: string;
  /** "238160" */
  readonly naics: string;
  readonly owner: Owner;
  readonly year: number;
  /** Everybody who worked there at any time of the year, also part time (29 CFR 1904.41(b)(2)). */
  readonly headcount: number | null;
  readonly averageEmployees: number | null;
  readonly hours: number | null;
}

/** The totals of form 300A. */
export interface Totals {
  /** Column G. */
  readonly deaths: number;
  /** Column H. */
  readonly daysAwayCases: number;
  /** Column I. */
  readonly restrictedCases: number;
  /** Column J. */
  readonly otherCases: number;
  /** Column K. */
  readonly daysAway: number;
  /** Column L. */
  readonly daysRestricted: number;
  /** Column M, (1) to (6). */
  readonly types: Readonly<Record<CaseType, number>>;
}

/** A line of form 300. */
export interface LogRow {
  readonly id: string;
  readonly number: string;
  /** The name, or "Privacy case". */
  readonly name: string;
  readonly title: string;
  readonly date: string;
  readonly where: string;
  readonly what: string;
  readonly outcome: Outcome;
  /** Null where the box stays empty: nobody counts the days of a death or of another recordable case. */
  readonly daysAway: number | null;
  readonly daysRestricted: number | null;
  readonly type: CaseType;
}

const wholeDays = (days: number): number => Math.max(0, Math.floor(days) || 0);

/**
 * The days that columns K and L count for a case: those of its outcome, at most 180 together.
 * @returns null where the form counts none
 */
export function countedDays({
  outcome,
  daysAway,
  daysRestricted,
}: Pick<RecordableCase, "outcome" | "daysAway" | "daysRestricted">): {
  readonly away: number | null;
  readonly restricted: number | null;
} {
  if (outcome === "restricted")
    return { away: null, restricted: Math.min(wholeDays(daysRestricted), MOST_DAYS) };
  if (outcome !== "days away") return { away: null, restricted: null };
  const away = Math.min(wholeDays(daysAway), MOST_DAYS);
  return { away, restricted: Math.min(wholeDays(daysRestricted), MOST_DAYS - away) };
}

const byNumber = (one: RecordableCase, other: RecordableCase): number =>
  one.number.localeCompare(other.number, "en-US", { numeric: true }) || (one.id < other.id ? -1 : 1);

/** Whether a case of this date belongs on the year’s log: a case stays in the year it happened. */
export const isOfYear = (date: string, year: number): boolean => date.startsWith(`${year}-`);

/** The cases that belong on a year’s log, by number. */
export const casesOf = <Case extends RecordableCase>(year: number, cases: readonly Case[]): Case[] =>
  cases.filter(({ date }) => isOfYear(date, year)).toSorted(byNumber);

/** The lines of form 300 of a year, by number. The names of privacy cases aren’t in them. */
export const logRows = (year: number, cases: readonly RecordableCase[]): LogRow[] =>
  casesOf(year, cases).map((one) => {
    const { away, restricted } = countedDays(one);
    return {
      ...{ id: one.id, number: one.number, title: one.title, date: one.date },
      name: one.isPrivate ? PRIVACY_CASE : one.name,
      ...{ where: one.where, what: one.what, outcome: one.outcome, type: one.type },
      ...{ daysAway: away, daysRestricted: restricted },
    };
  });

/** The totals of form 300A: what its columns add up to. Zeros for a year without cases. */
export function totalsOf(year: number, cases: readonly RecordableCase[]): Totals {
  const rows = logRows(year, cases);
  const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
  const types = (type: CaseType) => rows.filter((row) => row.type === type).length;
  return {
    ...{ deaths: count("death"), daysAwayCases: count("days away") },
    ...{ restrictedCases: count("restricted"), otherCases: count("other") },
    daysAway: rows.reduce((sum, row) => sum + (row.daysAway ?? 0), 0),
    daysRestricted: rows.reduce((sum, row) => sum + (row.daysRestricted ?? 0), 0),
    types: { 1: types(1), 2: types(2), 3: types(3), 4: types(4), 5: types(5), 6: types(6) },
  };
}

/** Columns G to J together. */
export const casesIn = ({ deaths, daysAwayCases, restrictedCases, otherCases }: Totals): number =>
  deaths + daysAwayCases + restrictedCases + otherCases;

/** Column M, (1) to (6) together. */
export const typesIn = ({ types }: Totals): number => CASE_TYPES.reduce((sum, type) => sum + types[type], 0);

/** A rate per 100 full-time workers. */
export interface Rate {
  /** Rounded to two digits. */
  readonly value: number;
  /** "(2 recordable cases × 200,000) ÷ 96,000 hours = 4.17" */
  readonly formula: string;
}

const number = (value: number): string => value.toLocaleString("en-US");

function rateOf(cases: number, [one, several]: readonly [string, string], hours: number): Rate {
  const value = Math.round((cases * HOURS_OF_100 * 100) / hours) / 100;
  const words = `${number(cases)} ${cases === 1 ? one : several}`;
  return {
    value,
    formula: `(${words} × ${number(HOURS_OF_100)}) ÷ ${number(hours)} hours = ${value.toFixed(2)}`,
  };
}

/**
 * The incidence rates of a year: TRIR of all recordable cases, DART of those with days away, restriction or
 * transfer.
 * @param hours worked by everybody in the year
 * @returns null without hours
 */
export function ratesOf(
  totals: Totals,
  hours: number | null,
): { readonly trir: Rate; readonly dart: Rate } | null {
  if (hours === null || !(hours > 0)) return null;
  return {
    trir: rateOf(casesIn(totals), ["recordable case", "recordable cases"], hours),
    dart: rateOf(
      totals.daysAwayCases + totals.restrictedCases,
      ["case with days away, restriction or transfer", "cases with days away, restriction or transfer"],
      hours,
    ),
  };
}
