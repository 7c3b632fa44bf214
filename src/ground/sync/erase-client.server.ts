import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { notice } from "#platform/db/notices.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { lockCount } from "./commands.server.ts";
import { toStoredRecord } from "./records/stored-records.server.ts";
import { CLIENT, kindOf, notifySaved } from "./kinds.server.ts";
import { type Fields, type Json, REMOVED } from "./rules.ts";
import { syncCommands, syncHeads, syncRecords } from "./tables.server.ts";

interface CommandRow {
  readonly id: string;
  readonly kind: string;
  readonly recordId: string;
  readonly jobId: string | null;
  readonly sets: Readonly<Record<string, Json>>;
}

const personalOf = (kind: string): readonly string[] => kindOf(kind)?.personal ?? [CLIENT];

/**
 * Erases a client's personal fields from commands and records that name or named them, in the caller's
 * transaction. Devices see the records change as usual. Other fields stay, because they are the business's
 * work; a record the law retains stays whole.
 * @returns the changed commands, by job
 */
export async function forgetClientIn(
  ctx: AccountContext,
  person: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { db, account } = ctx;
  // Lock first, so that nobody writes to these records meanwhile.
  let count = await lockCount(ctx);
  const naming = db
    .select({ id: syncCommands.recordId })
    .from(syncCommands)
    .where(and(eq(syncCommands.accountId, account.id), sql`${syncCommands.sets}->>${CLIENT} = ${person}`));
  const { id, kind, recordId, jobId, sets } = syncCommands;
  const commands: CommandRow[] = await db
    .select({ id, kind, recordId, jobId, sets })
    .from(syncCommands)
    .where(and(eq(syncCommands.accountId, account.id), inArray(syncCommands.recordId, naming)))
    .orderBy(asc(syncCommands.number));
  const named = Map.groupBy(commands, (one) => one.recordId);
  if (named.size === 0) return new Map();
  const rows = await db
    .select()
    .from(syncRecords)
    .where(and(eq(syncRecords.accountId, account.id), inArray(syncRecords.id, [...named.keys()])));
  const records = rows
    .map(toStoredRecord)
    .filter((record) => !kindOf(record.kind)?.retains?.(record, ctx.now));
  const about = records.flatMap(({ id: mine }) => commandsAbout(named.get(mine)!, person));
  const ids = about.map((one) => one.id);
  const names = [...new Set(about.flatMap((one) => personalOf(one.kind)))];
  await db.execute(sql`select sync_forget(${`{${ids.join(",")}}`}::uuid[], ${sql.param(names)}::text[])`);
  for (const record of records) {
    const fields = without(record.fields, personalOf(record.kind), new Set(ids));
    const revision = ++count;
    await db
      .update(syncRecords)
      .set({ fields, revision })
      .where(and(eq(syncRecords.accountId, account.id), eq(syncRecords.id, record.id)));
    await notifySaved(ctx, { ...record, fields, revision });
  }
  await db.update(syncHeads).set({ count }).where(eq(syncHeads.accountId, account.id));
  await db.execute(notice(account.id, String(count)));
  return new Map(
    [...Map.groupBy(about, (one) => one.jobId ?? "")].flatMap(([job, those]) =>
      job ? [[job, those.map((one) => one.id)]] : [],
    ),
  );
}

/** What stays of a record that is forgotten: devices of the person it is about hear that it is removed. */
const staysOf = (kind: string): readonly string[] => [REMOVED, kindOf(kind)?.subject ?? REMOVED];

/**
 * Erases all that was ever written in some records, in the caller's transaction: for records that are about
 * one person alone. Remove them first.
 * @param of ids
 * @returns hashes of the originals that its commands named
 */
export async function forgetRecords(ctx: AccountContext, of: readonly string[]): Promise<string[]> {
  if (of.length === 0) return [];
  const { db, account } = ctx;
  let count = await lockCount(ctx);
  const { id, kind, sets, media, recordId, accountId } = syncCommands;
  const commands = await db
    .select({ id, kind, sets, media })
    .from(syncCommands)
    .where(and(eq(accountId, account.id), inArray(recordId, [...of])));
  for (const [name, some] of Map.groupBy(commands, (one) => one.kind)) {
    const fields = new Set(some.flatMap((one) => Object.keys(one.sets))).difference(new Set(staysOf(name)));
    const ids = `{${some.map((one) => one.id).join(",")}}`;
    await db.execute(sql`select sync_forget(${ids}::uuid[], ${sql.param([...fields])}::text[])`);
  }
  const rows = await db
    .select()
    .from(syncRecords)
    .where(and(eq(syncRecords.accountId, account.id), inArray(syncRecords.id, [...of])));
  for (const record of rows.map(toStoredRecord)) {
    const stays = staysOf(record.kind);
    const fields = Object.fromEntries(Object.entries(record.fields).filter(([name]) => stays.includes(name)));
    const revision = ++count;
    await db
      .update(syncRecords)
      .set({ fields, revision })
      .where(and(eq(syncRecords.accountId, account.id), eq(syncRecords.id, record.id)));
    await notifySaved(ctx, { ...record, fields, revision });
  }
  await db.update(syncHeads).set({ count }).where(eq(syncHeads.accountId, account.id));
  await db.execute(notice(account.id, String(count)));
  return [...new Set(commands.flatMap((one) => one.media))];
}

/**
 * The commands of one record about that client. A name may be typed before the client is picked, so it
 * belongs to the client the record names next.
 */
function commandsAbout(commands: readonly CommandRow[], person: string): CommandRow[] {
  const about: CommandRow[] = [];
  let before: CommandRow[] = [];
  let client: Json = null;
  for (const command of commands) {
    const names = personalOf(command.kind).filter((name) => Object.hasOwn(command.sets, name));
    if (names.length === 0) continue;
    if (Object.hasOwn(command.sets, CLIENT)) client = command.sets[CLIENT] ?? null;
    before.push(command);
    if (client === null) continue;
    if (client === person) about.push(...before);
    before = [];
  }
  return about;
}

/** Removes values written by those commands from some fields. The list of replaced commands stays. */
const without = (fields: Fields, names: readonly string[], ids: ReadonlySet<string>): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      names.includes(name)
        ? {
            ...field,
            values: field.values.filter(({ by }) => !ids.has(by)),
            ...(field.earlier ? { earlier: field.earlier.filter(({ by }) => !ids.has(by)) } : {}),
          }
        : field,
    ]),
  );
