/** A problem row shown before the import. */
export interface ShownRow {
  /** From 1, as editors count. */
  readonly line: number;
  readonly who: string;
  readonly problem: string;
  /** Whether the person is imported anyway, without the bad part. */
  readonly isTaken: boolean;
}

/** A column, or the whole file, about which we must ask the owner. */
export interface ImportQuestion {
  readonly at: number | "file";
  readonly header: string;
  readonly values: readonly string[];
}

export interface ImportPreviewData {
  readonly wrong: readonly ShownRow[];
  readonly optedOut: readonly ShownRow[];
  readonly questions: readonly ImportQuestion[];
  /** The consent column's values, their counts, and whether those people are imported. */
  readonly consent: readonly { readonly value: string; readonly many: number; readonly isTaken: boolean }[];
}
