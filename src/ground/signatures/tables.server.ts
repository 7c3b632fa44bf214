import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { TableRights } from "#ground/businesses/public.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import type { Drawing } from "./rules.ts";

/** Answers to documents that asked for a signature. Only `copy_*` and erased fields ever change. */
export const signatures = pgTable(
  "signatures",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    linkId: uuid("link_id").notNull(),
    jobId: uuid("job_id"),
    aboutId: uuid("about_id"),
    state: text("state", { enum: ["signed", "declined"] }).notNull(),
    /** The signed document: title, key in the file store, file name, and SHA-256 of its bytes in hex. */
    title: text("title").notNull(),
    file: text("file").notNull(),
    fileName: text("file_name").notNull(),
    sha256: text("sha256").notNull(),
    name: text("name").notNull(),
    email: text("email"),
    phone: text("phone"),
    means: text("means", { enum: ["drawn", "typed"] }),
    drawing: jsonb("drawing").$type<Drawing>(),
    /** The disclosure they agreed to, verbatim, and its version. */
    disclosureVersion: text("disclosure_version"),
    disclosure: text("disclosure"),
    reason: text("reason").notNull(),
    /** What exactly they agreed to, if the document leaves a choice, in words and as its tool reads it. */
    statement: text("statement"),
    choice: jsonb("choice").$type<Json>(),
    /** IANA time zone, as reported by their device. */
    zone: text("zone"),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
    at: instant("at").notNull(),
    copyFile: text("copy_file"),
    copySentAt: instant("copy_sent_at"),
    erasedAt: instant("erased_at"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.id] }),
    // Signing twice, or in two tabs, counts once.
    uniqueIndex("signatures_link").on(table.accountId, table.linkId, table.state),
    index("signatures_job").on(table.accountId, table.jobId, table.at),
    index("signatures_file").on(table.accountId, table.file),
    index("signatures_about").on(table.accountId, table.aboutId),
  ],
);

/** A client's address and device are hidden from guests of a job. */
export const signaturesTableRights: Readonly<Record<string, TableRights>> = {
  signatures: { read: "work.read", write: "work.write" },
};
