/** A row of a file that is pointed out before it is imported. */
export interface ShownRow {
  /** From 1, as an editor counts. */
  readonly line: number;
  /** A name and an address, as far as the row has them. */
  readonly who: string;
  readonly problem: string;
  /** Whether the person would be imported without what is wrong. */
  readonly isTaken: boolean;
}

/** A column, or the file as a whole, of which only the owner can say whether it keeps people out. */
export interface ImportQuestion {
  readonly at: number | "file";
  readonly header: string;
  /** Some of what stands in it. */
  readonly values: readonly string[];
}

/**
 * What a file is looked through for before it is imported: the first of each, and what its owner is asked.
 */
export interface ImportShown {
  readonly wrong: readonly ShownRow[];
  readonly optedOut: readonly ShownRow[];
  readonly questions: readonly ImportQuestion[];
  /** What the column of consent says, how often, and whether those people come in. */
  readonly consent: readonly { readonly value: string; readonly many: number; readonly isTaken: boolean }[];
}
