import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Step } from "./rules.ts";

/** A planned series of messages, started by a personal page. */
export const sequences = pgTable(
  "sequences",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    /** The page whose new leads start it. */
    pageId: uuid("page_id").notNull(),
    steps: jsonb("steps").$type<readonly Step[]>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] }), uniqueIndex("sequences_page").on(table.accountId, table.pageId)],
);

/** One lead inside one sequence. */
export const sequencesEnrolments = pgTable(
  "sequences_enrolments",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    sequenceId: uuid("sequence_id").notNull(),
    leadId: uuid("lead_id").notNull(),
    startedAt: instant("started_at").notNull(),
    stoppedAt: instant("stopped_at"),
    stopReason: text("stop_reason"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("sequences_enrolments_once").on(table.accountId, table.sequenceId, table.leadId),
    index("sequences_enrolments_lead").on(table.accountId, table.leadId),
  ],
);

/**
 * The ledger: one row per (enrolment, step), made with the enrolment, that says when it is due and then what became of it.
 * `waiting` until its time; `handed` once a message exists for it (the message's own state says the rest); else `not_sent` and why.
 */
export const sequencesSteps = pgTable(
  "sequences_steps",
  {
    accountId: accountId(),
    enrolmentId: uuid("enrolment_id").notNull(),
    step: integer("step").notNull(),
    state: text("state", { enum: ["waiting", "handed", "not_sent"] }).notNull(),
    dueAt: instant("due_at").notNull(),
    messageId: uuid("message_id"),
    reason: text("reason"),
    decidedAt: instant("decided_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.enrolmentId, table.step] }),
    // Claiming costs the same however many steps sleep: only waiting rows are in these.
    index("sequences_steps_due")
      .on(table.dueAt)
      .where(sql`state = 'waiting'`),
    index("sequences_steps_account_due")
      .on(table.accountId, table.dueAt)
      .where(sql`state = 'waiting'`),
  ],
);
