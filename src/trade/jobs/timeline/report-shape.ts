import type { ToolWord } from "#ground/businesses/public.server.ts";
import type { Drawing } from "#ground/signatures/public.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Units } from "#platform/measures/units.ts";
import type { Place } from "#trade/fieldwork/public.ts";

/** What a report with its own shape includes. */
export interface ShapeAsk {
  /** Also the company of the business's own people. */
  readonly account: string;
  readonly business: string;
  /** Only this company; null for all. */
  readonly company: string | null;
  /** "2026-11-20", in the job's time zone; the range includes both. */
  readonly from: string;
  readonly to: string;
  /** For schedules: days with commands after the first count and up to the second. Null for a range. */
  readonly sinceCount: number | null;
  readonly untilCount: number | null;
  /** IANA zone of the job. */
  readonly zone: string;
  readonly units: Units;
  /** Whether to include places. */
  readonly places: boolean;
  /** What the shape's own form chose; null without one. */
  readonly choice: Json;
  /** Empty for null. */
  nameOf(person: string | null): string;
}

export interface ShapePhoto {
  readonly sha256: string;
  readonly caption: string;
  /** By the device's clock, milliseconds since 1970. */
  readonly at: number;
  /** Empty if the chapter names the author. */
  readonly by: string;
  readonly tags: readonly string[];
  /** Only printed if the report includes places. */
  readonly place: Place | null;
  /** Of a photo book: the SHA-256 of the photo beside it, and which of the two it is: "Before". */
  readonly pair?: { readonly sha256: string; readonly label: string } | null;
}

/** A table row, and what is printed below it. */
export interface ShapeRow {
  readonly cells: readonly string[];
  /** Printed struck through. */
  readonly isReplaced: boolean;
  /** Text, author, whether it was late. */
  readonly below: readonly string[];
  /** SHA-256 of its photos. */
  readonly photos: readonly string[];
}

/**
 * Columns of words share the remaining width; others are as wide as they need to be, figures aligned right.
 */
export interface ShapeColumn {
  readonly name: string;
  readonly is: "words" | "short" | "figure";
}

export interface ShapeTable {
  readonly columns: readonly ShapeColumn[];
  readonly rows: readonly ShapeRow[];
  /** Totals; null for none. */
  readonly total: readonly string[] | null;
}

export interface ShapeEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Empty if the chapter names the author. */
  readonly by: string;
  /** Empty if the title of its part is enough. */
  readonly title: string;
  readonly lines: readonly string[];
  /** Late, replaced or not approved. */
  readonly marks: readonly string[];
  readonly isReplaced: boolean;
  readonly photos: readonly string[];
}

export interface ShapePart {
  readonly title: string;
  readonly table: ShapeTable | null;
  readonly entries: readonly ShapeEntry[];
  /** For the whole part, such as its author. */
  readonly note: string;
}

/** On its own page: one day, or totals. */
export interface ShapeChapter {
  readonly title: string;
  readonly facts: readonly { readonly name: string; readonly lines: readonly string[] }[];
  /** What is missing or needs attention. */
  readonly remarks: readonly string[];
  readonly parts: readonly ShapePart[];
  readonly photos: readonly ShapePhoto[];
}

/** How a mark or a figure looks. */
export type ShapeTone = "good" | "bad" | "plain";

/** A signature given on a device. */
export interface ShapeSignature {
  readonly name: string;
  /** When, and how if it wasn't drawn. */
  readonly details: string;
  /** Null if the typed name is the signature. */
  readonly drawing: Drawing | null;
}

/** A line of a list: a checked item, or an issue. */
export interface ShapeItem {
  /** "12", "PL-004". */
  readonly number: string;
  readonly title: string;
  /** In a word or two: "Fail", "Closed". */
  readonly mark: string;
  readonly tone: ShapeTone;
  /** In small print: who, when, where. */
  readonly details: string;
  readonly lines: readonly string[];
  /** Those of a pair have its label, and stand side by side. */
  readonly photos: readonly ShapePhoto[];
  readonly signature?: ShapeSignature;
}

/** A page of a plan, with what is numbered on it. */
export interface ShapePlan {
  readonly title: string;
  /** Its picture. */
  readonly sha256: string;
  readonly pins: readonly {
    readonly number: string;
    readonly tone: ShapeTone;
    /** Fractions of the picture, from its top left corner. */
    readonly x: number;
    readonly y: number;
  }[];
}

/** Printed as a list: what matters first, then items under headings. */
export interface ShapeList {
  readonly title: string;
  /** What one of its items is called. */
  readonly noun: "item" | "issue";
  readonly facts: readonly { readonly name: string; readonly value: string }[];
  /** "96 passed". */
  readonly figures: readonly { readonly value: string; readonly name: string; readonly tone: ShapeTone }[];
  /** Paragraphs above the items. */
  readonly words: readonly string[];
  readonly plans: readonly ShapePlan[];
  readonly groups: readonly {
    readonly title: string;
    readonly items: readonly ShapeItem[];
    /** A line each, in two columns if there are many. */
    readonly isCompact?: boolean;
    /** Photos are below the last item, with their items' numbers: most items have one or none. */
    readonly hasPhotosBelow?: boolean;
  }[];
  /** Lines to sign on, with what is below each. */
  readonly signs: readonly string[];
  /** The same for spreadsheets; the first row has the headings. */
  readonly rows: readonly (readonly string[])[];
}

export interface FilledShape {
  /** `5 days`, `42 entries`. */
  readonly counts: readonly string[];
  readonly entries: number;
  /** Null for all. */
  readonly company: string | null;
  readonly from: string;
  readonly to: string;
  readonly chapters: readonly ShapeChapter[];
  /** Printed as a photo book: a cover, then the photos of each chapter. Default: days and their tables. */
  readonly book?: {
    readonly title: string;
    readonly showsTime: boolean;
    /** Photos that only a device has yet. */
    readonly absent: number;
  };
  /** Printed as a list, instead of chapters. */
  readonly list?: ShapeList;
}

/** A report with its own layout. Tools name theirs in `tool.server.ts`. */
export interface ReportShape {
  /** Stored with each report, so it must never change. */
  readonly name: string;
  /** Only offered to businesses with this tool. */
  readonly tool: ToolWord;
  /** The tool has a form for it (`requestOfTool` in reports): other forms and schedules don't offer it. */
  readonly hasOwnForm?: boolean;
  /** Shown in the form. */
  readonly label: string;
  readonly hint: string;
  /** Kinds whose commands it needs, to report their history. */
  readonly saying: readonly string[];
  /** Besides the business itself. */
  companies(
    ctx: AccountContext,
    job: string,
  ): Promise<readonly { readonly id: string; readonly name: string }[]>;
  /** Null if there is nothing to report. */
  tell(records: readonly JobRecord[], ask: ShapeAsk): FilledShape | null;
}
