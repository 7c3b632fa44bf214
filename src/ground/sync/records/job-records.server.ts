import { and, asc, eq, inArray, lt, max, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { momentOf } from "../rules.ts";
import { syncCommands, syncRecords } from "../tables.server.ts";
import type { StoredRecord } from "../device/protocol.ts";

/** Something that was written on a record. */
export interface WrittenCommand {
  readonly id: string;
  /** The account's count when it was taken. */
  readonly number: number;
  /** By the server's clock, as well as the device could tell: milliseconds since 1970. */
  readonly at: number;
  readonly receivedAt: Temporal.Instant;
  /** Nobody where a client without an account or the product itself did it. */
  readonly author: string | null;
  /** SHA-256 of the originals that it names. */
  readonly media: readonly string[];
  /** What it said, of the kinds that were asked for; null where that was erased. */
  readonly sets: Readonly<Record<string, unknown>> | null;
}

/** A record of a job, and what it was made of in the order that it arrived. */
export interface JobRecord extends StoredRecord {
  readonly commands: readonly WrittenCommand[];
}

/**
 * Everything that a job holds, the job itself too, but for what was taken away. For work behind the scenes:
 * all of it is read at once.
 * @param only.saying kinds of which what each command said comes along
 * @param only.kinds these alone; all where it is left out
 */
export async function recordsOfJob(
  { db, account }: AccountContext,
  jobId: string,
  { saying = [], kinds }: { readonly saying?: readonly string[]; readonly kinds?: readonly string[] } = {},
): Promise<JobRecord[]> {
  const rows = await db
    .select()
    .from(syncRecords)
    .where(
      and(
        eq(syncRecords.accountId, account.id),
        eq(syncRecords.jobId, jobId),
        eq(syncRecords.removed, false),
        kinds && inArray(syncRecords.kind, [...kinds]),
      ),
    )
    .orderBy(asc(syncRecords.revision));
  const { id, recordId, capturedAt, skew, receivedAt, authorId, media, number } = syncCommands;
  const { kind, sets } = syncCommands;
  // What was said is most of a table's weight: only what is asked for travels.
  const said = sql<Record<
    string,
    unknown
  > | null>`case when ${inArray(kind, [...saying, ""])} then ${sets} end`;
  const commands = await db
    .select({ id, recordId, capturedAt, skew, receivedAt, authorId, media, number, sets: said })
    .from(syncCommands)
    .where(
      and(
        eq(syncCommands.accountId, account.id),
        eq(syncCommands.jobId, jobId),
        kinds && inArray(kind, [...kinds]),
      ),
    )
    .orderBy(asc(number));
  const byRecord = Map.groupBy(commands, (command) => command.recordId);
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    job: row.jobId,
    revision: row.revision,
    fields: row.fields,
    commands: (byRecord.get(row.id) ?? []).map((command) => ({
      id: command.id,
      number: command.number,
      at: momentOf(
        { capturedAt: command.capturedAt.epochMilliseconds, skew: command.skew },
        command.receivedAt.epochMilliseconds,
      ),
      receivedAt: command.receivedAt,
      author: command.authorId,
      media: command.media,
      sets: command.sets,
    })),
  }));
}

/** How far the account had counted when a moment came: what was taken from then on has a larger number. */
export async function countBefore(
  { db, account }: AccountContext,
  moment: Temporal.Instant,
): Promise<number> {
  const [row] = await db
    .select({ count: max(syncCommands.number) })
    .from(syncCommands)
    .where(and(eq(syncCommands.accountId, account.id), lt(syncCommands.receivedAt, moment)));
  return row?.count ?? 0;
}
