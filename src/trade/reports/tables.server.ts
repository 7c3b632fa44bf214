import { bigint, boolean, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import { EVERYTHING, type Every } from "./rules.ts";

/** A report of a job. Once it is made, nothing of it changes: its file is what was sent. */
export const reports = pgTable(
  "reports",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    /** What the job was called then. */
    jobName: text("job_name").notNull(),
    /** Days of the job's own calendar, both part of it. */
    fromDay: date("from_day", { mode: "string" }).notNull(),
    toDay: date("to_day", { mode: "string" }).notNull(),
    /**
     * Of a schedule: it tells what was taken after the one count of the account and up to the other, whenever
     * it happened. Counts and not moments: a change that is committed late has a time before it, and would be
     * told by no report. Null for one of days.
     */
    sinceCount: bigint("since_count", { mode: "number" }),
    untilCount: bigint("until_count", { mode: "number" }),
    /** About when the first of these counts was. */
    sinceAt: instant("since_at"),
    /** `all`: whatever happened on the job; or the name of a shape of its own, such as the daily log. */
    shape: text("shape").notNull().default(EVERYTHING),
    /** One company's alone, in a shape that knows companies; null for all. */
    company: uuid("company"),
    /** Photos on a page; 0 for none. */
    photosPerPage: integer("photos_per_page").notNull(),
    /** Whether it says where photos were taken. */
    places: boolean("places").notNull(),
    zone: text("zone").notNull(),
    state: text("state", { enum: ["waiting", "ready", "failed"] }).notNull(),
    problem: text("problem"),
    scheduleId: uuid("schedule_id"),
    /** Key in the file store, and what follows only once it is made. */
    file: text("file"),
    fileName: text("file_name"),
    sha256: text("sha256"),
    bytes: integer("bytes"),
    entries: integer("entries"),
    photos: integer("photos"),
    /** Photos that entries name and that had not arrived. */
    absent: integer("absent"),
    /** Where the job's history stood: the last entry, and its hash. */
    historyNumber: integer("history_number"),
    historyHash: text("history_hash"),
    madeBy: uuid("made_by"),
    createdAt: instant("created_at").notNull(),
    readyAt: instant("ready_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("reports_newest").on(table.accountId, table.createdAt),
    index("reports_of_job").on(table.accountId, table.jobId, table.createdAt),
  ],
);

/** That a report was mailed to somebody, with a link of their own. */
export const reportsSendings = pgTable(
  "reports_sendings",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    reportId: uuid("report_id").notNull(),
    /** Empty once whoever it went to is erased. */
    recipient: text("recipient").notNull(),
    /** The client, where they are one of the business's leads. */
    leadId: uuid("lead_id"),
    linkId: uuid("link_id").notNull(),
    sentBy: uuid("sent_by"),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("reports_sendings_of_report").on(table.accountId, table.reportId),
    index("reports_sendings_lead").on(table.accountId, table.leadId),
  ],
);

/** Reports that are made by themselves. */
export const reportsSchedules = pgTable(
  "reports_schedules",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    every: text("every").$type<Every>().notNull(),
    /** 1 Monday to 7 Sunday; of a weekly one. */
    weekday: integer("weekday").notNull(),
    hour: integer("hour").notNull(),
    zone: text("zone").notNull(),
    /** What each of its reports is, as in `reports`. */
    shape: text("shape").notNull().default(EVERYTHING),
    company: uuid("company"),
    photosPerPage: integer("photos_per_page").notNull(),
    places: boolean("places").notNull(),
    toClient: boolean("to_client").notNull(),
    /** Addresses that it is mailed to besides. */
    recipients: text("recipients").array().notNull(),
    /** What the account took after this count was not told yet. */
    sinceCount: bigint("since_count", { mode: "number" }).notNull(),
    sinceAt: instant("since_at").notNull(),
    nextAt: instant("next_at").notNull(),
    pausedAt: instant("paused_at"),
    /** Ended by its people, who can take it back. */
    endedAt: instant("ended_at"),
    madeBy: uuid("made_by"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("reports_schedules_of_job").on(table.accountId, table.jobId),
    index("reports_schedules_due").on(table.nextAt),
  ],
);

/** What became of a schedule's turn: one row each, so that no turn is taken twice. */
export const reportsRuns = pgTable(
  "reports_runs",
  {
    accountId: accountId(),
    scheduleId: uuid("schedule_id").notNull(),
    dueAt: instant("due_at").notNull(),
    at: instant("at").notNull(),
    /** `nothing`: nothing had happened, so nothing was made. */
    outcome: text("outcome", { enum: ["made", "nothing"] }).notNull(),
    reportId: uuid("report_id"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.scheduleId, table.dueAt] })],
);

const WORK = { read: "work.read", write: "work.write" } as const;

/** Not even of their one job: what is sent to a client, and to whom, is the business's. */
export const reportsTableRights = { reports: WORK, reports_schedules: WORK } as const;
