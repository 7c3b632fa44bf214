import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { WorkTotals } from "#trade/fieldwork/public.ts";
import type { Decision } from "./declined/decision.ts";
import type { Covered } from "./rules/change.ts";
import type { Sheet } from "./rules/sheet.ts";
import type { State } from "./rules/states.ts";

/**
 * Where each change stands. `setState` locks the row, so that answers and new revisions come one after the
 * other. The words are in the record.
 */
export const changes = pgTable(
  "changes_changes",
  {
    accountId: accountId(),
    /** The record's id. */
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    /** "PCO-001", given when the server first has it. */
    pco: text("pco").notNull(),
    /** "COR-001"; null before it is sent. */
    cor: text("cor"),
    /** "CO-001"; null before it is approved. */
    co: text("co"),
    state: text("state").$type<State>().notNull(),
    stateAt: instant("state_at").notNull(),
    /** How many revisions were sent: 1 for R0. */
    version: integer("version").notNull(),
    /** What the last revision changes the contract sum by; null before it is sent. */
    cents: bigint("cents", { mode: "number" }),
    /** What the last revision changes the completion date by. */
    days: integer("days").notNull().default(0),
    /** What an allowance pays of the last revision. */
    covered: jsonb("covered").$type<Covered>(),
    /** What it would change the contract sum by as it is written now: what isn't approved is at risk. */
    writtenCents: bigint("written_cents", { mode: "number" }).notNull().default(0),
    writtenDays: integer("written_days").notNull().default(0),
    /** Work that was logged on it; null for none. */
    logged: jsonb("logged").$type<WorkTotals>(),
    /** What that work is worth by the job's cost of an hour. */
    loggedCents: bigint("logged_cents", { mode: "number" }).notNull().default(0),
    /** When the server first had it. */
    createdAt: instant("created_at").notNull(),
    /** When the first revision was sent. */
    sentAt: instant("sent_at"),
    approvedAt: instant("approved_at"),
    /** Why it was voided; null unless it was. */
    voidReason: text("void_reason"),
    /** What was decided each time that it was declined, the first first. */
    decisions: jsonb("decisions").$type<readonly Decision[]>().notNull().default([]),
    /** Whether its client gets follow-up, as the person who sent it last chose. */
    followUp: boolean("follow_up").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("changes_changes_of_job").on(table.accountId, table.jobId),
    index("changes_changes_open").on(table.accountId, table.state, table.createdAt),
    uniqueIndex("changes_changes_pco").on(table.accountId, table.jobId, table.pco),
    uniqueIndex("changes_changes_cor").on(table.accountId, table.jobId, table.cor),
    uniqueIndex("changes_changes_co").on(table.accountId, table.jobId, table.co),
  ],
);

/** What was sent. Never changes. */
export const changesVersions = pgTable(
  "changes_versions",
  {
    accountId: accountId(),
    /** The id of its paper. */
    id: uuid("id").notNull(),
    changeId: uuid("change_id").notNull(),
    version: integer("version").notNull(),
    /** As its approvers see it. */
    sheet: jsonb("sheet").$type<Sheet>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("changes_versions_of_change").on(table.accountId, table.changeId, table.version),
  ],
);
