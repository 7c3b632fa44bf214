import { and, asc, eq, gt, inArray, lte, sql } from "drizzle-orm";
import { notice } from "#platform/db/notices.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError, isStorageAway, toAppError } from "#platform/errors/app-error.ts";
import { hashOfJson } from "#platform/hashes/canonical.server.ts";
import { noteInternalError } from "#platform/http/answers.server.ts";
import { fieldOf, type Kind, kindOf } from "./kinds.server.ts";
import { applyCommand, type Command, type Fields, momentOf, REMOVED, shown } from "./rules.ts";
import { syncCommands, syncHeads, syncRecords } from "./tables.server.ts";
import { commandSchema, type HeldRecord, MOST_COMMAND_BYTES, type Outcome } from "./wire.ts";

/** Records in one answer, and about how many bytes of them. */
const MOST_RECORDS = 1_000;
const MOST_BYTES = 1024 * 1024;

/** In JSON: zero bytes and halves of a sign, which the database does not take. */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

const NOTHING_HERE = "There is nothing here.";

/** What is known of a batch before its commands are taken one by one; kept up to date while they are. */
interface Known {
  /** Hashes of commands that are held, by id. */
  readonly held: Map<string, string>;
  /** Records that are there, by id. */
  readonly records: Map<string, { readonly kind: string; readonly jobId: string | null; readonly fields: Fields }>;
}

/**
 * Takes what a device sends, each command by itself: one that can't be taken is refused and holds up none of the others. A command that
 * is held already is held, however often it comes.
 *
 * @param sent as it came: nothing is known of it yet
 * @returns what became of each, in their order, and the account's count
 * @throws AppError unavailable when the database is away: nothing of it is held then
 */
export async function takeCommands(
  ctx: AccountContext,
  deviceId: string,
  sent: readonly unknown[],
): Promise<{ outcomes: Outcome[]; upTo: number }> {
  const read = sent.map(readCommand);
  const before = await lockHead(ctx);
  // After the lock: nobody else writes here until the commit.
  const known = await lookUp(
    ctx,
    read.flatMap((one) => ("is" in one ? [] : [one])),
  );
  let count = before;
  const outcomes: Outcome[] = [];
  for (const one of read) {
    if ("is" in one) {
      outcomes.push(one);
      continue;
    }
    const { outcome, counted } = await takeOne(ctx, deviceId, one, { number: count + 1, known });
    if (counted) count++;
    outcomes.push(outcome);
  }
  if (count > before) await saveCount(ctx, count);
  return { outcomes, upTo: count };
}

async function lookUp(ctx: AccountContext, commands: readonly Command[]): Promise<Known> {
  const ids = commands.map(({ id }) => id);
  const recordIds = [...new Set(commands.map(({ record }) => record))];
  const [held, records] = await Promise.all([
    ctx.db
      .select({ id: syncCommands.id, hash: syncCommands.hash })
      .from(syncCommands)
      .where(and(eq(syncCommands.accountId, ctx.account.id), inArray(syncCommands.id, ids))),
    ctx.db
      .select({ id: syncRecords.id, kind: syncRecords.kind, jobId: syncRecords.jobId, fields: syncRecords.fields })
      .from(syncRecords)
      .where(and(eq(syncRecords.accountId, ctx.account.id), inArray(syncRecords.id, recordIds))),
  ]);
  return { held: new Map(held.map(({ id, hash }) => [id, hash])), records: new Map(records.map(({ id, ...rest }) => [id, rest])) };
}

async function lockHead(ctx: AccountContext): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: string }>(sql`
    insert into sync_heads (account_id, count) values (${ctx.account.id}, 0)
    on conflict (account_id) do update set count = sync_heads.count returning count`);
  return Number(rows[0]!.count);
}

async function saveCount(ctx: AccountContext, count: number): Promise<void> {
  await ctx.db.update(syncHeads).set({ count }).where(eq(syncHeads.accountId, ctx.account.id));
  // Whoever listens hears of it with the commit; the payload names nobody.
  await ctx.db.execute(notice(ctx.account.id, String(count)));
}

const refused = (id: string, error: AppError): Outcome => ({ id, is: "refused", code: error.code, why: error.message });

function readCommand(one: unknown): Command | Outcome {
  const id = typeof one === "object" && one !== null && "id" in one && typeof one.id === "string" ? one.id.slice(0, 64) : "";
  const text = JSON.stringify(one);
  if (text.length > MOST_COMMAND_BYTES)
    return refused(id, new AppError("invalid", "This is longer than one entry can be. Please split it."));
  if (UNSTORABLE.test(text)) return refused(id, new AppError("invalid", "This holds signs that can't be stored."));
  const read = commandSchema.safeParse(one);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  return refused(id, new AppError("invalid", `This can't be read (${issue?.path.join(".") || "it"}).`));
}

async function takeOne(
  ctx: AccountContext,
  deviceId: string,
  command: Command,
  at: { readonly number: number; readonly known: Known },
): Promise<{ outcome: Outcome; counted: boolean }> {
  try {
    const outcome = await store(ctx, deviceId, command, at);
    return { outcome: outcome ?? { id: command.id, is: "held" }, counted: outcome === undefined };
  } catch (error) {
    const failure = toAppError(error);
    if (failure.code === "unavailable") throw error;
    // Fails too where the database is away: then nothing of what was sent is held.
    if (error instanceof Stumbled) await ctx.db.execute(sql`rollback to savepoint one_command`);
    const cause = error instanceof Stumbled ? toAppError(error.cause) : failure;
    if (cause.code !== "internal") return { outcome: refused(command.id, cause), counted: false };
    // A fault of ours: the device keeps it and sends it again, and the others are not held up.
    noteInternalError(cause.cause);
    return { outcome: { id: command.id, is: "later", why: "We stumbled over this one. It is kept here and sent again." }, counted: false };
  }
}

/** Something failed after the savepoint of a command, which takes all of it back. */
class Stumbled extends Error {}

/** Stores a command and what it makes of its record. Returns what became of it where that is not "held now". */
async function store(
  ctx: AccountContext,
  deviceId: string,
  command: Command,
  { number, known }: { readonly number: number; readonly known: Known },
): Promise<Outcome | undefined> {
  const { id, record: recordId, job: jobId } = command;
  if (ctx.member?.role === "guest" && jobId !== ctx.member.jobId) throw new AppError("not_found", NOTHING_HERE);
  const hash = hashOfJson(command);
  const held = known.held.get(id);
  if (held === hash) return { id, is: "held" };
  if (held !== undefined) throw new AppError("conflict", "Another entry has this id. Both are kept; please write this one again.");
  const kind = kindOf(command.kind);
  if (!kind) return { id, is: "later", why: "This is from a newer version than the server has. It is kept here and sent again." };
  const unknown = checkFields(kind, command);
  if (unknown) return { id, is: "later", why: `The server does not know “${unknown}” yet. It is kept here and sent again.` };
  checkJob(kind, command);
  const record = known.records.get(recordId);
  if (record && (record.kind !== command.kind || record.jobId !== jobId))
    throw new AppError("conflict", "This belongs to something else already.");
  const refusal = await kind.refuses?.(ctx, command, record?.fields ?? {});
  if (refusal) throw refusal;
  const fields = applyCommand(record?.fields ?? {}, command, momentOf(command, ctx.now.epochMilliseconds), ctx.user?.id ?? null);
  await ctx.db.execute(sql`savepoint one_command`);
  try {
    await Promise.all([insertCommand(ctx, deviceId, command, { number, hash }), saveRecord(ctx, kind, command, { number, fields })]);
    await kind.landed?.(ctx, { id: recordId, job: jobId, fields }, command);
  } catch (cause) {
    if (isStorageAway(cause)) throw cause;
    throw new Stumbled("a command was not stored", { cause });
  }
  known.held.set(id, hash);
  known.records.set(recordId, { kind: command.kind, jobId, fields });
  return undefined;
}

async function insertCommand(
  ctx: AccountContext,
  deviceId: string,
  { id, kind, record, job, capturedAt, skew, zone, sets, replaces, media }: Command,
  { number, hash }: { readonly number: number; readonly hash: string },
): Promise<void> {
  await ctx.db.insert(syncCommands).values({
    accountId: ctx.account.id,
    id,
    kind,
    recordId: record,
    jobId: job,
    number,
    authorId: ctx.user?.id ?? null,
    deviceId,
    capturedAt: Temporal.Instant.fromEpochMilliseconds(capturedAt),
    skew,
    zone,
    receivedAt: ctx.now,
    sets,
    replaces,
    media: [...media],
    hash,
  });
}

async function saveRecord(
  ctx: AccountContext,
  { kind, scope }: Kind,
  { record: id, job: jobId }: Command,
  { number: revision, fields }: { readonly number: number; readonly fields: Fields },
): Promise<void> {
  const now = { revision, fields, removed: shown(fields, REMOVED) === true };
  await ctx.db
    .insert(syncRecords)
    .values({ accountId: ctx.account.id, id, kind, jobId, scope, ...now })
    .onConflictDoUpdate({ target: [syncRecords.accountId, syncRecords.id], set: now });
}

/** @returns the name of a field that the kind does not have @throws AppError invalid for a value that the field does not take */
function checkFields(kind: Kind, { sets }: Command): string | undefined {
  for (const [name, value] of Object.entries(sets)) {
    if (name === REMOVED && typeof value === "boolean") continue;
    const field = fieldOf(kind, name);
    if (!field) return name;
    const read = field.safeParse(value);
    if (!read.success) throw new AppError("invalid", read.error.issues[0]?.message ?? `“${name}” can't be this.`);
  }
  return undefined;
}

/** @throws AppError invalid for a record that names no job, or one that it can't belong to */
function checkJob({ isJob, scope }: Kind, { record, job }: Command): void {
  if (isJob ? job !== record : (job === null) !== (scope === "account"))
    throw new AppError("invalid", "This names no job, or one that it can't belong to.");
}

/**
 * What changed after a count: without a job what every device of the business keeps (its jobs among it), else what belongs to that job. In
 * the order of the changes, in pages of 1,000 records or about 1 MB. A guest gets what is of their job.
 *
 * @param since the account's count up to which the asker has everything
 */
export async function newerRecords(
  ctx: AccountContext,
  { since, job }: { since: number; job: string | null },
): Promise<{ records: HeldRecord[]; upTo: number; more: boolean }> {
  // Before the records: whatever changes meanwhile has a higher count, and is asked for next time.
  const [head] = await ctx.db.select({ count: syncHeads.count }).from(syncHeads).where(eq(syncHeads.accountId, ctx.account.id));
  const upTo = head?.count ?? 0;
  const rows = await ctx.db
    .select({
      kind: syncRecords.kind,
      id: syncRecords.id,
      job: syncRecords.jobId,
      revision: syncRecords.revision,
      fields: syncRecords.fields,
    })
    .from(syncRecords)
    .where(
      and(
        eq(syncRecords.accountId, ctx.account.id),
        job === null ? eq(syncRecords.scope, "account") : and(eq(syncRecords.scope, "job"), eq(syncRecords.jobId, job)),
        gt(syncRecords.revision, since),
        lte(syncRecords.revision, upTo),
      ),
    )
    .orderBy(asc(syncRecords.revision))
    .limit(MOST_RECORDS + 1);
  let bytes = 0;
  const fits = rows.findIndex((row, at) => at === MOST_RECORDS || ((bytes += JSON.stringify(row.fields).length) > MOST_BYTES && at > 0));
  if (fits === -1) return { records: rows, upTo, more: false };
  const records = rows.slice(0, fits);
  return { records, upTo: records.at(-1)!.revision, more: true };
}
