import { and, arrayContains, arrayOverlaps, eq, inArray, lte, max, or, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { appendEntry, lockHead } from "./entries.server.ts";
import { ERASED, type Erasure } from "./rules.ts";
import { evidenceEntries, evidenceSeals } from "./tables.server.ts";

/** What to erase from histories, and why. */
export interface Erase {
  /** Id of the person named by entries (their `about`). */
  readonly person: string;
  /**
   * Also erases entries about the person that don't name their id: entries of a job whose payload has one of
   * these values under that name.
   */
  readonly saying?: readonly {
    readonly job: string;
    readonly name: "command" | "signature" | "answer";
    readonly ids: readonly string[];
  }[];
  /** The rule, as shown and exported: "Erased at the person's request". Must not name anyone. */
  readonly rule: string;
  /** SHA-256 of originals to erase too; their owner deletes the files. */
  readonly media?: (
    entries: readonly { readonly number: number; readonly media: readonly string[] }[],
  ) => readonly string[];
}

/**
 * Erases a person from all jobs' histories, in the caller's transaction. Payloads and salts are deleted, so
 * no guess at the content can be tested against the hash. The chain still verifies, and each history records
 * what was erased, when and by which rule. What the law retains stays and is listed with the reason.
 * @returns what was erased and what was retained, by job
 */
export async function erasePerson(
  ctx: AccountContext,
  { person, saying = [], rule, media = () => [] }: Erase,
): Promise<ReadonlyMap<string, Erasure>> {
  const found = await ctx.db
    .select({
      job: evidenceEntries.jobId,
      number: evidenceEntries.number,
      media: evidenceEntries.media,
      retainedBy: evidenceEntries.retainedBy,
      retainedUntil: evidenceEntries.retainedUntil,
    })
    .from(evidenceEntries)
    .where(
      and(
        eq(evidenceEntries.accountId, ctx.account.id),
        or(
          arrayContains(evidenceEntries.about, [person]),
          ...saying.map(({ job, name, ids }) =>
            and(
              eq(evidenceEntries.jobId, job),
              inArray(sql`${evidenceEntries.payload}->>${sql.raw(`'${name}'`)}`, [...ids]),
            ),
          ),
        ),
        sql`${evidenceEntries.payload} is not null`,
        sql`${evidenceEntries.kind} not like 'evidence.%'`,
      ),
    )
    .orderBy(evidenceEntries.jobId, evidenceEntries.number);
  const done = new Map<string, Erasure>();
  for (const [job, entries] of Map.groupBy(found, (entry) => entry.job)) {
    const isRetained = ({ retainedUntil }: (typeof entries)[number]) =>
      retainedUntil !== null && Temporal.Instant.compare(retainedUntil, ctx.now) > 0;
    const erasable = entries.filter((entry) => !isRetained(entry));
    const erasure: Erasure = {
      rule,
      entries: erasable.map(({ number }) => number),
      media: [...new Set(media(erasable))],
      kept: entries.filter(isRetained).map(({ number, retainedBy, retainedUntil }) => ({
        entry: number,
        reason: retainedBy ?? "",
        until: retainedUntil!.toString({ smallestUnit: "millisecond" }),
      })),
    };
    // Lock first: anyone copying the history now gets either all texts or the erasure entry.
    await lockHead(ctx, job);
    const erased = await eraseEntries(ctx, job, erasure.entries);
    if (erased.length !== erasure.entries.length)
      throw new AppError("conflict", "Someone changed this history in the meantime. Please try again.");
    await appendEntry(ctx, { job, kind: ERASED, author: null, payload: { ...erasure } });
    done.set(job, erasure);
  }
  return done;
}

/**
 * Records in a job's history that originals were erased; the entries that name them stay. The caller deletes
 * the files.
 * @param erase.rule as in `erasePerson`
 */
export async function eraseOriginals(
  ctx: AccountContext,
  job: string,
  { rule, media }: { readonly rule: string; readonly media: readonly string[] },
): Promise<void> {
  await lockHead(ctx, job);
  const erasure: Erasure = { rule, entries: [], media: [...media], kept: [] };
  await appendEntry(ctx, { job, kind: ERASED, author: null, payload: { ...erasure } });
}

/** Which of these originals a seal of a job covers. */
export async function sealedOriginals(
  { db, account }: AccountContext,
  job: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const sealed = db
    .select({ number: max(evidenceSeals.number) })
    .from(evidenceSeals)
    .where(and(eq(evidenceSeals.accountId, account.id), eq(evidenceSeals.jobId, job)));
  const rows = await db
    .select({ media: evidenceEntries.media })
    .from(evidenceEntries)
    .where(
      and(
        eq(evidenceEntries.accountId, account.id),
        eq(evidenceEntries.jobId, job),
        lte(evidenceEntries.number, sql`(${sealed})`),
        arrayOverlaps(evidenceEntries.media, [...hashes]),
      ),
    );
  return new Set(rows.flatMap(({ media }) => media));
}

async function eraseEntries(ctx: AccountContext, job: string, numbers: readonly number[]): Promise<number[]> {
  if (numbers.length === 0) return [];
  const { rows } = await ctx.db.execute<{ number: number }>(
    sql`select evidence_erase(${job}::uuid, ${`{${numbers.join(",")}}`}::int[], ${ctx.now.toString()}::timestamptz) as number`,
  );
  return rows.map(({ number }) => number);
}
