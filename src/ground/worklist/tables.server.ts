import { type SQL, sql } from "drizzle-orm";
import { bigint, customType, date, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId } from "#platform/db/columns.server.ts";

const searchable = customType<{ data: string }>({ dataType: () => "tsvector" });
/** Stems, so that "poured" finds "pouring", and unstemmed words, so that names are found. */
const searchOf = (words: SQL): SQL =>
  sql`to_tsvector('english', ${words}) || to_tsvector('simple', ${words})`;

/** What lists over all jobs show and find: one row per record. The sync record is the source of truth. */
export const worklistItems = pgTable(
  "worklist_items",
  {
    accountId: accountId(),
    /** The record's id. */
    id: uuid("id").notNull(),
    /** The record's kind. */
    kind: text("kind").notNull(),
    jobId: uuid("job_id").notNull(),
    /** The day it is about, in the job's time zone. */
    date: date("date", { mode: "string" }).notNull(),
    /** As people call it, such as "CO-12"; null where its kind has none. */
    number: text("number"),
    title: text("title").notNull(),
    /** What sort of its kind it is, such as a delay among log entries. */
    type: text("type"),
    state: text("state"),
    /** Who wrote it; null where the author has no account. */
    person: uuid("person"),
    cents: bigint("cents", { mode: "number" }),
    /**
     * Another item whose words find this one too, such as the weather of a log's day. Set even while that
     * item doesn't exist.
     */
    context: uuid("context"),
    tags: text("tags").array().notNull(),
    /** SHA-256 of its photos, oldest first. */
    photos: text("photos").array().notNull(),
    /** Folded, see `wordsIn`. */
    words: text("words").notNull(),
    search: searchable("search").generatedAlwaysAs((): SQL => searchOf(sql`words`)),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("worklist_items_newest").on(table.accountId, table.kind, table.date, table.id),
    index("worklist_items_of_job").on(table.accountId, table.jobId, table.kind, table.date),
    // For which jobs got photos lately: Today asks of every open job.
    index("worklist_items_with_photos")
      .on(table.accountId, table.jobId, table.date)
      .where(sql`photos <> '{}'`),
    index("worklist_items_person").on(table.accountId, table.kind, table.person),
    index("worklist_items_context").on(table.accountId, table.context),
    index("worklist_items_search").using("gin", table.search),
  ],
);

/** A guest's changes to their one job update its rows. */
export const worklistTableRights = {
  worklist_items: { read: "work.read", write: "work.write", ofJob: true },
} as const;
