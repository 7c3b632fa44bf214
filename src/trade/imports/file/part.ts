import type { ImportMapping } from "../format/columns.ts";

/** A table of a file, or the photos and papers of a ZIP, and what they become. */
export interface ImportPart {
  /** Of a table in a ZIP; null for a file that is a table itself, and for what isn’t one. */
  readonly path: string | null;
  /** Null until the owner says what it is. */
  readonly format: string | null;
  readonly program: string | null;
  /** Empty for what isn’t a table. */
  readonly headers: readonly string[];
  readonly mapping: ImportMapping;
  readonly dayFirst: boolean;
  readonly rows: number;
  /** Of a list of people: its import among those of leads, which asks whether they agreed to get email. */
  readonly people?: string;
}

/** What wasn’t imported, or not all of it. */
export interface ListedProblem {
  /** "jobs.csv, line 12" or "Mill Rd/plan.pdf". */
  readonly where: string;
  readonly title: string;
  readonly problem: string;
  /** Whether the rest of it is imported. */
  readonly isTaken: boolean;
}

/** What an import would do. */
export interface ImportPreview {
  readonly counts: readonly {
    readonly format: string;
    readonly added: number;
    readonly known: number;
    readonly repeated: number;
    readonly refused: number;
  }[];
  /** Jobs that are added because something is on them. */
  readonly newJobs: { readonly count: number; readonly names: readonly string[] };
  readonly rows: readonly {
    readonly format: string;
    readonly title: string;
    readonly details: string;
    readonly job: string | null;
    readonly isKnown: boolean;
  }[];
  readonly problems: readonly ListedProblem[];
  /** Whether something names no job, so that the owner has to choose one. */
  readonly needsJob: boolean;
}

/** How many problems are listed; the others are counted. */
export const MOST_PROBLEMS = 100;
