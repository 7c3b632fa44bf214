import type { ShownRecord } from "#ground/sync/public.tsx";
import type { Job } from "./rules.ts";

/** What a job's contract says now: as it was signed, with the approved changes. */
export interface ContractNow {
  /** In cents; null if nobody entered the contract sum. */
  readonly sum: number | null;
  /** Approved changes, in cents; may be negative. */
  readonly net: number;
  /** How many changes are approved. */
  readonly approved: number;
  /** "2026-12-18"; null if nobody entered when the job finishes. */
  readonly completion: string | null;
}

/** How a tool knows the contract of a job, from the records on the device. */
export interface Contract {
  readonly kinds: readonly string[];
  /** Pure. @param of the job's records of a kind */
  contractOf(
    job: Pick<Job, "contractCents" | "finishesOn">,
    of: (kind: string) => readonly ShownRecord[],
  ): ContractNow;
}
