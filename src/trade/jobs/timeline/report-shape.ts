import type { ToolWord } from "#ground/businesses/public.server.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Units } from "#platform/measures/units.ts";
import type { Place } from "../photos/photos.ts";

/** Which days of a job a report of a shape of its own tells, and how it is to say it. */
export interface ShapeAsk {
  /** The account's id, which is the company of all its own people. */
  readonly account: string;
  /** What the business is called. */
  readonly business: string;
  /** One company alone; null for all. */
  readonly company: string | null;
  /** Days of the job's calendar, both part of it: "2026-11-20". */
  readonly from: string;
  readonly to: string;
  /**
   * Of a schedule: it tells the days on which something came in after the one count and up to the other. Null
   * for days.
   */
  readonly sinceCount: number | null;
  readonly untilCount: number | null;
  /** IANA zone of the job. */
  readonly zone: string;
  readonly units: Units;
  /** Whether it says where something was written or taken. */
  readonly places: boolean;
  /** What a person is called; empty for nobody. */
  nameOf(person: string | null): string;
}

/** A photo as a chapter shows it. */
export interface ShapePhoto {
  readonly sha256: string;
  readonly caption: string;
  /** When it was taken as its device said, milliseconds since 1970. */
  readonly at: number;
  /** Empty where the chapter says who wrote it. */
  readonly by: string;
  readonly tags: readonly string[];
  /**
   * Where whoever took it stood, as their device said; null where nobody knows. A report tells it where it is
   * asked to.
   */
  readonly place: Place | null;
}

/** A line of a table: what it says, and what stands under it across all columns. */
export interface ShapeRow {
  readonly cells: readonly string[];
  /** Whether something later took its place: it stays readable, struck through. */
  readonly isReplaced: boolean;
  /** Words, who wrote them, whether late: the line below. */
  readonly below: readonly string[];
  /** SHA-256 of its photos. */
  readonly photos: readonly string[];
}

/**
 * A column: words share what room there is, short ones and figures take what they need, figures at the right.
 */
export interface ShapeColumn {
  readonly name: string;
  readonly is: "words" | "short" | "figure";
}

export interface ShapeTable {
  readonly columns: readonly ShapeColumn[];
  readonly rows: readonly ShapeRow[];
  /** The last line, which sums up; null for none. */
  readonly total: readonly string[] | null;
}

/** Something that was said, at its time. */
export interface ShapeEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Empty where the chapter says who wrote it. */
  readonly by: string;
  /** In a word; empty where its part says enough. */
  readonly title: string;
  readonly lines: readonly string[];
  /** That it is late, replaced, not approved. */
  readonly marks: readonly string[];
  readonly isReplaced: boolean;
  readonly photos: readonly string[];
}

/** A part of a chapter: a table, or what was said one after the other. */
export interface ShapePart {
  readonly title: string;
  readonly table: ShapeTable | null;
  readonly entries: readonly ShapeEntry[];
  /** What holds of all of it, such as who wrote it. */
  readonly note: string;
}

/** A page of its own: a day, or the totals of all of them. */
export interface ShapeChapter {
  readonly title: string;
  /** Each with a line or more. */
  readonly facts: readonly { readonly name: string; readonly lines: readonly string[] }[];
  /** What is missing, or must not be missed. */
  readonly remarks: readonly string[];
  readonly parts: readonly ShapePart[];
  readonly photos: readonly ShapePhoto[];
}

/** What a report of a shape of its own tells. */
export interface FilledShape {
  /** What is in it, counted: `5 days`, `42 entries`. */
  readonly counts: readonly string[];
  /** How many things were written down. */
  readonly entries: number;
  /** Whose it is alone; null for everybody's. */
  readonly company: string | null;
  /** The first and the last day that it tells. */
  readonly from: string;
  readonly to: string;
  readonly chapters: readonly ShapeChapter[];
}

/** A report in a shape of its own, such as the daily log: a tool's line in `src/app/report-lines.ts`. */
export interface ReportShape {
  /** Kept with each report: never changes. */
  readonly name: string;
  /** The tool whose it is: without it there is nothing to choose. */
  readonly tool: ToolWord;
  /** How it is chosen, and what stands on it. */
  readonly label: string;
  readonly hint: string;
  /** Kinds of which it reads what each command said, because it tells what became of them. */
  readonly saying: readonly string[];
  /** Whose reports there are to choose from on a job, besides the business's own. */
  companies(
    ctx: AccountContext,
    job: string,
  ): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Null where there is nothing to tell. */
  tell(records: readonly JobRecord[], ask: ShapeAsk): FilledShape | null;
}
