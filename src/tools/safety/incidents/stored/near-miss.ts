import { readDate, readRecord, readText, readTextOrNull, type Values } from "#ground/sync/public.ts";
import { TIME } from "./injury.ts";

/** The record of a near miss: nobody was hurt. Everybody of the business reads it. */
export const NEAR_MISS = "safety.near-miss";

/** As lists over all jobs find and filter them. */
export const NEAR_MISS_SEARCH = { kind: NEAR_MISS } as const;
export const NEAR_MISS_STATES = ["open", "closed"] as const;

export interface NearMiss {
  /** "NM-2026-001"; null until the server has given it. */
  readonly number: string | null;
  /** "2026-11-01", where the job is. */
  readonly date: string;
  /** "23:50"; null if nobody wrote it down. */
  readonly time: string | null;
  readonly what: string;
  readonly where: string;
  /** What was done right away. */
  readonly done: string;
  /** Whether it was sent without a name. Then nothing says who wrote it. */
  readonly isAnonymous: boolean;
  /** ISO moment; null while it is open. */
  readonly closedAt: string | null;
}

/** Reads a near miss from the values of its record. */
export function nearMissOf(values: Values): NearMiss {
  const when = readRecord(values["when"]);
  const time = readText(when?.["time"]);
  return {
    ...{ number: readTextOrNull(values["number"]), date: readDate(when?.["date"]) ?? "" },
    ...{ time: TIME.test(time) ? time : null, what: readText(values["what"]) },
    ...{ where: readText(values["where"]), done: readText(values["done"]) },
    ...{ isAnonymous: values["anonymous"] === true, closedAt: readTextOrNull(values["closed"]) },
  };
}
