import { boolean, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TableRights } from "#features/businesses/public.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";

/** Links tell who was sent what: nothing for a guest of the job. */
export const sharesTableRights: Readonly<Record<string, TableRights>> = { shares_links: { read: "work.read", write: "work.write" } };

/** Something shared with a client by link, `/s/{token}`. The token itself is never kept, only its hash. */
export const sharesLinks = pgTable(
  "shares_links",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    tokenHash: text("token_hash").notNull(),
    kind: text("kind").notNull(),
    title: text("title").notNull(),
    /** Key of the document in the file store. */
    file: text("file").notNull(),
    fileName: text("file_name").notNull(),
    /** Whom it was made for, such as a lead. */
    jobId: uuid("job_id"),
    askSignature: boolean("ask_signature").notNull().default(false),
    aboutId: uuid("about_id"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    uniqueIndex("shares_links_token").on(table.accountId, table.tokenHash),
    index("shares_links_about").on(table.accountId, table.aboutId),
  ],
);
