import type { AccountContext } from "#platform/db/scope.server.ts";
import type { StoredRecord } from "../device/protocol.ts";

/** Records that no device writes: what else happened on a job, counted by itself. */
export interface DerivedRecords {
  readonly records: readonly StoredRecord[];
  /** Ask on from here. */
  readonly upTo: number;
  /** There is more after it. */
  readonly more: boolean;
}

type ReadHappenings = (ctx: AccountContext, job: string, after: number) => Promise<DerivedRecords>;

let read: ReadHappenings = (_ctx, _job, after) => Promise.resolve({ records: [], upTo: after, more: false });

/**
 * Says who knows what else happened on a job, such as that a report was sent: they stand on a higher step.
 * Called once per process.
 */
export function setDerivedRecords(reader: ReadHappenings): void {
  read = reader;
}

/** What happened on a job after that number of its own count, as far as whoever asks may know it. */
export const derivedRecordsAfter: ReadHappenings = (ctx, job, after) => read(ctx, job, after);
