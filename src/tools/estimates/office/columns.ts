import { dayWords } from "#platform/time/format.ts";
import { type State, STATE_RULES } from "../rules/states.ts";
import type { Row } from "./rows.server.ts";

/** One column of the list of estimates. */
interface Column {
  /** In the CSV. */
  readonly heading: string;
  /** Empty for nothing. */
  of(row: Row): string;
}

const DATE: Column = { heading: "Date", of: ({ date }) => date };
const NUMBER: Column = { heading: "Number", of: ({ number }) => number ?? "" };
const JOB: Column = { heading: "Job", of: ({ job }) => job };
const TITLE: Column = { heading: "Title", of: ({ title }) => title };
export const STATUS: Column = {
  heading: "Status",
  of: ({ state }) => STATE_RULES[state as State].label,
};
const AGE: Column = { heading: "In this status for", of: ({ age }) => age };

/** Columns of the CSV before the amount. */
export const CSV: readonly Column[] = [DATE, NUMBER, JOB, TITLE, STATUS, AGE];

/** Below the title: "EST-2026-001, Hale deck, Nov 20, 2026"; without the job if the title names it. */
export const belowTitle = (row: Row): string =>
  [
    NUMBER.of(row),
    row.job === row.title ? "" : JOB.of(row),
    row.date && dayWords(Temporal.PlainDate.from(row.date)),
  ]
    .filter(Boolean)
    .join(", ");
