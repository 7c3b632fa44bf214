import {
  readDate,
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";
import { type BaseLine, LONGEST_LINE, readLines, wholeNumber } from "#trade/lines/public.ts";
import { MOST_QUANTITY } from "#platform/money/amounts.ts";
import { MOST_CENTS } from "#platform/money/money.ts";
import { isFrozen, type State } from "./states.ts";

/** The record of one change, from the potential change to the change order. */
export const CHANGE = "changes.change";

export const LONGEST = { ...LONGEST_LINE, title: 120, words: 4000, where: 120, name: 120 } as const;
export const MOST_LINES = 200;
/** Days that one change may add or take away. */
export const MOST_DAYS = 730;

export const REASONS = ["client", "hidden", "design", "code", "allowance", "weather", "mistake"] as const;
export type Reason = (typeof REASONS)[number];
export const REASON_LABELS: Readonly<Record<Reason, string>> = {
  client: "Client asked for it",
  hidden: "Hidden condition",
  design: "Design error or missing detail",
  code: "Code or inspector",
  allowance: "Allowance",
  weather: "Weather",
  mistake: "Our mistake",
};

export const CATEGORIES = ["labor", "material", "equipment", "sub", "other"] as const;
export type Category = (typeof CATEGORIES)[number];
export const CATEGORY_LABELS: Readonly<Record<Category, string>> = {
  labor: "Labor",
  material: "Material",
  equipment: "Equipment",
  sub: "Subcontractor",
  other: "Other",
};

/** How much of the cost the client sees. */
export const SHOWS = ["total", "lines", "costs"] as const;
export type Shows = (typeof SHOWS)[number];
export const SHOWS_LABELS: Readonly<Record<Shows, string>> = {
  total: "Only the total",
  lines: "A price at each line",
  costs: "Costs, and markup by category",
};

/** A line of cost. Money is in cents and may be a credit, the quantity in thousandths of the unit. */
export interface CostLine extends BaseLine {
  readonly category: Category;
  /** Its amount is the price already: no markup is added. */
  readonly isFixed: boolean;
  /** It came with a ticket that says no price. Nothing is sent until it has one. */
  readonly needsPrice?: true;
}

/** Who directed the work by word, when and where. These are only true together, so they share one field. */
export interface Directed {
  readonly by: string;
  /** "2026-11-28T14:10", on the clock of the job; empty if nobody noted it. */
  readonly at: string;
  /** Empty if nobody noted it. */
  readonly where: string;
}

/** The part of a change that an allowance of the contract pays for. */
export interface Covered {
  /** Id of the allowance, in the job's terms. */
  readonly id: string;
  readonly cents: number;
}

/** What a change says, without its state. */
export interface Change {
  readonly title: string;
  readonly description: string;
  readonly reason: Reason | null;
  readonly where: string;
  /** Which party asked for it. */
  readonly askedBy: string;
  readonly directed: Directed | null;
  /** When it was first known: an ISO moment; null if nobody noted it. */
  readonly knownAt: string | null;
  /** In their order. */
  readonly lines: readonly CostLine[];
  /** Days more, or less, to complete the work. */
  readonly days: number;
  readonly shows: Shows;
  readonly covered: Covered | null;
  /** "2026-12-04": it can be answered until the end of that day where the job is. */
  readonly answerBy: string | null;
}

function lineOf(id: string, value: unknown): CostLine | null {
  const line = readRecord(value);
  if (!line) return null;
  const cents = readNumber(line["cents"]) ?? 0;
  return {
    id,
    place: readNumber(line["place"]) ?? 0,
    text: readText(line["text"]),
    quantity: wholeNumber(line["quantity"], MOST_QUANTITY) ?? 0,
    unit: readText(line["unit"]),
    cents: Number.isInteger(cents) && Math.abs(cents) <= MOST_CENTS ? cents : 0,
    isTaxable: line["isTaxable"] === true,
    category: readOneOf(CATEGORIES, line["category"]) ?? "other",
    isFixed: line["isFixed"] === true,
    ...(line["needsPrice"] === true ? { needsPrice: true as const } : {}),
  };
}

/** Lines of a record's values, in their order. */
export const costLinesOf = (values: Values): CostLine[] => readLines(values, lineOf);

function directedOf(value: unknown): Directed | null {
  const directed = readRecord(value);
  const by = readText(directed?.["by"]);
  if (by === "") return null;
  return { by, at: readText(directed!["at"]), where: readText(directed!["where"]) };
}

function coveredOf(value: unknown): Covered | null {
  const covered = readRecord(value);
  const [id, cents] = [readText(covered?.["id"]), wholeNumber(covered?.["cents"], MOST_CENTS)];
  return id === "" || cents === null || cents === 0 ? null : { id, cents };
}

function daysOf(value: unknown): number {
  const days = readNumber(value) ?? 0;
  return Number.isInteger(days) && Math.abs(days) <= MOST_DAYS ? days : 0;
}

/** Reads a change from the values of its record. A device can write anything, so each value is checked. */
export const changeOf = (values: Values): Change => ({
  title: readText(values["title"]) || "Extra work",
  description: readText(values["description"]),
  reason: readOneOf(REASONS, values["reason"]),
  where: readText(values["where"]),
  askedBy: readText(values["askedBy"]),
  directed: directedOf(values["directed"]),
  knownAt: readTextOrNull(values["knownAt"]),
  lines: costLinesOf(values),
  days: daysOf(values["days"]),
  shows: readOneOf(SHOWS, values["shows"]) ?? "lines",
  covered: coveredOf(values["covered"]),
  answerBy: readDate(values["answerBy"]),
});

/** The fields that only managers set: what a change costs, and how it is shown. */
export const isPriceField = (field: string): boolean =>
  field.startsWith("lines.") || ["shows", "covered", "answerBy"].includes(field);

/** Why a change in this state can't be edited; null if it can. */
export const whyFrozen = (state: State): string | null =>
  isFrozen(state)
    ? `This change is ${state}, so it can’t be edited. Add a new one for what changed since.`
    : null;

/** "+3 days", "−2 days", "No change". */
export const formatDays = (days: number): string =>
  days === 0 ? "No change" : `${days > 0 ? "+" : "−"}${Math.abs(days)} day${Math.abs(days) === 1 ? "" : "s"}`;
