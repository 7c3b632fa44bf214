import { boolean, index, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Chosen } from "./gallery/chosen.ts";

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
