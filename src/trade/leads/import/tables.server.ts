import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { TableRights } from "#ground/businesses/public.server.ts";
import { accountId, instant } from "#platform/db/columns.server.ts";
import type { Mapping } from "../csv/mapping.ts";
import type { ImportShown } from "../csv/sample-rows.ts";

/** How far an import is. `ready` waits for its owner; the rest goes on by itself. */
const IMPORT_STATES = ["ready", "running", "done", "undoing", "undone"] as const;

/** What an import would do, counted before it is begun. */
export interface ImportCounts {
  readonly added: number;
  readonly known: number;
  readonly suppressed: number;
  readonly repeated: number;
  readonly errors: number;
  /** Left out: the file says that they asked not to be emailed. */
  readonly optedOut: number;
}

/** A file of people. Its row says what it is, what its owner said about it, and how far it has been read. */
export const leadsImports = pgTable(
  "leads_imports",
  {
    accountId: accountId(),
    id: uuid("id").notNull(),
    fileName: text("file_name").notNull(),
    /** Key in the file store; null once it was read to its end or given up. */
    file: text("file"),
    /** SHA-256 of the content: the same file another time is no other touch. */
    hash: text("hash").notNull(),
    bytes: integer("bytes").notNull(),
    encoding: text("encoding").notNull(),
    delimiter: text("delimiter").notNull(),
    /** How quotes are written: see Quoting of the reader. */
    quoting: text("quoting", { enum: ["double", "backslash", "rows"] })
      .notNull()
      .default("double"),
    /** Records above the header: a title, the day of the export. */
    titleRows: integer("title_rows").notNull().default(0),
    hasHeader: boolean("has_header").notNull(),
    headers: jsonb("headers").$type<readonly string[]>().notNull(),
    /** The first rows, to show what becomes of them; emptied when it has begun. */
    sample: jsonb("sample").$type<readonly (readonly string[])[]>().notNull(),
    mapping: jsonb("mapping").$type<Mapping>().notNull(),
    /** Whether 1/2/2026 is the first of February. */
    dayFirst: boolean("day_first").notNull(),
    /** Null where the mapping lacks something. */
    counts: jsonb("counts").$type<ImportCounts>(),
    /** Emptied when it has begun, like the first rows. */
    shown: jsonb("shown").$type<ImportShown>(),
    state: text("state", { enum: IMPORT_STATES }).notNull(),
    /** Where the people come from, in the owner's words. */
    origin: text("origin"),
    /** What the owner agreed to when they began it. */
    wording: text("wording"),
    /** The page whose follow-up new people get; null for none. */
    pageId: uuid("page_id"),
    createdAt: instant("created_at").notNull(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    undoneAt: instant("undone_at"),
    /** Records that are done with. Moves in the transaction of what they became. */
    position: integer("position").notNull(),
    added: integer("added").notNull(),
    known: integer("known").notNull(),
    suppressed: integer("suppressed").notNull(),
    repeated: integer("repeated").notNull(),
    errors: integer("errors").notNull(),
    /** Left out: the file says that they asked not to be emailed. */
    optedOut: integer("opted_out").notNull().default(0),
    /** Taken in, but for a part that could not be read. */
    partly: integer("partly").notNull(),
    /** Follow-up begins after this, and by when the last of it has begun. */
    startsAfter: instant("starts_after"),
    startsUntil: instant("starts_until"),
    /** Leads that an undo removed, and how many stayed for which reason. */
    removed: integer("removed").notNull(),
    kept: jsonb("kept").$type<Readonly<Record<string, number>>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
);

/**
 * Who is a lead by an import, and what it changed: what an undo needs. Gone with the undo, or when its time
 * is over.
 */
export const leadsImportsPeople = pgTable(
  "leads_imports_people",
  {
    accountId: accountId(),
    importId: uuid("import_id").notNull(),
    leadId: uuid("lead_id").notNull(),
    isNew: boolean("is_new").notNull(),
    /** Whether touch and consent are this import's. */
    touched: boolean("touched").notNull(),
    /** The number that it filled in. */
    phone: text("phone"),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.importId, table.leadId] }),
    index("leads_imports_people_lead").on(table.accountId, table.leadId),
  ],
);

/** Rows that could not be taken in, or not whole, as they stood in the file. */
export const leadsImportsErrors = pgTable(
  "leads_imports_errors",
  {
    accountId: accountId(),
    importId: uuid("import_id").notNull(),
    /** Its place among the records, from 0. */
    row: integer("row").notNull(),
    /** The line on which it begins, from 1. */
    line: integer("line").notNull(),
    column: text("field").notNull(),
    problem: text("problem").notNull(),
    /** Whether the person was taken in without what is wrong. */
    isTaken: boolean("is_taken").notNull(),
    cells: jsonb("cells").$type<readonly string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.importId, table.row] })],
);

/** A file of people is the owners' and managers' business: other roles neither see nor make one. */
export const leadsTableRights: Readonly<Record<string, TableRights>> = {
  leads_imports: { read: "leads.import", write: "leads.import" },
  leads_imports_people: { read: "leads.import", write: "leads.import" },
  leads_imports_errors: { read: "leads.import", write: "leads.import" },
};
