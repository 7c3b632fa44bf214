import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { DayState, EntryType } from "./rules.ts";

/** Read model for lists; the sync record is the source of truth. A Day's first entry may create its row. */
export const logsDays = pgTable(
  "logs_days",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    /** In the job's time zone. */
    date: date("date", { mode: "string" }).notNull(),
    /** The account's id, or a guest's own. */
    company: uuid("company").notNull(),
    companyName: text("company_name"),
    state: text("state").$type<DayState>().notNull(),
    why: text("why"),
    /** Null until someone sets a state. */
    stateAt: instant("state_at"),
    stateBy: uuid("state_by"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("logs_days_newest").on(table.accountId, table.date, table.id),
    index("logs_days_of_job").on(table.accountId, table.jobId, table.date),
  ],
);

/** Read model: the figures of an entry; lists and searches find it as an item of `#ground/worklist`. */
export const logsEntries = pgTable(
  "logs_entries",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    company: uuid("company").notNull(),
    /** Set even without a weather record. */
    weather: uuid("weather").notNull(),
    type: text("type").$type<EntryType>().notNull(),
    text: text("text").notNull(),
    /** The heading: the crew, the item, or the delay. */
    title: text("title").notNull(),
    people: integer("people"),
    /** The crew’s company as typed; null without a crew, "" for the business’s own people. */
    crew: text("crew"),
    /** Person-hours. */
    hours: doublePrecision("hours"),
    hoursLost: doublePrecision("hours_lost"),
    tags: text("tags").array().notNull(),
    /** SHA-256 of its photos, oldest first. */
    photos: text("photos").array().notNull(),
    corrects: uuid("corrects"),
    approved: boolean("approved"),
    /** Null where the author has no account. */
    author: uuid("author"),
    writtenAt: instant("written_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("logs_entries_of_day").on(table.accountId, table.jobId, table.date, table.company),
    index("logs_entries_crews")
      .on(table.accountId, table.date)
      .where(sql`crew is not null`),
  ],
);

/** Read model for display. */
export const logsWeathers = pgTable(
  "logs_weathers",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    /** The observation, and the newest reading for the job's current position, without its hours. */
    said: jsonb("said").$type<Readonly<Record<string, unknown>>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("logs_weathers_of_job").on(table.accountId, table.jobId, table.date),
  ],
);

/** The hour is in the job's time zone. */
export const logsReminders = pgTable(
  "logs_reminders",
  { accountId: accountId(), jobId: uuid("job_id").notNull(), hour: integer("hour").notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.jobId] })],
);
