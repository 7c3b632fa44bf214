import { sql } from "drizzle-orm";
import {
  boolean,
  date,
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
import type { DraftStep, DraftTrigger, ReplacedDraft } from "./draft/draft.ts";
import type { Step } from "./plan/planner.ts";
import type { Trigger } from "./plan/triggers.ts";

/**
 * A planned series of steps and its trigger. Publishing another one for the same page retires it; leads
 * inside stay inside.
 */
export const sequences = pgTable(
  "sequences",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    trigger: jsonb("trigger").$type<Trigger>().notNull().default({ kind: "new lead" }),
    /** The page that starts it; null for other triggers. */
    pageId: uuid("page_id"),
    steps: jsonb("steps").$type<readonly Step[]>().notNull(),
    /** The lead drip its emails came from; null for the default sequence. */
    dripId: uuid("drip_id"),
    /** The ready-made follow-up it was made from; null for all others. */
    play: text("play"),
    createdAt: instant("created_at").notNull(),
    /** When it stopped taking new leads. */
    retiredAt: instant("retired_at"),
    /** When a date-triggered sequence started. */
    begunAt: instant("begun_at"),
    /** The first version of this sequence; null on the first itself. Leads stay in the version they began. */
    versionOf: uuid("version_of"),
    /** When the business paused it; the same on all its versions. New leads enter and wait. */
    pausedAt: instant("paused_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // One live sequence per page.
    uniqueIndex("sequences_page_live")
      .on(table.accountId, table.pageId)
      .where(sql`retired_at is null`),
    index("sequences_page").on(table.accountId, table.pageId),
    index("sequences_versions").on(table.accountId, table.versionOf),
    // Date triggers are searched across all accounts every few minutes.
    index("sequences_dates")
      .on(sql`(trigger ->> 'on')`)
      .where(sql`trigger ->> 'kind' = 'date' and begun_at is null and retired_at is null`),
  ],
);

/**
 * Unpublished changes of a sequence, or an unpublished new one, as the editor holds them, even unfinished.
 */
export const sequencesDrafts = pgTable(
  "sequences_drafts",
  {
    accountId: accountId(),
    /** The sequence it changes, or the id of the new one. */
    sequenceId: uuid("sequence_id").notNull(),
    name: text("name").notNull(),
    trigger: jsonb("trigger").$type<DraftTrigger>().notNull(),
    steps: jsonb("steps").$type<readonly DraftStep[]>().notNull(),
    /** Incremented by every save. A save based on an older revision is a conflict. */
    revision: integer("revision").notNull(),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: uuid("updated_by"),
    /** Another person's draft that was overwritten; stored until the draft is published. */
    replaced: jsonb("replaced").$type<ReplacedDraft>(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sequenceId] })],
);

/** One run of a lead in a sequence. Runs of the same sequence don't overlap. */
export const sequencesEnrolments = pgTable(
  "sequences_enrolments",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    sequenceId: uuid("sequence_id").notNull(),
    leadId: uuid("lead_id").notNull(),
    /** 1 for the first run. */
    run: integer("run").notNull().default(1),
    startedAt: instant("started_at").notNull(),
    stoppedAt: instant("stopped_at"),
    stopReason: text("stop_reason"),
    /** When the business paused it; null if not paused. */
    heldAt: instant("held_at"),
    /** When the business restarted it after a reply or a stop. That reply no longer ends it. */
    restartedAt: instant("restarted_at"),
    /** Whether they asked just then, so that the gift goes right away. False for people from a file. */
    asked: boolean("asked").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("sequences_enrolments_once").on(table.accountId, table.sequenceId, table.leadId, table.run),
    index("sequences_enrolments_lead").on(table.accountId, table.leadId),
    index("sequences_enrolments_held")
      .on(table.accountId, table.heldAt)
      .where(sql`held_at is not null`),
  ],
);

/**
 * The ledger: one row per enrollment and step, created with the enrollment. It has the due time and then the
 * outcome. `waiting` until due; `held` while the enrollment is paused; `handed` once there is a message,
 * whose own state tells the rest; `task` when a call is to be made, `done` when it was; `passed` for a
 * finished wait, or a decided condition with its result; `not_sent` with the reason.
 */
export const sequencesSteps = pgTable(
  "sequences_steps",
  {
    accountId: accountId(),
    enrolmentId: uuid("enrolment_id").notNull(),
    step: integer("step").notNull(),
    state: text("state", {
      enum: ["waiting", "held", "handed", "not_sent", "task", "done", "passed"],
    }).notNull(),
    dueAt: instant("due_at").notNull(),
    messageId: uuid("message_id"),
    reason: text("reason"),
    decidedAt: instant("decided_at"),
    /** When the business recorded the call. */
    doneAt: instant("done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.enrolmentId, table.step] }),
    // Claiming costs the same however many steps sleep: these contain only waiting rows. The first lists
    // accounts with work by itself, so the scattered table rows are not read.
    index("sequences_steps_due")
      .on(table.dueAt, table.accountId)
      .where(sql`state = 'waiting'`),
    index("sequences_steps_account_due")
      .on(table.accountId, table.dueAt)
      .where(sql`state = 'waiting'`),
    index("sequences_steps_tasks")
      .on(table.accountId, table.decidedAt)
      .where(sql`state = 'task'`),
    // Messages due on a day and not sent.
    index("sequences_steps_not_sent")
      .on(table.accountId, table.dueAt)
      .where(sql`state = 'not_sent'`),
  ],
);

/**
 * How many messages a sender, the business's own or the installation's, sent for a business today, and when
 * it began: a new sender starts slowly.
 */
export const sequencesSenders = pgTable(
  "sequences_senders",
  {
    accountId: accountId(),
    address: text("address").notNull(),
    /** Dates in the business's zone. */
    firstDay: date("first_day").notNull(),
    day: date("day").notNull(),
    sent: integer("sent").notNull(),
    /** Delayed messages have slots until this time; null if there were none. */
    madeUpUntil: instant("made_up_until"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.address] })],
);

/**
 * Dates whose emails were announced to the business. The row commits with the announcing email, so each date
 * has one.
 */
export const sequencesHeadsUps = pgTable(
  "sequences_heads_ups",
  {
    accountId: accountId(),
    /** In the business's zone. */
    day: date("day", { mode: "string" }).notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);
