import { readText, type Values } from "#ground/sync/public.ts";
import { type Correctable, effectiveEntries } from "./correction-rules.ts";

/** The field of an entry that names what its work is for when the contract doesn't have it: a record's id. */
export const EXTRA_WORK = "extraWork";

/** Work as an entry logs it: people's hours, or equipment. */
export interface LoggedWork extends Correctable {
  /** "2026-11-28". */
  readonly day: string;
  readonly what: string;
  /** Of all people together; 0 for equipment. */
  readonly hours: number;
}

/** Entries of a tool that log work. */
export interface WorkSource {
  readonly kind: string;
  /** Null for an entry without work, and for a removed one. */
  workOf(id: string, values: Values): LoggedWork | null;
}

/** The records of a tool that work may be for beyond the contract, such as changes. */
export interface ExtraWork {
  readonly kind: string;
  labelOf(values: Values): string;
  /** Whether work on it may still be logged. */
  isOpen(values: Values): boolean;
}

/** Work that counts, by what it is for: not what a correction replaced. */
export function workFor(
  source: WorkSource,
  records: readonly { readonly id: string; readonly values: Values }[],
): Map<string, LoggedWork[]> {
  const all = records.flatMap(({ id, values }) => {
    const work = source.workOf(id, values);
    return work ? [{ ...work, on: readText(values[EXTRA_WORK]) }] : [];
  });
  return Map.groupBy(
    effectiveEntries(all).filter(({ on }) => on !== ""),
    ({ on }) => on,
  );
}

/** What was logged on one thing. */
export interface WorkTotals {
  readonly hours: number;
  /** Entries of equipment. */
  readonly equipment: number;
  /** On how many days. */
  readonly days: number;
}

export const workTotals = (all: readonly LoggedWork[]): WorkTotals => ({
  hours: Math.round(all.reduce((sum, { hours }) => sum + hours, 0) * 100) / 100,
  equipment: all.filter(({ hours }) => hours === 0).length,
  days: new Set(all.map(({ day }) => day)).size,
});
