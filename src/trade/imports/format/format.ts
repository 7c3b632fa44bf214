import type { Json } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { ImportedRecord } from "./record.ts";

/** A column that a format reads. */
export interface ImportColumn {
  readonly name: string;
  /** In the form in which owners choose columns. */
  readonly label: string;
  /** Patterns of headers as `plainHeader` writes them, surest first. */
  readonly words: readonly RegExp[];
  readonly isRequired?: true;
}

/** An export of another product, recognized by its header. */
export interface KnownExport {
  readonly program: string;
  /** All of these are among its headers, in any capitals. */
  readonly heads: readonly string[];
}

/** A row of a file, with the cells of the columns that were found. Cells are trimmed; missing ones are "". */
export interface ImportRow {
  readonly line: number;
  of(column: string): string;
  /** Cells that no column reads, with their headers; without empty ones. */
  others(): readonly (readonly [header: string, cell: string])[];
}

export interface ReadOptions {
  /** "Jobber"; null for an unknown product. */
  readonly program: string | null;
  /** Whether 1/2/2026 is February 1. */
  readonly dayFirst: boolean;
  /** IANA zone of the business. */
  readonly zone: string;
}

/** What can't be imported, and why. */
export interface ImportProblem {
  readonly problem: string;
}

/** A file of a ZIP that isn't a table. */
export interface ZippedFile {
  /** "Mill Rd/2026-05-01.jpg" */
  readonly path: string;
  /** The folder it is in, without those above; "" at the top. */
  readonly folder: string;
  /** Its name, without folders. */
  readonly name: string;
}

/** How a record of a kind is undone that isn’t simply removed. */
export interface ImportUndo {
  readonly kind: string;
  sets(now: Temporal.Instant): Readonly<Record<string, Json>>;
  /** Sets it again, when the same file is imported once more. */
  readonly back: Readonly<Record<string, Json>>;
  isDone(values: Readonly<Record<string, unknown>>): boolean;
}

/** What a kind of file becomes here. Tools bring theirs (`defineImports` of their `tool.server.ts`). */
export interface ImportFormat {
  /** Stored with each import, so it never changes. */
  readonly id: string;
  /** What such a file has: "Jobs". */
  readonly label: string;
  /** "job" and "jobs". */
  readonly nouns: readonly [one: string, many: string];
  /** What is imported first; later ones may refer to it. */
  readonly order: number;
  /** The tool that has its records, which a business may not have; absent for what every business has. */
  readonly tool?: string;
  /** Whether its records are on jobs, so that the owner chooses one for rows that don’t name any. */
  readonly isOnJob: boolean;
  /** Empty for what is made of whole files. */
  readonly columns: readonly ImportColumn[];
  readonly exports: readonly KnownExport[];
  /** Rows with the same values in these columns are one record, such as the items of an inspection. */
  readonly groupBy?: readonly string[];
  /** Whether it copies the cells of columns that it doesn’t know (`ImportRow.others`). */
  readonly copiesOthers?: true;
  /** Makes a record of a row, or of the rows of one group. Pure. */
  read?(rows: readonly [ImportRow, ...ImportRow[]], options: ReadOptions): ImportedRecord | ImportProblem;
  /** Whether a file of a ZIP is one of its. */
  accepts?(file: ZippedFile): boolean;
  /** Makes a record of a file of a ZIP. Pure. */
  readFile?(file: ZippedFile, options: ReadOptions): ImportedRecord | ImportProblem;
  readonly undo?: ImportUndo;
  /** Called in the transaction that wrote records of it on these jobs. */
  finish?(ctx: AccountContext, jobs: ReadonlySet<string>, program: string | null): Promise<void>;
}
