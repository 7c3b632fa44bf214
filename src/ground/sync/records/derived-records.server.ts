import type { AccountContext } from "#platform/db/scope.server.ts";
import type { StoredRecord } from "../device/protocol.ts";

/** Records that no device writes: other events on a job, with a count of their own. */
export interface DerivedRecords {
  readonly records: readonly StoredRecord[];
  readonly upTo: number;
  readonly more: boolean;
}

type ReadDerivedRecords = (ctx: AccountContext, job: string, after: number) => Promise<DerivedRecords>;

let read: ReadDerivedRecords = (_ctx, _job, after) =>
  Promise.resolve({ records: [], upTo: after, more: false });

/**
 * Registers the source of a job's other events, such as sent reports, which live on a higher floor. Called
 * once per process.
 */
export function setDerivedRecords(reader: ReadDerivedRecords): void {
  read = reader;
}

/** Events on a job after that number of its own count, limited to what the requester may see. */
export const derivedRecordsAfter: ReadDerivedRecords = (ctx, job, after) => read(ctx, job, after);
