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
 * A planned series of steps, and what starts it. Of a page's, going live with another one retires it; who is
 * inside stays inside.
 */
export const sequences = pgTable(
  "sequences",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    name: text("name").notNull(),
    trigger: jsonb("trigger").$type<Trigger>().notNull().default({ kind: "new lead" }),
    /** The page whose new leads start it; null where something else does. */
    pageId: uuid("page_id"),
    steps: jsonb("steps").$type<readonly Step[]>().notNull(),
    /** The lead drip whose words these are; null for what every business begins with. */
    dripId: uuid("drip_id"),
    /** The play that it was made of; null for all others. */
    play: text("play"),
    createdAt: instant("created_at").notNull(),
    /** Since when new leads of the page start another one. */
    retiredAt: instant("retired_at"),
    /** When a date's turn came: whoever was chosen is inside since. */
    begunAt: instant("begun_at"),
    /**
     * The first version of what this is a version of; null for a first one. People stay in the version that
     * they began.
     */
    versionOf: uuid("version_of"),
    /**
     * Since when the business keeps its steps from going out; whoever comes meanwhile waits inside. All
     * versions alike.
     */
    pausedAt: instant("paused_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // One at a time.
    uniqueIndex("sequences_page_live")
      .on(table.accountId, table.pageId)
      .where(sql`retired_at is null`),
    index("sequences_page").on(table.accountId, table.pageId),
    index("sequences_versions").on(table.accountId, table.versionOf),
    // What a date starts is looked for in all accounts, every few minutes.
    index("sequences_dates")
      .on(sql`(trigger ->> 'on')`)
      .where(sql`trigger ->> 'kind' = 'date' and begun_at is null and retired_at is null`),
  ],
);

/**
 * What somebody has changed of a sequence, or begun of a new one, and not put to work: whatever the editor
 * holds, also unfinished.
 */
export const sequencesDrafts = pgTable(
  "sequences_drafts",
  {
    accountId: accountId(),
    /** Of the sequence that it changes, or that it will be. */
    sequenceId: uuid("sequence_id").notNull(),
    name: text("name").notNull(),
    trigger: jsonb("trigger").$type<DraftTrigger>().notNull(),
    steps: jsonb("steps").$type<readonly DraftStep[]>().notNull(),
    /** Counts what was saved: who saves something older is told. */
    revision: integer("revision").notNull(),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: uuid("updated_by"),
    /** What somebody else had saved when another text was put in its place: kept until it is put to work. */
    replaced: jsonb("replaced").$type<ReplacedDraft>(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.sequenceId] })],
);

/** One lead inside one sequence, once or, after that has ended, again. */
export const sequencesEnrolments = pgTable(
  "sequences_enrolments",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    sequenceId: uuid("sequence_id").notNull(),
    leadId: uuid("lead_id").notNull(),
    /** 1 the first time. */
    run: integer("run").notNull().default(1),
    startedAt: instant("started_at").notNull(),
    stoppedAt: instant("stopped_at"),
    stopReason: text("stop_reason"),
    /** Since when the business keeps what is planned from going out; null once it goes on. */
    heldAt: instant("held_at"),
    /**
     * When the business let it go on after an answer, or a stop of its own, had ended it: that answer ends it
     * no more.
     */
    restartedAt: instant("restarted_at"),
    /**
     * Whether they asked for it at that moment, so that what they were promised goes at once. People of a
     * file did not.
     */
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
 * The ledger: one row per (enrolment, step), made with the enrolment, that says when it is due and then what
 * became of it. `waiting` until its time; `held` while the business holds its enrolment; `handed` once a
 * message exists for it (the message's own state says the rest); `task` once a call is to be made, and `done`
 * when it was; `passed` where time went by or a fork was decided, and which way; else `not_sent` and why.
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
    /** When the business said that it was done. */
    doneAt: instant("done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.enrolmentId, table.step] }),
    // Claiming costs the same however many steps sleep: only waiting rows are in these. The first says by
    // itself who has work, so that rows which lie far apart are not read for it.
    index("sequences_steps_due")
      .on(table.dueAt, table.accountId)
      .where(sql`state = 'waiting'`),
    index("sequences_steps_account_due")
      .on(table.accountId, table.dueAt)
      .where(sql`state = 'waiting'`),
    index("sequences_steps_tasks")
      .on(table.accountId, table.decidedAt)
      .where(sql`state = 'task'`),
    // What was to go out on a day and did not.
    index("sequences_steps_not_sent")
      .on(table.accountId, table.dueAt)
      .where(sql`state = 'not_sent'`),
  ],
);

/**
 * How much of a business's has left an address today, its own or the installation's, and since when it sends:
 * a new one begins slowly.
 */
export const sequencesSenders = pgTable(
  "sequences_senders",
  {
    accountId: accountId(),
    address: text("address").notNull(),
    /** Days in the business's zone. */
    firstDay: date("first_day").notNull(),
    day: date("day").notNull(),
    sent: integer("sent").notNull(),
    /** Until when what was held up has its moments already; null where nothing was. */
    madeUpUntil: instant("made_up_until"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.address] })],
);

/**
 * Days on which a business was told in advance what goes out: a row is written with the mail that says so, so
 * there is one.
 */
export const sequencesHeadsUps = pgTable(
  "sequences_heads_ups",
  {
    accountId: accountId(),
    /** By the business's own calendar. */
    day: date("day", { mode: "string" }).notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);
