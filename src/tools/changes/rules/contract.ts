import type { State } from "./states.ts";

/** What a change does to the contract once it is approved. */
export interface Booked {
  readonly state: State;
  /** Of the contract sum, in cents; may be negative. */
  readonly cents: number;
  readonly days: number;
  /** The allowance that pays a part of it, and how much. */
  readonly covered: { readonly id: string; readonly cents: number } | null;
}

/** What a job's contract says now: as it was signed, with the approved changes. */
export interface Contract {
  /** In cents; null if nobody entered the contract sum. */
  readonly original: number | null;
  /** Approved changes, in cents. */
  readonly net: number;
  readonly sum: number | null;
  /** "2026-12-18"; null if nobody entered when the job finishes. */
  readonly finish: string | null;
  readonly days: number;
  readonly completion: string | null;
}

/** Moves a day. @param day "2026-12-18" */
export const movedDay = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString();

/**
 * The contract with its changes. Only approved ones count: a voided one takes back what it added.
 * @param signed the sum and the finish as agreed at first
 */
export function contractOf(
  signed: { readonly cents: number | null; readonly finish: string | null },
  changes: readonly Booked[],
): Contract {
  const approved = changes.filter(({ state }) => state === "approved");
  const net = approved.reduce((all, { cents }) => all + cents, 0);
  const days = approved.reduce((all, one) => all + one.days, 0);
  const { cents: original, finish } = signed;
  return {
    ...{ original, net, finish, days },
    sum: original === null ? null : original + net,
    completion: finish === null ? null : movedDay(finish, days),
  };
}

/** What approved changes have left of an allowance, in cents; negative once it is overdrawn. */
export const allowanceLeft = (
  { id, cents }: { readonly id: string; readonly cents: number },
  changes: readonly Booked[],
): number =>
  changes.reduce(
    (left, { state, covered }) => (state === "approved" && covered?.id === id ? left - covered.cents : left),
    cents,
  );
