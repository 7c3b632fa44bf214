import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { TableRights } from "#ground/businesses/public.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Mapping } from "../csv/mapping.ts";
import type { ImportPreviewData } from "../csv/sample-rows.ts";

/** Progress of an import. `ready` waits for its owner; the rest happens in the background. */
const IMPORT_STATES = ["ready", "running", "done", "undoing", "undone"] as const;

export interface ImportCounts {
  readonly added: number;
  readonly known: number;
  readonly suppressed: number;
  readonly repeated: number;
  readonly errors: number;
  /** Left out because the file marks them as opted out. */
  readonly optedOut: number;
}

/** A file of people: the file, the owner's choices, and the progress. */
export const leadsImports = pgTable(
  "leads_imports",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    fileName: text("file_name").notNull(),
    /** Key in the file store; null after the file was fully read or discarded. */
    file: text("file"),
    /** SHA-256 of the content. Importing the same file again adds no touch. */
    hash: text("hash").notNull(),
    bytes: integer("bytes").notNull(),
    encoding: text("encoding").notNull(),
    delimiter: text("delimiter").notNull(),
    /** How quotes are escaped; see Quoting of the reader. */
    quoting: text("quoting", { enum: ["double", "backslash", "rows"] })
      .notNull()
      .default("double"),
    /** Records above the header, such as a title or the export date. */
    titleRows: integer("title_rows").notNull().default(0),
    hasHeader: boolean("has_header").notNull(),
    headers: jsonb("headers").$type<readonly string[]>().notNull(),
    /** The first rows, for the preview; emptied at the start. */
    sample: jsonb("sample").$type<readonly (readonly string[])[]>().notNull(),
    mapping: jsonb("mapping").$type<Mapping>().notNull(),
    /** Whether 1/2/2026 is February 1. */
    dayFirst: boolean("day_first").notNull(),
    /** Null while the mapping is incomplete. */
    counts: jsonb("counts").$type<ImportCounts>(),
    /** Emptied at the start, like `sample`. */
    shown: jsonb("shown").$type<ImportPreviewData>(),
    state: text("state", { enum: IMPORT_STATES }).notNull(),
    origin: text("origin"),
    /** The consent statement the owner made at the start. */
    wording: text("wording"),
    /** The page whose follow-up new people get; null for none. */
    pageId: uuid("page_id"),
    createdAt: instant("created_at").notNull(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    undoneAt: instant("undone_at"),
    /** Records processed. Advances in the transaction that stores their results. */
    position: integer("position").notNull(),
    added: integer("added").notNull(),
    known: integer("known").notNull(),
    suppressed: integer("suppressed").notNull(),
    repeated: integer("repeated").notNull(),
    errors: integer("errors").notNull(),
    optedOut: integer("opted_out").notNull().default(0),
    /** Imported without a part that could not be read. */
    partly: integer("partly").notNull(),
    /** Follow-up starts after this time, and the last person's by `startsUntil`. */
    startsAfter: instant("starts_after"),
    startsUntil: instant("starts_until"),
    /** Leads that an undo removed, and how many it left, by reason. */
    removed: integer("removed").notNull(),
    kept: jsonb("kept").$type<Readonly<Record<string, number>>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/** What an import changed per lead, for an undo. Deleted by the undo or after its deadline. */
export const leadsImportsPeople = pgTable(
  "leads_imports_people",
  {
    accountId: accountId(),
    importId: uuid("import_id").notNull(),
    leadId: uuid("lead_id").notNull(),
    isNew: boolean("is_new").notNull(),
    /** Whether this import added a touch and a consent. */
    touched: boolean("touched").notNull(),
    phone: text("phone"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.importId, table.leadId] }),
    index("leads_imports_people_lead").on(table.accountId, table.leadId),
  ],
);

/** Rows with errors, as in the file. */
export const leadsImportsErrors = pgTable(
  "leads_imports_errors",
  {
    accountId: accountId(),
    importId: uuid("import_id").notNull(),
    row: integer("row").notNull(),
    line: integer("line").notNull(),
    column: text("field").notNull(),
    problem: text("problem").notNull(),
    isTaken: boolean("is_taken").notNull(),
    cells: jsonb("cells").$type<readonly string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.importId, table.row] })],
);

/** Only owners and managers may see or import files of people, or change what the page shows. */
export const leadsTableRights: Readonly<Record<string, TableRights>> = {
  leads_work_photos: { read: "work.read", write: "business.change" },
  leads_imports: { read: "leads.import", write: "leads.import" },
  leads_imports_people: { read: "leads.import", write: "leads.import" },
  leads_imports_errors: { read: "leads.import", write: "leads.import" },
};
