/** A row as PostgreSQL writes it in JSON. */
export type Row = Readonly<Record<string, unknown>>;

/** Both people as they were, and what moved. */
export interface BeforeMerge {
  readonly kept: Row;
  readonly gone: Row;
  /** What the merge made of `kept`. */
  readonly result: Row;
  readonly addresses: readonly Row[];
  /** Consents to texts that were tied to their number. */
  readonly tied: readonly string[];
  /** By table and column: the keys of rows that moved, and whole rows that had a twin and were deleted. */
  readonly rows: Readonly<Record<string, { readonly moved: readonly Row[]; readonly twins: readonly Row[] }>>;
  /** What other rooms saved. */
  readonly rooms: Readonly<Record<string, unknown>>;
}
