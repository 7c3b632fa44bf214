import { createHash } from "node:crypto";
import { and, asc, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { notice } from "#platform/db/notices.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { outcomeOfFailure } from "./failures.server.ts";
import { checkFieldValues, readCommand } from "./check-command.server.ts";
import { toStoredRecord } from "./records/stored-records.server.ts";
import { forGuest, type Kind, kindOf, type AppliedCommand, notifyApplied } from "./kinds.server.ts";
import { applyCommand, type Command, momentOf, REMOVED, shown } from "./rules.ts";
import { syncCommands, syncHeads, syncRecords } from "./tables.server.ts";
import type { StoredRecord, Newer, Outcome, Taken } from "./device/protocol.ts";

/**
 * Bytes of one record as JSON, all that lies in conflict in it included: one that grew past it takes no more.
 */
const MOST_RECORD_BYTES = 1024 * 1024;
/** What no version of ours knew for so long is refused: its device could never say that all is held. */
const PATIENCE_MS = 30 * 86_400_000;
const MOST_RECORDS = 1000;
const MOST_PAGE_BYTES = 1_000_000;

/** What applyCommands knows while it goes through them. */
interface Taking {
  readonly ctx: AccountContext;
  readonly device: string | null;
  /** Hashes of what is held already, by id of the command. */
  readonly held: Map<string, string>;
  /** The records that they name, as far as they are here. */
  readonly records: Map<string, StoredRecord>;
  count: number;
  /** The end of the last one's savepoint, which goes out with the next statement. */
  ended: Promise<unknown>;
}

/**
 * Takes what a device sends, each by itself: what one of them does is undone when it is refused, and nothing
 * waits behind it. Sent again, a command changes nothing and is `held`. Only what the transaction of `ctx`
 * commits is: answer after it.
 * @param device id of the browser; null for what the product does itself, which is taken in the name of
 * `ctx.user` or of nobody
 * @throws what the database throws when it can't go on; nothing is taken then
 */
export async function applyCommands(
  ctx: AccountContext,
  device: string | null,
  sent: readonly unknown[],
): Promise<Pick<Taken, "outcomes" | "upTo">> {
  const read = sent.map(readCommand);
  const taking = await beginTaking(
    ctx,
    device,
    read.flatMap((one) => ("command" in one ? [one.command] : [])),
  );
  const before = taking.count;
  const outcomes: Outcome[] = [];
  for (const one of read)
    outcomes.push(
      "command" in one ? await applyOne(taking, one.command) : { id: one.id, is: "refused", ...one.refusal },
    );
  await taking.ended;
  if (taking.count > before) {
    await ctx.db
      .update(syncHeads)
      .set({ count: taking.count })
      .where(eq(syncHeads.accountId, ctx.account.id));
    // Whoever listens hears of it with the commit; it names nobody.
    await ctx.db.execute(notice(ctx.account.id, String(taking.count)));
  }
  return { outcomes, upTo: taking.count };
}

/**
 * Waits for its turn in the account and looks up what the commands name. Writers of an account go one after
 * the other, by a lock on the row that counts, held until they commit: so counts become visible in their
 * order, and whoever read up to N has missed nothing below it. A sequence would hand out 7 and 8 to two
 * writers, of whom 8 may commit first: a reader in between would go on from 8 and never see 7. It costs that
 * two of one business never write at the same moment; each holds it for milliseconds.
 */
async function beginTaking(
  ctx: AccountContext,
  device: string | null,
  commands: readonly Command[],
): Promise<Taking> {
  const { db, account } = ctx;
  const count = await lockCount(ctx);
  const ids = commands.map(({ id }) => id);
  const named = [...new Set(commands.map(({ record }) => record))];
  if (ids.length === 0)
    return { ctx, device, count, held: new Map(), records: new Map(), ended: Promise.resolve() };
  const [held, records] = await Promise.all([
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
    held: new Map(held.map(({ id, hash }) => [id, hash])),
    records: new Map(records.map((row) => [row.id, toStoredRecord(row)])),
    ended: Promise.resolve(),
  };
}

/**
 * Waits for its turn in the account, until the caller's transaction ends.
 * @returns how far the account has counted
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
    throw new AppError("unavailable", "We can't save anything right now. Please try again in a minute.", {
      retryAfter: 5,
    });
  return made.count;
}

async function applyOne(taking: Taking, command: Command): Promise<Outcome> {
  const { ctx, held } = taking;
  const { id } = command;
  const isOutside = ctx.member?.role === "guest" && command.job !== ctx.member.jobId;
  // Asked before anything is looked at: what is there and what is not looks the same from here.
  if (isOutside)
    return {
      id,
      is: "refused",
      code: "not_found",
      why: "This is not part of the job that you were invited to.",
    };
  const hash = createHash("sha256").update(canonicalJson(command)).digest("hex");
  const known = held.get(id);
  // Emptied for a person who was erased: whatever it said was held.
  if (known === hash || known === "") return { id, is: "held" };
  if (known)
    return {
      id,
      is: "refused",
      code: "conflict",
      why: "Another change came under this name before. Please make this one again.",
    };
  const kind = kindOf(command.kind);
  if (!kind) return notYet(ctx, command, "We are being updated. This change is sent again.");
  const refusal = refuseAtSight(taking, kind, command);
  if (refusal) return refusal;
  const opened = Promise.all([taking.ended, ctx.db.execute(sql`savepoint one_command`)]);
  // Waited for below, together with what follows: the connection keeps the order, and a round trip is saved.
  opened.catch(() => {});
  try {
    const before = taking.records.get(command.record) ?? null;
    const refused = await kind.mayWrite?.(ctx, command, before);
    if (refused) throw new AppError(refused.code, refused.why);
    const [record] = await Promise.all([keep(taking, kind, command, { hash, before }), opened]);
    // A promise of its own: drizzle's is sent anew by each who waits for it.
    taking.ended = Promise.resolve(ctx.db.execute(sql`release savepoint one_command`));
    taking.ended.catch(() => {});
    taking.count = record.revision;
    held.set(id, hash);
    taking.records.set(record.id, record);
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

/** What can be said of a command without doing it. */
function refuseAtSight({ ctx, records }: Taking, kind: Kind, command: Command): Outcome | null {
  const { id, job } = command;
  const judged = checkFieldValues(kind, command);
  if (judged === "later") return notYet(ctx, command, "We are being updated. This change is sent again.");
  if (judged) return { id, is: "refused", ...judged };
  const record = records.get(command.record);
  if (record && (record.kind !== command.kind || record.job !== job))
    return {
      id,
      is: "refused",
      code: "conflict",
      why: "This change names a record that is something else, or belongs to another job.",
    };
  // Its job need not be here: it may be under way, or refused, and what belongs to it must not be lost with
  // it. A job of another account is as little here, and what names it comes no nearer to it.
  return null;
}

function notYet(ctx: AccountContext, command: Command, why: string): Outcome {
  const { id } = command;
  const received = ctx.now.epochMilliseconds;
  if (received - momentOf(command, received) <= PATIENCE_MS) return { id, is: "later", why };
  return {
    id,
    is: "refused",
    code: "not_found",
    why: "This server does not know what this change is, and did not learn it in 30 days.",
  };
}

async function keep(
  { ctx, device, count }: Taking,
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
    throw new AppError("invalid", "There is no more room in what this change belongs to.");
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
  const taken: AppliedCommand = { ...command, at, receivedAt, author, device, number };
  await notifyApplied(kind, ctx, record, taken);
  return record;
}

/** How far the account has counted: what a device that holds all of it has read up to. */
export async function countOf({ db, account }: AccountContext): Promise<number> {
  const [row] = await db
    .select({ count: syncHeads.count })
    .from(syncHeads)
    .where(eq(syncHeads.accountId, account.id));
  return row?.count ?? 0;
}

/**
 * What changed after `since`: without a job what belongs to the account, and its jobs; with one what belongs
 * to that job. Removed records come too. A page holds 1,000 records or about a megabyte; a record that
 * changes meanwhile comes on a later page.
 * @throws AppError not_found when a guest asks for another job than theirs
 */
export async function newerRecords(
  ctx: AccountContext,
  { since, job }: { readonly since: number; readonly job: string | null },
): Promise<Pick<Newer, "records" | "upTo" | "more">> {
  const { db, account, member } = ctx;
  const isGuest = member?.role === "guest";
  if (isGuest && job !== null && job !== member.jobId)
    throw new AppError("not_found", "There is nothing here.");
  // Read before the records: those that are newer than this count are newer for the next question too.
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
        // Row security says so too. Said here it also finds their one job without a look at the others.
        isGuest ? eq(jobId, member.jobId!) : undefined,
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
      // All that the page would hold, one more than it may among them.
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
  return { records, upTo: more ? last : Math.max(count, last), more };
}
