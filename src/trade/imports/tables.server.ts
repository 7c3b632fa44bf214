import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { TableRights } from "#ground/businesses/public.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { ImportPart, ImportPreview } from "./file/part.ts";

/** `ready` waits for its owner; the rest happens in the background. */
const STATES = ["ready", "running", "done", "undoing", "undone"] as const;

/** A file from another product: the file, the owner’s choices, and the progress. */
export const imports = pgTable(
  "imports",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    fileName: text("file_name").notNull(),
    /** Key in the file store; null after it was imported. */
    file: text("file"),
    bytes: integer("bytes").notNull(),
    parts: jsonb("parts").$type<readonly ImportPart[]>().notNull(),
    /** The job of what names none. */
    jobId: uuid("job_id"),
    /** What it would do; null while columns are missing, and once it has started. */
    preview: jsonb("preview").$type<ImportPreview>(),
    state: text("state", { enum: STATES }).notNull(),
    /** Who imports it, and as whom it writes. */
    byId: uuid("by_id").notNull(),
    createdAt: instant("created_at").notNull(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    /** Things read. Advances in the transaction that stores them. */
    position: integer("position").notNull(),
    total: integer("total").notNull(),
    /** By format. */
    added: jsonb("added").$type<Readonly<Record<string, number>>>().notNull(),
    known: integer("known").notNull(),
    repeated: integer("repeated").notNull(),
    refused: integer("refused").notNull(),
    /** The first of what wasn’t imported, or not all of it. */
    problems: jsonb("problems").$type<ImportPreview["problems"]>().notNull(),
    /** By an undo, and what it left because people have worked on it since. */
    removed: integer("removed").notNull(),
    kept: integer("kept").notNull(),
    /** Why it stopped before its end; null if it didn’t. */
    trouble: text("trouble"),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** What an import wrote, for its undo. */
export const importsRecords = pgTable(
  "imports_records",
  {
    accountId: accountId(),
    importId: uuid("import_id").notNull(),
    recordId: uuid("record_id").notNull(),
    kind: text("kind").notNull(),
    jobId: uuid("job_id"),
    /** Counted up in the order of writing, so that an undo goes backwards. */
    number: integer("number").notNull(),
    /** The time of its values: a person’s value of another time means that it was changed since. */
    writtenAt: instant("written_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.importId, table.recordId] }),
    index("imports_records_job").on(table.accountId, table.jobId),
  ],
);

/** Only owners and managers may see or import files. */
export const importsTableRights: Readonly<Record<string, TableRights>> = {
  imports: { read: "leads.import", write: "leads.import" },
  imports_records: { read: "leads.import", write: "leads.import" },
};
