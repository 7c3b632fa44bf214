import { and, arrayContains, eq, inArray, or, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { appendEntry, lockHead } from "./entries.server.ts";
import { ERASED, type Erasure } from "./rules.ts";
import { evidenceEntries } from "./tables.server.ts";

/** What is erased from histories, and why. */
export interface Erase {
  /** Id of the person whom entries name (their `about`). */
  readonly person: string;
  /**
   * Entries that are about that person too, though they name nobody by an id: of a job, those whose payload
   * says one of these by that name.
   */
  readonly saying?: readonly {
    readonly job: string;
    readonly name: "command" | "signature";
    readonly ids: readonly string[];
  }[];
  /** By which rule, as it is shown and exported: "Erased at the person's request". Names nobody. */
  readonly rule: string;
  /** SHA-256 of originals that go with it: whoever owns them removes the files. */
  readonly media?: (
    entries: readonly { readonly number: number; readonly media: readonly string[] }[],
  ) => readonly string[];
}

/**
 * Destroys what every job's history says of a person, in the caller's transaction: payload and salt go, so
 * that no guess at what they said can be tried against the hash; the chain still verifies, and each history
 * says what went, when and by which rule. What the law retains stays, and is listed with its reason.
 * @returns what went and what stayed, by job
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
    const isKept = ({ retainedUntil }: (typeof entries)[number]) =>
      retainedUntil !== null && Temporal.Instant.compare(retainedUntil, ctx.now) > 0;
    const going = entries.filter((entry) => !isKept(entry));
    const erasure: Erasure = {
      rule,
      entries: going.map(({ number }) => number),
      media: [...new Set(media(going))],
      kept: entries.filter(isKept).map(({ number, retainedBy, retainedUntil }) => ({
        entry: number,
        reason: retainedBy ?? "",
        until: retainedUntil!.toString({ smallestUnit: "millisecond" }),
      })),
    };
    // Before the texts go: whoever copies this history now has either all of them, or the line that says what
    // went.
    await lockHead(ctx, job);
    const erased = await eraseEntries(ctx, job, erasure.entries);
    if (erased.length !== erasure.entries.length)
      throw new AppError("conflict", "This history was changed meanwhile. Please try again.");
    await appendEntry(ctx, { job, kind: ERASED, author: null, payload: { ...erasure } });
    done.set(job, erasure);
  }
  return done;
}

async function eraseEntries(ctx: AccountContext, job: string, numbers: readonly number[]): Promise<number[]> {
  if (numbers.length === 0) return [];
  const { rows } = await ctx.db.execute<{ number: number }>(
    sql`select evidence_erase(${job}::uuid, ${`{${numbers.join(",")}}`}::int[], ${ctx.now.toString()}::timestamptz) as number`,
  );
  return rows.map(({ number }) => number);
}
