import type { Values } from "#ground/sync/public.ts";

/** A line with its price. Money is in cents, the quantity in thousandths of the unit. */
export interface PricedWorkLine {
  readonly text: string;
  readonly quantity: number;
  readonly unit: string;
  /** What the client pays for one unit. */
  readonly cents: number;
  /** What one unit costs the business; null if it isn't known. */
  readonly cost: number | null;
  readonly isTaxable: boolean;
}

/** Priced work of a job, such as one change. */
export interface PricedPiece {
  readonly id: string;
  /** "CO-001 Move the opening, approved". */
  readonly label: string;
  readonly lines: readonly PricedWorkLine[];
  /** How many of its lines can't be taken over, such as credits. */
  readonly leftOut: number;
}

/** The records of a tool whose priced lines another tool may take over. */
export interface PricedWork {
  /** Above the pieces: "Lines of a change". */
  readonly label: string;
  /** Kinds that it is worked out from. */
  readonly kinds: readonly string[];
  /** @param records all of the job, of those kinds */
  piecesOf(
    records: readonly { readonly id: string; readonly kind: string; readonly values: Values }[],
  ): readonly PricedPiece[];
}
