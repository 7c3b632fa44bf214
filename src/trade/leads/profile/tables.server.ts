import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";

/** Pictures of recent work that a business shows on its pages: smaller copies without the camera's notes. */
export const leadsWorkPhotos = pgTable(
  "leads_work_photos",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** Keys in the file store: for the list, and for a screen. Empty for a job photo. */
    thumbFile: text("thumb_file").notNull(),
    screenFile: text("screen_file").notNull(),
    /** Of the one in the list, in pixels. */
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    /** What it shows; null for nothing. */
    caption: text("caption"),
    /** Of a job photo; null for an uploaded one. */
    sha256: text("sha256"),
    createdAt: instant("created_at").notNull(),
    /** Can be restored for a while. */
    removedAt: instant("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("leads_work_photos_newest").on(table.accountId, table.createdAt),
  ],
);
