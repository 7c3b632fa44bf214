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

/** Publishing another sequence for a page retires the one before; leads inside stay inside. */
export const sequences = pgTable(
  "sequences",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    trigger: jsonb("trigger").$type<Trigger>().notNull().default({ kind: "new lead" }),
    /** Null for other triggers. */
    pageId: uuid("page_id"),
    steps: jsonb("steps").$type<readonly Step[]>().notNull(),
    /** The lead drip its emails came from; null for the default ones. */
    dripId: uuid("drip_id"),
    /** Null unless made from a ready-made follow-up. */
    play: text("play"),
    createdAt: instant("created_at").notNull(),
    /** When it stopped taking new leads. */
    retiredAt: instant("retired_at"),
    /** When a date-triggered sequence started. */
    begunAt: instant("begun_at"),
    /** Null on the first version. Leads stay in the version they began. */
    versionOf: uuid("version_of"),
    /** The same on all versions. New leads enter and wait. */
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
    // Date triggers are looked up across all accounts every few minutes.
    index("sequences_dates")
      .on(sql`(trigger ->> 'on')`)
      .where(sql`trigger ->> 'kind' = 'date' and begun_at is null and retired_at is null`),
  ],
);

/** The editor's content, even unfinished, until it is published. */
export const sequencesDrafts = pgTable(
  "sequences_drafts",
  {
    accountId: accountId(),
    /** The sequence it changes, or the new one's id. */
    sequenceId: uuid("sequence_id").notNull(),
    name: text("name").notNull(),
    trigger: jsonb("trigger").$type<DraftTrigger>().notNull(),
    steps: jsonb("steps").$type<readonly DraftStep[]>().notNull(),
    /** Counts saves. A save based on an older revision is a conflict. */
    revision: integer("revision").notNull(),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: uuid("updated_by"),
    /** Another person's draft that was overwritten, until this one is published. */
    replaced: jsonb("replaced").$type<ReplacedDraft>(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sequenceId] })],
);

/** One run of a lead in a sequence. Runs of one sequence don't overlap. */
export const sequencesEnrolments = pgTable(
  "sequences_enrolments",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    sequenceId: uuid("sequence_id").notNull(),
    leadId: uuid("lead_id").notNull(),
    run: integer("run").notNull().default(1),
    startedAt: instant("started_at").notNull(),
    stoppedAt: instant("stopped_at"),
    stopReason: text("stop_reason"),
    /** Null while it runs. */
    heldAt: instant("held_at"),
    /** Restarted after a reply or a stop; that reply no longer ends it. */
    restartedAt: instant("restarted_at"),
    /** What started it, such as an estimate; null for anything else. */
    aboutId: uuid("about_id"),
    /** They asked just then, so the gift goes right away. False for people from a file. */
    asked: boolean("asked").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("sequences_enrolments_once").on(table.accountId, table.sequenceId, table.leadId, table.run),
    index("sequences_enrolments_lead").on(table.accountId, table.leadId),
    index("sequences_enrolments_about")
      .on(table.accountId, table.aboutId)
      .where(sql`about_id is not null`),
    index("sequences_enrolments_held")
      .on(table.accountId, table.heldAt)
      .where(sql`held_at is not null`),
  ],
);

/**
 * The ledger: one row per enrollment and step, created with the enrollment. `waiting` until due; `held` while
 * paused; `handed` once there is a message, whose own state tells the rest; `task` when a call is to be made,
 * `done` when it was; `passed` for a finished wait or a decided condition; `not_sent` with the reason.
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
    doneAt: instant("done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.enrolmentId, table.step] }),
    // Only waiting rows, so claiming costs the same however many steps sleep. The first lists accounts with
    // work by itself, without reading scattered rows.
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
    // When a sequence last sent something.
    index("sequences_steps_sent")
      .on(table.accountId, table.decidedAt)
      .where(sql`state = 'handed'`),
  ],
);

/**
 * What a sender, the business's own or the installation's, sent for a business today. A new sender starts
 * slowly.
 */
export const sequencesSenders = pgTable(
  "sequences_senders",
  {
    accountId: accountId(),
    address: text("address").notNull(),
    /** In the business's zone, like `day`. */
    firstDay: date("first_day").notNull(),
    day: date("day").notNull(),
    sent: integer("sent").notNull(),
    /** Delayed messages have slots until then. */
    madeUpUntil: instant("made_up_until"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.address] })],
);

/** Dates announced to the business. The row commits with the email, so there is one. */
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
