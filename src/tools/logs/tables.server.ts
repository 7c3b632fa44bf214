import { type SQL, sql } from "drizzle-orm";
import {
  boolean,
  customType,
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

const searchable = customType<{ data: string }>({ dataType: () => "tsvector" });
/**
 * Stems, so that "poured" finds "pouring"; and the words as they are, so that a name is found though it is no
 * word.
 */
const searchOf = (words: SQL): SQL =>
  sql`to_tsvector('english', ${words}) || to_tsvector('simple', ${words})`;

/**
 * A Day of a job's log as its record shows it, or as its first entry opened it: what lists are made of. The
 * records are what counts.
 */
export const logsDays = pgTable(
  "logs_days",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    /** Of the job's own calendar. */
    date: date("date", { mode: "string" }).notNull(),
    /** The account's id, or a guest's own. */
    company: uuid("company").notNull(),
    /** A guest's firm. */
    companyName: text("company_name"),
    state: text("state").$type<DayState>().notNull(),
    why: text("why"),
    /** When it came to be in this state, and by whom; null while nobody has said anything of it. */
    stateAt: instant("state_at"),
    stateBy: uuid("state_by"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("logs_days_newest").on(table.accountId, table.date, table.id),
    index("logs_days_of_job").on(table.accountId, table.jobId, table.date),
  ],
);

/** An entry of a log as its record shows it, for lists, and for whoever looks for a word. */
export const logsEntries = pgTable(
  "logs_entries",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    company: uuid("company").notNull(),
    /** The record of that day's weather, whether there is one or not: an entry is found by it. */
    weather: uuid("weather").notNull(),
    type: text("type").$type<EntryType>().notNull(),
    text: text("text").notNull(),
    /** What stands above it: the crew, what came, the delay. */
    title: text("title").notNull(),
    people: integer("people"),
    /** Of all of them together. */
    hours: doublePrecision("hours"),
    hoursLost: doublePrecision("hours_lost"),
    tags: text("tags").array().notNull(),
    /** SHA-256 of its photos, the first taken first. */
    photos: text("photos").array().notNull(),
    corrects: uuid("corrects"),
    approved: boolean("approved"),
    /** Who wrote it first, and when; nobody where a person without an account did. */
    author: uuid("author"),
    writtenAt: instant("written_at").notNull(),
    /** All that it is found by. */
    words: text("words").notNull(),
    search: searchable("search").generatedAlwaysAs((): SQL => searchOf(sql`words`)),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("logs_entries_newest").on(table.accountId, table.date, table.id),
    index("logs_entries_of_day").on(table.accountId, table.jobId, table.date, table.company),
    index("logs_entries_author").on(table.accountId, table.author, table.date),
    index("logs_entries_weather").on(table.accountId, table.weather),
    index("logs_entries_search").using("gin", table.search),
  ],
);

/** The weather of a job and date: what is shown beside a Day, and found by. */
export const logsWeathers = pgTable(
  "logs_weathers",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    /**
     * The newest reading of the job's present place, without its hours, and what somebody saw, as the record
     * says them.
     */
    said: jsonb("said").$type<Readonly<Record<string, unknown>>>().notNull(),
    words: text("words").notNull(),
    search: searchable("search").generatedAlwaysAs((): SQL => searchOf(sql`words`)),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("logs_weathers_of_job").on(table.accountId, table.jobId, table.date),
    index("logs_weathers_search").using("gin", table.search),
  ],
);

/** Jobs whose people are reminded of their log, and at which hour of the job's day. */
export const logsReminders = pgTable(
  "logs_reminders",
  { accountId: accountId(), jobId: uuid("job_id").notNull(), hour: integer("hour").notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.jobId] })],
);

/** Who was reminded of which day: a row is written with the mail, so there is one. */
export const logsReminded = pgTable(
  "logs_reminded",
  {
    accountId: accountId(),
    jobId: uuid("job_id").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    userId: uuid("user_id").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.jobId, table.date, table.userId] })],
);

/** A guest writes of their one job, which keeps these rows in step. */
const OF_JOB = { read: "work.read", write: "work.write", ofJob: true } as const;
const WORK = { read: "work.read", write: "work.write" } as const;
export const logsTableRights = {
  logs_days: OF_JOB,
  logs_entries: OF_JOB,
  logs_weathers: OF_JOB,
  logs_reminders: WORK,
  logs_reminded: WORK,
} as const;
