import type { ToolWord } from "#ground/businesses/public.server.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Units } from "#platform/measures/units.ts";
import type { Place } from "../photos/photos.ts";

/** Which days and details a report with its own shape includes. */
export interface ShapeAsk {
  /** The account's id. It is also the company of the business's own people. */
  readonly account: string;
  /** The name of the business. */
  readonly business: string;
  /** Only this company; null for all. */
  readonly company: string | null;
  /** Days in the job's time zone, "2026-11-20"; the range includes both. */
  readonly from: string;
  readonly to: string;
  /**
   * For schedules: includes days with commands after the first count and up to the second. Null for a range
   * of days.
   */
  readonly sinceCount: number | null;
  readonly untilCount: number | null;
  /** IANA zone of the job. */
  readonly zone: string;
  readonly units: Units;
  /** Whether to include the places where entries were written and photos taken. */
  readonly places: boolean;
  /** A person's name; empty for null. */
  nameOf(person: string | null): string;
}

export interface ShapePhoto {
  readonly sha256: string;
  readonly caption: string;
  /** When it was taken, by its device's clock; milliseconds since 1970. */
  readonly at: number;
  /** The author; empty if the chapter names them. */
  readonly by: string;
  readonly tags: readonly string[];
  /** The position reported by the device; null if unknown. Only printed if the report includes places. */
  readonly place: Place | null;
}

/** A row of a table, and what is printed below it across all columns. */
export interface ShapeRow {
  readonly cells: readonly string[];
  /** Whether something later replaced it; it is printed struck through. */
  readonly isReplaced: boolean;
  /** Lines below it: text, author, whether it was late. */
  readonly below: readonly string[];
  /** SHA-256 of its photos. */
  readonly photos: readonly string[];
}

/**
 * A column. Columns of words share the remaining width; short texts and figures are as wide as they need to
 * be, and figures are aligned right.
 */
export interface ShapeColumn {
  readonly name: string;
  readonly is: "words" | "short" | "figure";
}

export interface ShapeTable {
  readonly columns: readonly ShapeColumn[];
  readonly rows: readonly ShapeRow[];
  /** The last row, with totals; null for none. */
  readonly total: readonly string[] | null;
}

/** A text with its time and author. */
export interface ShapeEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The author; empty if the chapter names them. */
  readonly by: string;
  /** Empty if the title of its part is enough. */
  readonly title: string;
  readonly lines: readonly string[];
  /** Whether it is late, replaced or not approved. */
  readonly marks: readonly string[];
  readonly isReplaced: boolean;
  readonly photos: readonly string[];
}

/** A part of a chapter: a table or a list of entries. */
export interface ShapePart {
  readonly title: string;
  readonly table: ShapeTable | null;
  readonly entries: readonly ShapeEntry[];
  /** A remark on the whole part, such as its author. */
  readonly note: string;
}

/** A chapter on its own page: one day, or the totals of all days. */
export interface ShapeChapter {
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly lines: readonly string[] }[];
  /** What is missing or needs attention. */
  readonly remarks: readonly string[];
  readonly parts: readonly ShapePart[];
  readonly photos: readonly ShapePhoto[];
}

/** The content of a report with its own shape. */
export interface FilledShape {
  /** Its contents in numbers: `5 days`, `42 entries`. */
  readonly counts: readonly string[];
  readonly entries: number;
  /** The only company it covers; null for all. */
  readonly company: string | null;
  /** The first and last day it covers. */
  readonly from: string;
  readonly to: string;
  readonly chapters: readonly ShapeChapter[];
}

/**
 * A kind of report with its own layout, such as the daily log. Tools register theirs in
 * `src/app/report-lines.ts`.
 */
export interface ReportShape {
  /** Stored with each report, so it must never change. */
  readonly name: string;
  /** The report is only offered to businesses with this tool. */
  readonly tool: ToolWord;
  /** Shown in the form. */
  readonly label: string;
  readonly hint: string;
  /** Kinds whose commands it needs, because it reports their history. */
  readonly saying: readonly string[];
  /** Companies to choose from on a job, besides the business itself. */
  companies(
    ctx: AccountContext,
    job: string,
  ): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Null if there is nothing to report. */
  tell(records: readonly JobRecord[], ask: ShapeAsk): FilledShape | null;
}
