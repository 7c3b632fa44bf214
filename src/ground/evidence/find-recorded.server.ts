import { and, arrayContains, asc, eq, gte, inArray, sql } from "drizzle-orm";
import { receivedOriginal } from "#ground/media/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { evidenceEntries, evidenceSeals } from "./tables.server.ts";

/** What a job's history says of an original, without anything of the job, its people or its place. */
export interface Recorded {
  /** When its bytes had arrived, by the server's clock. */
  readonly receivedAt: Temporal.Instant;
  /** By the camera: an instant, or a local time without a zone. */
  readonly takenAt: Temporal.Instant | null;
  readonly takenLocal: string | null;
  /** Number of the first entry that names it, and when the server wrote that. */
  readonly number: number;
  readonly at: Temporal.Instant;
  /** When the device had recorded it, by its own clock. */
  readonly capturedAt: Temporal.Instant | null;
  /** The first seal that covers the entry. */
  readonly seal: { readonly number: number; readonly at: Temporal.Instant; readonly key: string } | null;
}

/** The first entry of the account's histories that names an original that has arrived, and its seal. */
export async function findRecorded(ctx: AccountContext, sha256: string): Promise<Recorded | undefined> {
  const { db, account } = ctx;
  const original = await receivedOriginal(ctx, sha256);
  if (!original) return undefined;
  const [entry] = await db
    .select({
      job: evidenceEntries.jobId,
      number: evidenceEntries.number,
      at: evidenceEntries.at,
      capturedAt: evidenceEntries.capturedAt,
    })
    .from(evidenceEntries)
    .where(
      and(
        eq(evidenceEntries.accountId, account.id),
        // An account has more entries than can be searched for a photo, a job hasn't.
        inArray(
          evidenceEntries.jobId,
          sql`(select job_id from media_jobs where account_id = ${account.id} and sha256 = ${sha256})`,
        ),
        arrayContains(evidenceEntries.media, [sha256]),
      ),
    )
    .orderBy(asc(evidenceEntries.at), asc(evidenceEntries.number))
    .limit(1);
  if (!entry) return undefined;
  const { job, ...recorded } = entry;
  const [seal] = await db
    .select({ number: evidenceSeals.number, at: evidenceSeals.at, key: evidenceSeals.key })
    .from(evidenceSeals)
    .where(
      and(
        eq(evidenceSeals.accountId, account.id),
        eq(evidenceSeals.jobId, job),
        gte(evidenceSeals.number, entry.number),
      ),
    )
    .orderBy(asc(evidenceSeals.number))
    .limit(1);
  return { ...original, ...recorded, seal: seal ?? null };
}
