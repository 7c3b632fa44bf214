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
/** Stems, so that "poured" finds "pouring", and unstemmed words, so that names are found. */
const searchOf = (words: SQL): SQL =>
  sql`to_tsvector('english', ${words}) || to_tsvector('simple', ${words})`;

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

/** Read model for lists and search. */
export const logsEntries = pgTable(
  "logs_entries",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    company: uuid("company").notNull(),
    /** Set even without a weather record, so that a search by weather finds the entry. */
    weather: uuid("weather").notNull(),
    type: text("type").$type<EntryType>().notNull(),
    text: text("text").notNull(),
    /** The heading: the crew, the item, or the delay. */
    title: text("title").notNull(),
    people: integer("people"),
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

/** Read model for display and search. */
export const logsWeathers = pgTable(
  "logs_weathers",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    date: date("date", { mode: "string" }).notNull(),
    /** The observation, and the newest reading for the job's current position, without its hours. */
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

/** The hour is in the job's time zone. */
export const logsReminders = pgTable(
  "logs_reminders",
  { accountId: accountId(), jobId: uuid("job_id").notNull(), hour: integer("hour").notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.jobId] })],
);
