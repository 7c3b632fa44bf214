import { and, asc, eq, inArray, lt, max, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { momentOf } from "../rules.ts";
import { syncCommands, syncRecords } from "../tables.server.ts";
import type { StoredRecord } from "../device/protocol.ts";

export interface WrittenCommand {
  readonly id: string;
  readonly number: number;
  /** Milliseconds since 1970 by the server's clock, as well as the device knew it. */
  readonly at: number;
  readonly receivedAt: Temporal.Instant;
  readonly author: string | null;
  readonly media: readonly string[];
  /** The values it set, for the requested kinds; null if not requested or erased. */
  readonly sets: Readonly<Record<string, unknown>> | null;
}

/** A record of a job with its commands in order of arrival. */
export interface JobRecord extends StoredRecord {
  readonly commands: readonly WrittenCommand[];
}

/**
 * All records of a job, including the job itself, without removed ones. For background work: it loads
 * everything at once.
 * @param only.saying kinds whose commands come with their values
 * @param only.kinds limits the kinds; default all
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
  // The values are most of the table's size, so load only the requested ones.
  const values = sql<Record<
    string,
    unknown
  > | null>`case when ${inArray(kind, [...saying, ""])} then ${sets} end`;
  const commands = await db
    .select({ id, recordId, capturedAt, skew, receivedAt, authorId, media, number, sets: values })
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

/** The account's count just before a moment; commands applied from then on have larger numbers. */
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
