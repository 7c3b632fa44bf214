import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Use, Wording } from "./consent/rules.ts";
import type { Chosen } from "./gallery/chosen.ts";

/** Requests to a client to show photos of their job. Never change; each is a paper with the same id. */
export const photosAsks = pgTable(
  "photos_asks",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    wording: jsonb("wording").$type<Wording>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("photos_asks_of_job").on(table.accountId, table.jobId),
  ],
);

/** The photos of a request, as they were shown. */
export const photosAsked = pgTable(
  "photos_asked",
  {
    accountId: accountId(),
    askId: uuid("ask_id").notNull(),
    sha256: text("sha256").notNull(),
    jobId: uuid("job_id").notNull(),
    /** Of its record; names the picture outside without its hash. */
    photoId: uuid("photo_id").notNull(),
    /** From 0. */
    place: integer("place").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.askId, table.sha256] }),
    index("photos_asked_photo").on(table.accountId, table.photoId),
    index("photos_asked_job").on(table.accountId, table.jobId),
  ],
);

/** Answers to requests. None is ever changed: the last one counts. */
export const photosConsents = pgTable(
  "photos_consents",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    askId: uuid("ask_id").notNull(),
    jobId: uuid("job_id").notNull(),
    /** Empty for a no, and for a yes that is taken back. */
    uses: jsonb("uses").$type<readonly Use[]>().notNull(),
    /** SHA-256 of the photos that may be shown. */
    photos: jsonb("photos").$type<readonly string[]>().notNull(),
    /** Shown with the photos; empty for nothing. */
    credit: text("credit").notNull(),
    /** As they typed it; empty after an erasure. */
    name: text("name").notNull(),
    /** What the business wrote when it took the yes back for its client. */
    note: text("note").notNull(),
    /** Who got the request; null where the business took the yes back. */
    recipientId: uuid("recipient_id"),
    linkId: uuid("link_id"),
    /** The person of the business who took the yes back. */
    madeBy: uuid("made_by"),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("photos_consents_of_ask").on(table.accountId, table.askId, table.at),
    index("photos_consents_of_job").on(table.accountId, table.jobId),
  ],
);

/** What a business chose to show on its page, in its order. Only what its client agrees to is shown. */
export const photosRecent = pgTable(
  "photos_recent",
  {
    accountId: accountId(),
    /** Of the record of its photo, or of the earlier one of a pair. */
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    sha256: text("sha256").notNull(),
    /** The later photo of a before and after; null for a single one. */
    pair: text("pair"),
    caption: text("caption").notNull(),
    /** Ascending; without gaps only by chance. */
    place: integer("place").notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** Photos of a job that people outside may see by link. Its links are those of its paper. */
export const photosGalleries = pgTable(
  "photos_galleries",
  {
    accountId: accountId(),
    /** Also the id of its paper. */
    id: uuid("id").notNull(),
    jobId: uuid("job_id").notNull(),
    title: text("title").notNull(),
    /** Which photos: a list that never changes, or what new ones have to be to show up. */
    chosen: jsonb("chosen").$type<Chosen>().notNull(),
    /** Whether it says at which time of the day photos were taken. */
    withTime: boolean("with_time").notNull(),
    /** Whether it says where photos were taken, on the page and in the files. */
    withPlace: boolean("with_place").notNull(),
    /** Whether photos are downloaded at full size. */
    fullSize: boolean("full_size").notNull(),
    madeBy: uuid("made_by"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("photos_galleries_of_job").on(table.accountId, table.jobId, table.createdAt),
  ],
);
