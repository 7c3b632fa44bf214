import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TableRights } from "#ground/businesses/public.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Drawing } from "./rules.ts";

/**
 * What somebody answered to a document that asked for their signature. Nothing of it changes but `copy_*`,
 * and what is erased.
 */
export const signatures = pgTable(
  "signatures",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    /** The link by which the document was shared. */
    linkId: uuid("link_id").notNull(),
    jobId: uuid("job_id"),
    /** Whom the link was made for, such as a lead. */
    aboutId: uuid("about_id"),
    state: text("state", { enum: ["signed", "declined"] }).notNull(),
    /**
     * What was signed: its title, its key in the file store, the name it is saved under, and the SHA-256 of
     * its bytes in hex.
     */
    title: text("title").notNull(),
    file: text("file").notNull(),
    fileName: text("file_name").notNull(),
    sha256: text("sha256").notNull(),
    name: text("name").notNull(),
    email: text("email"),
    phone: text("phone"),
    means: text("means", { enum: ["drawn", "typed"] }),
    drawing: jsonb("drawing").$type<Drawing>(),
    /** What they agreed to before, word for word, and its version. */
    disclosureVersion: text("disclosure_version"),
    disclosure: text("disclosure"),
    /** Why they declined. */
    reason: text("reason").notNull(),
    /** IANA zone, as their device says. */
    zone: text("zone"),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
    at: instant("at").notNull(),
    /** Key of the signed copy, once it is made. */
    copyFile: text("copy_file"),
    /** When both sides were told of it. */
    copySentAt: instant("copy_sent_at"),
    /** When all that tells of the person was erased. */
    erasedAt: instant("erased_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // Whoever presses twice, or in two tabs, has signed once.
    uniqueIndex("signatures_link").on(table.accountId, table.linkId, table.state),
    index("signatures_job").on(table.accountId, table.jobId, table.at),
    index("signatures_file").on(table.accountId, table.file),
    index("signatures_about").on(table.accountId, table.aboutId),
  ],
);

/** Where and with what a client signed is not for a guest of the job. */
export const signaturesTableRights: Readonly<Record<string, TableRights>> = {
  signatures: { read: "work.read", write: "work.write" },
};
