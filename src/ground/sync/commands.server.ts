import { createHash } from "node:crypto";
import { and, asc, eq, gt, inArray, isNull, notInArray, or, sql } from "drizzle-orm";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { notice } from "#platform/db/notices.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { outcomeOfFailure } from "./failures.server.ts";
import { checkFieldValues, readCommand } from "./check-command.server.ts";
import { isTheirs, mayWriteTo, seenBy } from "./records/private-records.server.ts";
import { toStoredRecord } from "./records/stored-records.server.ts";
import {
  forGuest,
  type Kind,
  kindOf,
  kindsNotForGuests,
  type AppliedCommand,
  notifyApplied,
  notifySaved,
} from "./kinds.server.ts";
import { applyCommand, type Command, momentOf, REMOVED, shown } from "./rules.ts";
import { syncCommands, syncHeads, syncRecords } from "./tables.server.ts";
import type { StoredRecord, Newer, Outcome, CommandsAnswer } from "./device/protocol.ts";

/** Largest record as JSON, in bytes, conflicting values included. A larger one accepts no more commands. */
const MOST_RECORD_BYTES = 1024 * 1024;
/** A kind or field unknown for this long is refused; otherwise its device could never finish syncing. */
const PATIENCE_MS = 30 * 86_400_000;
const MOST_RECORDS = 1000;
const MOST_PAGE_BYTES = 1_000_000;

interface Batch {
  readonly ctx: AccountContext;
  readonly device: string | null;
  /** Hashes of commands already stored, by id. */
  readonly stored: Map<string, string>;
  readonly records: Map<string, StoredRecord>;
  count: number;
  /** The release of the last savepoint, sent along with the next statement. */
  ended: Promise<unknown>;
}

/**
 * Applies a device's commands one by one: a refused command is rolled back and doesn't block the rest. A
 * repeated command changes nothing and is `held`. Outcomes are final only when the transaction of `ctx`
 * commits, so respond after it.
 * @param device id of the browser; null for the product itself, which writes as `ctx.user` or as nobody
 * @throws database errors that prevent going on; nothing is applied then
 */
export async function applyCommands(
  ctx: AccountContext,
  device: string | null,
  sent: readonly unknown[],
): Promise<Pick<CommandsAnswer, "outcomes" | "upTo">> {
  const read = sent.map(readCommand);
  const batch = await beginBatch(
    ctx,
    device,
    read.flatMap((one) => ("command" in one ? [one.command] : [])),
  );
  const before = batch.count;
  const outcomes: Outcome[] = [];
  for (const one of read)
    outcomes.push(
      "command" in one ? await applyOne(batch, one.command) : { id: one.id, is: "refused", ...one.refusal },
    );
  await batch.ended;
  if (batch.count > before) {
    await ctx.db.update(syncHeads).set({ count: batch.count }).where(eq(syncHeads.accountId, ctx.account.id));
    // Listeners are notified on commit; the notice contains no names.
    await ctx.db.execute(notice(ctx.account.id, String(batch.count)));
  }
  return { outcomes, upTo: batch.count };
}

/**
 * Locks the account's count and loads the records that the commands name. Writers of one account run one
 * after the other, by a row lock held until commit, so counts become visible in order and a reader who has
 * read up to N has missed nothing below it. A sequence would not do: it could hand out 7 and 8, commit 8
 * first, and a reader in between would never see 7. The cost: two people of one business never write at the
 * same moment; each holds the lock for milliseconds.
 */
async function beginBatch(
  ctx: AccountContext,
  device: string | null,
  commands: readonly Command[],
): Promise<Batch> {
  const { db, account } = ctx;
  const count = await lockCount(ctx);
  const ids = commands.map(({ id }) => id);
  const named = [...new Set(commands.map(({ record }) => record))];
  if (ids.length === 0)
    return { ctx, device, count, stored: new Map(), records: new Map(), ended: Promise.resolve() };
  const [stored, records] = await Promise.all([
    db
      .select({ id: syncCommands.id, hash: syncCommands.hash })
      .from(syncCommands)
      .where(and(eq(syncCommands.accountId, account.id), inArray(syncCommands.id, ids))),
    db
      .select()
      .from(syncRecords)
      .where(and(eq(syncRecords.accountId, account.id), inArray(syncRecords.id, named))),
  ]);
  return {
    ctx,
    device,
    count,
    stored: new Map(stored.map(({ id, hash }) => [id, hash])),
    records: new Map(records.map((row) => [row.id, toStoredRecord(row)])),
    ended: Promise.resolve(),
  };
}

/**
 * Locks the account's count until the caller's transaction ends.
 * @returns the current count
 */
export async function lockCount({ db, account }: AccountContext): Promise<number> {
  const mine = db
    .select({ count: syncHeads.count })
    .from(syncHeads)
    .where(eq(syncHeads.accountId, account.id))
    .for("update");
  const [row] = await mine;
  if (row) return row.count;
  await db.insert(syncHeads).values({ accountId: account.id, count: 0 }).onConflictDoNothing();
  const [made] = await mine;
  if (!made)
    throw new AppError("unavailable", "We can’t save anything right now. Try again in a minute.", {
      retryAfter: 5,
    });
  return made.count;
}

async function applyOne(batch: Batch, command: Command): Promise<Outcome> {
  const { ctx, stored } = batch;
  const { id } = command;
  const isOutside =
    ctx.member?.role === "guest" &&
    (command.job !== ctx.member.jobId || kindOf(command.kind)?.notForGuests === "all");
  // Checked first, so that the response doesn't reveal what exists.
  if (isOutside)
    return {
      id,
      is: "refused",
      code: "not_found",
      why: "This isn’t part of the job you were invited to.",
    };
  const hash = createHash("sha256").update(canonicalJson(command)).digest("hex");
  const known = stored.get(id);
  // An empty hash means a person was erased from it; the command itself was stored.
  if (known === hash || known === "") return { id, is: "held" };
  if (known)
    return {
      id,
      is: "refused",
      code: "conflict",
      why: "A different change already has this ID. Please make this one again.",
    };
  const kind = kindOf(command.kind);
  if (!kind) return deferOrRefuse(ctx, command, "We’re updating. This change will be sent again.");
  const refusal = refuseEarly(batch, kind, command);
  if (refusal) return refusal;
  if (kind.isPrivate && batch.records.has(command.record) && !(await mayWriteTo(ctx, command.record)))
    return { id, is: "refused", code: "not_found", why: "This isn’t yours to change." };
  const opened = Promise.all([batch.ended, ctx.db.execute(sql`savepoint one_command`)]);
  // Awaited below together with the next statement. The connection preserves order, and this saves a round
  // trip.
  opened.catch(() => {});
  try {
    const before = batch.records.get(command.record) ?? null;
    const refused = await kind.mayWrite?.(ctx, command, before);
    if (refused) throw new AppError(refused.code, refused.why);
    const [record] = await Promise.all([saveCommand(batch, kind, command, { hash, before }), opened]);
    // Wrap it: drizzle sends the query again for every `await`.
    batch.ended = Promise.resolve(ctx.db.execute(sql`release savepoint one_command`));
    batch.ended.catch(() => {});
    batch.count = record.revision;
    stored.set(id, hash);
    batch.records.set(record.id, record);
    return { id, is: "held" };
  } catch (error) {
    const outcome = outcomeOfFailure(id, error);
    await Promise.all([
      ctx.db.execute(sql`rollback to savepoint one_command`),
      ctx.db.execute(sql`release savepoint one_command`),
    ]);
    return outcome;
  }
}

/** Refuses what can be refused without applying the command. */
function refuseEarly({ ctx, records }: Batch, kind: Kind, command: Command): Outcome | null {
  const { id, job } = command;
  const fault = checkFieldValues(kind, command);
  if (fault === "later")
    return deferOrRefuse(ctx, command, "We’re updating. This change will be sent again.");
  if (fault) return { id, is: "refused", ...fault };
  const record = records.get(command.record);
  if (record && (record.kind !== command.kind || record.job !== job))
    return {
      id,
      is: "refused",
      code: "conflict",
      why: "This change points to the wrong kind of record, or to another job.",
    };
  // The job need not exist: it may still be on its way, or be refused, and its records must not be lost with
  // it. A job of another account doesn't exist here either, so naming it gives no access.
  return null;
}

function deferOrRefuse(ctx: AccountContext, command: Command, why: string): Outcome {
  const { id } = command;
  const received = ctx.now.epochMilliseconds;
  if (received - momentOf(command, received) <= PATIENCE_MS) return { id, is: "later", why };
  return {
    id,
    is: "refused",
    code: "not_found",
    why: "The server doesn’t recognize this change, even after 30 days.",
  };
}

async function saveCommand(
  { ctx, device, count }: Batch,
  kind: Kind,
  command: Command,
  known: { readonly hash: string; readonly before: StoredRecord | null },
): Promise<StoredRecord> {
  const { hash, before } = known;
  const { db, account, now } = ctx;
  const receivedAt = now.epochMilliseconds;
  const at = momentOf(command, receivedAt);
  const author = ctx.user?.id ?? null;
  const number = count + 1;
  const { kind: name, record: recordId, job: jobId } = command;
  const fields = applyCommand(before?.fields ?? {}, command, at, author);
  if (Buffer.byteLength(JSON.stringify(fields)) > MOST_RECORD_BYTES)
    throw new AppError("invalid", "This entry is full. Add the rest as a new one.");
  const record: StoredRecord = { kind: name, id: recordId, job: jobId, revision: number, fields };
  const { id, sets, replaces, capturedAt, skew, zone, media } = command;
  const changed = { revision: number, fields, removed: shown(fields, REMOVED) === true };
  await Promise.all([
    db.insert(syncCommands).values({
      accountId: account.id,
      id,
      kind: name,
      recordId,
      jobId,
      number,
      authorId: author,
      deviceId: device,
      capturedAt: Temporal.Instant.fromEpochMilliseconds(capturedAt),
      skew,
      zone,
      receivedAt: now,
      sets,
      replaces,
      media: [...media],
      hash,
    }),
    before
      ? db
          .update(syncRecords)
          .set(changed)
          .where(and(eq(syncRecords.accountId, account.id), eq(syncRecords.id, recordId)))
      : db.insert(syncRecords).values({ accountId: account.id, id: recordId, kind: name, jobId, ...changed }),
  ]);
  const applied: AppliedCommand = { ...command, at, receivedAt, author, device, number };
  await notifySaved(ctx, record);
  await notifyApplied(kind, ctx, record, applied);
  return record;
}

/** The account's current count: what a device that has everything has read up to. */
export async function countOf({ db, account }: AccountContext): Promise<number> {
  const [row] = await db
    .select({ count: syncHeads.count })
    .from(syncHeads)
    .where(eq(syncHeads.accountId, account.id));
  return row?.count ?? 0;
}

/**
 * Records changed after `since`: with a job, those of that job; without one, account-level records and all
 * jobs. Includes removed records. A page has at most 1,000 records or about a megabyte; a record that changes
 * meanwhile comes on a later page.
 * @throws AppError not_found when a guest asks for another job
 */
export async function newerRecords(
  ctx: AccountContext,
  { since, job }: { readonly since: number; readonly job: string | null },
): Promise<Pick<Newer, "records" | "upTo" | "more" | "sees">> {
  const { db, account, member } = ctx;
  const isGuest = member?.role === "guest";
  if (isGuest && job !== null && job !== member.jobId) throw new AppError("not_found", "Page not found.");
  // Read the count before the records, so a record changed in between is also newer for the next request.
  const count = await countOf(ctx);
  const { id, kind, jobId, revision, fields } = syncRecords;
  const page = db
    .select({ id, kind, jobId, revision, fields })
    .from(syncRecords)
    .where(
      and(
        eq(syncRecords.accountId, account.id),
        gt(revision, since),
        job === null ? or(isNull(jobId), eq(jobId, id)) : eq(jobId, job),
        // Row security enforces this too; repeating it lets the query find the one job without scanning the
        // others.
        isGuest ? and(eq(jobId, member.jobId!), notInArray(kind, kindsNotForGuests())) : undefined,
        isTheirs(ctx),
      ),
    )
    .orderBy(asc(revision))
    .limit(MOST_RECORDS + 1)
    .as("page");
  const weighed = db
    .select({
      id: page.id,
      kind: page.kind,
      jobId: page.jobId,
      revision: page.revision,
      fields: page.fields,
      before:
        sql<string>`sum(pg_column_size(${page.fields})) over (order by ${page.revision}) - pg_column_size(${page.fields})`.as(
          "before",
        ),
      found: sql<number>`(count(*) over ())::int`.as("found"),
    })
    .from(page)
    .as("weighed");
  const rows = await db
    .select()
    .from(weighed)
    .where(sql`${weighed.before} < ${MOST_PAGE_BYTES}`)
    .orderBy(asc(weighed.revision));
  const all = rows.slice(0, MOST_RECORDS).map(toStoredRecord);
  const records = isGuest ? all.map(forGuest) : all;
  const more = records.length < (rows[0]?.found ?? 0);
  const last = records.at(-1)?.revision ?? 0;
  return { records, upTo: more ? last : Math.max(count, last), more, sees: seenBy(ctx) };
}
