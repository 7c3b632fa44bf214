import { bigint, index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { accountId, instant } from "#platform/db/columns.server.ts";

/** A file that someone of the business saved with a lead. */
export const leadsFiles = pgTable(
  "leads_files",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    leadId: uuid("lead_id").notNull(),
    /** As the person's device named it. */
    name: text("name").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
    /** Key in the file store. */
    file: text("file").notNull(),
    /** Key of a small picture of it; null for what isn't a photo. */
    thumbFile: text("thumb_file"),
    userId: uuid("user_id").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Can be restored for a while. */
    removedAt: instant("removed_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    index("leads_files_lead").on(table.accountId, table.leadId, table.createdAt),
    // For summing an account's storage before each upload.
    index("leads_files_size").on(table.accountId, table.bytes),
  ],
);
