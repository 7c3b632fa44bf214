import { readOneOf, readRecord, readText, type Values } from "#ground/sync/public.ts";

export const GROUPINGS = [
  { value: "where", label: "Place" },
  { value: "trade", label: "Trade" },
  { value: "firm", label: "Who fixes it" },
  { value: "state", label: "Status" },
] as const;
export type Grouping = (typeof GROUPINGS)[number]["value"];

export const SHOWN = [
  { value: "all", label: "All issues" },
  { value: "open", label: "Only what isn’t closed" },
  { value: "closed", label: "Only what’s closed" },
] as const;

/** What can be said about each issue. Who is charged is never said unless somebody chose it. */
export const COLUMNS = [
  { value: "firm", label: "Who fixes it" },
  { value: "due", label: "Due date" },
  { value: "priority", label: "Priority" },
  { value: "cost", label: "Who is charged" },
] as const;
export type Column = (typeof COLUMNS)[number]["value"];

/** Which issues of a job a list shows, and what of them; saved with the report. */
export interface IssuesChoice {
  readonly by: Grouping;
  readonly shown: (typeof SHOWN)[number]["value"];
  /** The id of who fixes them; empty for everybody. */
  readonly firm: string;
  readonly trade: string;
  readonly where: string;
  readonly columns: readonly Column[];
  /** Whether the pages of plans come first, with the issues as pins. */
  readonly showsPlans: boolean;
}

/** Reads what a list was asked for; nonsense asks for everything that clients may see. */
export function issuesChoiceOf(value: unknown): IssuesChoice {
  const read: Values = readRecord(value) ?? {};
  const columns = Array.isArray(read["columns"]) ? (read["columns"] as unknown[]) : [];
  return {
    by: readOneOf(valuesOf(GROUPINGS), read["by"]) ?? "where",
    shown: readOneOf(valuesOf(SHOWN), read["shown"]) ?? "all",
    ...{ firm: readText(read["firm"]), trade: readText(read["trade"]), where: readText(read["where"]) },
    columns: valuesOf(COLUMNS).filter((one) => columns.includes(one)),
    showsPlans: read["showsPlans"] !== false,
  };
}

const valuesOf = <Value extends string>(choices: readonly { readonly value: Value }[]) =>
  choices.map(({ value }) => value);
