import { and, asc, eq, gt, inArray, or, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { evidenceEntries, evidenceHeads } from "./tables.server.ts";
import type { Json } from "./rules.ts";

export interface EntryFilter {
  /** Number of the last known entry; 0 for none. */
  readonly after: number;
  /** Entries of these kinds, */
  readonly kinds: readonly string[];
  /** plus entries of this kind that set that field of a record, except the one that created the record. */
  readonly setting: { readonly kind: string; readonly field: string };
  readonly most: number;
}

/** An entry without its hashes. */
export interface Written {
  readonly number: number;
  readonly kind: string;
  readonly occurredAt: Temporal.Instant;
  readonly author: string | null;
  readonly corrects: number | null;
  /** Null once erased. */
  readonly payload: Json;
}

/**
 * Entries of a job's history after a number, in order. Appends to one job run one at a time, so newer entries
 * always have larger numbers.
 * @returns the entries, and the number to continue from
 */
export async function entriesAfter(
  { db, account }: AccountContext,
  job: string,
  { after, kinds, setting, most }: EntryFilter,
): Promise<{ readonly entries: readonly Written[]; readonly upTo: number; readonly more: boolean }> {
  // Read before the entries: anything appended meanwhile comes with the next call.
  const [head] = await db
    .select({ number: evidenceHeads.number })
    .from(evidenceHeads)
    .where(and(eq(evidenceHeads.accountId, account.id), eq(evidenceHeads.jobId, job)));
  if (!head || head.number <= after) return { entries: [], upTo: after, more: false };
  const { number, kind, occurredAt, author, corrects, payload } = evidenceEntries;
  const ofJob = and(eq(evidenceEntries.accountId, account.id), eq(evidenceEntries.jobId, job));
  const [first] = await db
    .select({ number })
    .from(evidenceEntries)
    .where(and(ofJob, eq(kind, setting.kind)))
    .orderBy(asc(number))
    .limit(1);
  const entries = await db
    .select({ number, kind, occurredAt, author, corrects, payload })
    .from(evidenceEntries)
    .where(
      and(
        ofJob,
        gt(number, after),
        or(
          inArray(kind, [...kinds]),
          and(
            eq(kind, setting.kind),
            gt(number, first?.number ?? 0),
            sql`jsonb_exists(${payload}->'sets', ${setting.field})`,
          ),
        ),
      ),
    )
    .orderBy(asc(number))
    .limit(most);
  const more = entries.length === most;
  return {
    entries,
    upTo: more ? entries.at(-1)!.number : Math.max(head.number, entries.at(-1)?.number ?? 0),
    more,
  };
}

/** Kinds of a job's entries by number. Kinds remain when an entry is erased. */
export async function kindsOfEntries(
  { db, account }: AccountContext,
  job: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (numbers.length === 0) return new Map();
  const { number, kind } = evidenceEntries;
  const rows = await db
    .select({ number, kind })
    .from(evidenceEntries)
    .where(
      and(
        eq(evidenceEntries.accountId, account.id),
        eq(evidenceEntries.jobId, job),
        inArray(number, [...numbers]),
      ),
    );
  return new Map(rows.map((row) => [row.number, row.kind]));
}
