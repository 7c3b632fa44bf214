/** A problem row shown before the import. */
export interface ShownRow {
  /** From 1, as editors count. */
  readonly line: number;
  readonly who: string;
  readonly problem: string;
  /** Whether the person is imported anyway, without the bad part. */
  readonly isTaken: boolean;
}

/** A column, or the whole file, about which only the owner can say whether it excludes people. */
export interface ImportQuestion {
  readonly at: number | "file";
  readonly header: string;
  readonly values: readonly string[];
}

/** What the owner sees before an import: the first rows of each kind, and questions. */
export interface ImportPreviewData {
  readonly wrong: readonly ShownRow[];
  readonly optedOut: readonly ShownRow[];
  readonly questions: readonly ImportQuestion[];
  /** The values of the consent column, their counts, and whether those people are imported. */
  readonly consent: readonly { readonly value: string; readonly many: number; readonly isTaken: boolean }[];
}
