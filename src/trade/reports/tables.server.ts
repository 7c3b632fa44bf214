import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import type { ReportPage } from "./items/items-page.ts";
import { EVERYTHING, type Every } from "./rules.ts";

/** Once made, it never changes: its file is what was sent. */
export const reports = pgTable(
  "reports",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    /** At the time of the request. */
    jobName: text("job_name").notNull(),
    /** Inclusive, in the job's time zone. */
    fromDay: date("from_day", { mode: "string" }).notNull(),
    toDay: date("to_day", { mode: "string" }).notNull(),
    /**
     * For schedules: commands accepted after the first count and up to the second. Counts instead of times,
     * because a command that commits late has an earlier time and would be in no report. Null for a range.
     */
    sinceCount: bigint("since_count", { mode: "number" }),
    untilCount: bigint("until_count", { mode: "number" }),
    /** Roughly. */
    sinceAt: instant("since_at"),
    /** `all`, or the name of a report shape. */
    shape: text("shape").notNull().default(EVERYTHING),
    /** Null for all. */
    company: uuid("company"),
    /** What the shape's own form chose. */
    choice: jsonb("choice").$type<Json>(),
    /** 0 for none. */
    photosPerPage: integer("photos_per_page").notNull(),
    places: boolean("places").notNull(),
    zone: text("zone").notNull(),
    state: text("state", { enum: ["waiting", "ready", "failed"] }).notNull(),
    problem: text("problem"),
    scheduleId: uuid("schedule_id"),
    /** Key in the file store. Null, like the following columns, until the report is made. */
    file: text("file"),
    fileName: text("file_name"),
    sha256: text("sha256"),
    bytes: integer("bytes"),
    entries: integer("entries"),
    photos: integer("photos"),
    /** Photos that hadn't arrived. */
    absent: integer("absent"),
    /** Of a photo book or a list, as it was printed: its page on the web shows the same. */
    page: jsonb("book").$type<ReportPage>(),
    /** The last entry of the job's history, and its hash. */
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

export const reportsSchedules = pgTable(
  "reports_schedules",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    every: text("every").$type<Every>().notNull(),
    /** 1 Monday to 7 Sunday. */
    weekday: integer("weekday").notNull(),
    hour: integer("hour").notNull(),
    zone: text("zone").notNull(),
    /** As in `reports`. */
    shape: text("shape").notNull().default(EVERYTHING),
    company: uuid("company"),
    photosPerPage: integer("photos_per_page").notNull(),
    places: boolean("places").notNull(),
    toClient: boolean("to_client").notNull(),
    /** Besides the client. */
    recipients: text("recipients").array().notNull(),
    /** The next report covers commands after this count. */
    sinceCount: bigint("since_count", { mode: "number" }).notNull(),
    sinceAt: instant("since_at").notNull(),
    nextAt: instant("next_at").notNull(),
    pausedAt: instant("paused_at"),
    /** Its people may restore it. */
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

/** One row for each due time, so that none is handled twice. */
export const reportsRuns = pgTable(
  "reports_runs",
  {
    accountId: accountId(),
    scheduleId: uuid("schedule_id").notNull(),
    dueAt: instant("due_at").notNull(),
    at: instant("at").notNull(),
    /** `nothing`: nothing had happened. */
    outcome: text("outcome", { enum: ["made", "nothing"] }).notNull(),
    reportId: uuid("report_id"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.scheduleId, table.dueAt] })],
);

const WORK = { read: "work.read", write: "work.write" } as const;

/** Guests have no access: what is sent to a client is the business's matter. */
export const reportsTableRights = { reports: WORK, reports_schedules: WORK } as const;
