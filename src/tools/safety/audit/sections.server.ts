import { findStoredRecords } from "#ground/sync/public.server.ts";
import { type ItemRow, listItems, type Search } from "#ground/worklist/public.server.ts";
import { scoresOf } from "#trade/inspections/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { dayWords } from "#platform/time/format.ts";
import { rowsOf as actionRows, SEARCH as ACTIONS } from "../actions/rows.server.ts";
import { rowsOf as inspectionRows, SEARCH as INSPECTIONS } from "../inspections/rows.server.ts";
import { rowsOf as talkRows } from "../office/rows.server.ts";
import { TALK } from "../rules/talk.ts";
import type { Range } from "./range.ts";

/** A PDF of 5,000 rows has about 200 pages. */
const MOST = 5_000;

/** A table of the audit report. */
export interface Section {
  readonly title: string;
  /** Said if there are no rows. */
  readonly none: string;
  readonly columns: readonly string[];
  /** The column that takes the room that others leave. */
  readonly wide: number;
  readonly rows: readonly (readonly string[])[];
}

export const shortDay = (date: string): string =>
  date === "" ? "" : dayWords(Temporal.PlainDate.from(date));

/**
 * Items of a kind in a range, oldest first, without those of deleted jobs.
 * @throws AppError invalid for a range with too many
 */
export async function itemsIn(
  ctx: AccountContext,
  { kind, tag }: Search,
  { from, to, job }: Range,
): Promise<ItemRow[]> {
  const filters = { job, from, to, type: null, tag, oldestFirst: true };
  const items = await listItems(ctx, kind, filters, null, MOST + 1);
  if (items.length > MOST)
    throw new AppError(
      "invalid",
      `That’s more than ${MOST.toLocaleString("en-US")} records. Choose fewer days.`,
    );
  const jobs = await jobsById(ctx);
  return items.filter(({ jobId }) => jobs.has(jobId));
}

export async function talksSection(ctx: AccountContext, items: readonly ItemRow[]) {
  const rows = await talkRows(ctx, items);
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    figures: [
      { value: rows.length, name: "Toolbox talks" },
      { value: rows.filter(({ status }) => status === "Complete").length, name: "Signed by everyone" },
      { value: sum(({ signed }) => signed), name: "Signatures" },
    ],
    section: {
      ...{ title: "Toolbox talks", none: "No toolbox talks on these days." },
      columns: ["Number", "Day", "Job", "Talk", "Led by", "Signed"],
      wide: 3,
      rows: rows.map(({ number, date, job, title, leader, people, signed, status }) => [
        ...[number, shortDay(date), job, title, leader],
        `${signed} of ${people}${status === "Not finished" ? ", not finished" : ""}`,
      ]),
    } satisfies Section,
  };
}

export async function inspectionsSection(ctx: AccountContext, range: Range) {
  const items = await itemsIn(ctx, INSPECTIONS, range);
  const records = await findStoredRecords(
    ctx,
    items.map(({ id }) => id),
  );
  const scores = await scoresOf(ctx, records);
  const rows = await inspectionRows(ctx, items);
  return {
    figures: [{ value: rows.length, name: "Inspections" }],
    section: {
      ...{ title: "Inspections", none: "No inspections on these days." },
      columns: ["Day", "Job", "List", "Started by", "Status", "Score"],
      wide: 2,
      rows: rows.map(({ id, date, job, title, state, startedBy }) => {
        const score = scores.get(id);
        return [shortDay(date), job, title, startedBy, state, score === undefined ? "" : `${score}%`];
      }),
    } satisfies Section,
  };
}

export async function actionsSection(ctx: AccountContext, items: readonly ItemRow[]) {
  const rows = await actionRows(ctx, items);
  const late = rows.filter(({ isLate }) => isLate).length;
  return {
    figures: [
      { value: rows.length, name: "Corrective actions" },
      { value: items.filter(({ type }) => type === "closed").length, name: "Closed" },
      { value: late, name: "Overdue" },
    ],
    section: {
      ...{ title: "Corrective actions", none: "No corrective actions on these days." },
      columns: ["Number", "Found", "Job", "What was wrong", "Priority", "Due", "Status"],
      wide: 3,
      rows: rows.map(({ number, date, job, title, where, priority, due, state, isLate }) => [
        ...[number, shortDay(date), job, [title, where].filter(Boolean).join(", "), priority],
        ...[due === null ? "" : shortDay(due), `${state}${isLate ? ", overdue" : ""}`],
      ]),
    } satisfies Section,
  };
}

/** Papers of some days, in the order of their days. */
export const findTalks = (ctx: AccountContext, range: Range) => itemsIn(ctx, { kind: TALK }, range);
export const findActions = (ctx: AccountContext, range: Range) => itemsIn(ctx, ACTIONS, range);
