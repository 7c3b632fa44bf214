import { sql } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId, withAccount } from "#platform/db/scope.server.ts";
import type { Calendar } from "#platform/time/hours.ts";
import { calendarOf } from "#platform/time/working-hours.ts";
import { columnsOf } from "../csv/columns.ts";
import { IMPORT_CONSENT_VERSION } from "./consent.ts";
import { lockImport, type Import, whereImport } from "./data.server.ts";
import { type FileRow, rowsFrom } from "../csv/read-file.server.ts";
import { knownPeople, readRows, type WrongRow } from "../csv/people.server.ts";
import { optOutListed } from "./listed-opt-outs.server.ts";
import type { RowPerson } from "../csv/rows.ts";
import { startsOf } from "./starts.ts";
import { leadsImports, leadsImportsErrors } from "./tables.server.ts";

export type Turn = "over" | "more";

/** Characters of an error row that are stored: enough to fix it. */
const MOST_STORED = 20_000;

/**
 * Continues an import from its stored position. Each batch is one transaction that also advances the
 * position, so a crash neither loses nor repeats rows. With two workers, the slower one stops.
 * @param goesOn asked after each batch; returning false ends this turn with "more"
 */
export async function runImport(
  accountId: string,
  id: string,
  goesOn: () => boolean = () => true,
): Promise<Turn> {
  const file = await withAccount(accountId, async (ctx) => (isId(id) ? lockImport(ctx, id) : undefined));
  if (file?.state !== "running") return "over";
  for await (const rows of rowsFrom(file, file.position)) {
    const isNext = await withAccount(accountId, (ctx) => importBatch(ctx, id, rows));
    if (!isNext) return "over";
    if (!goesOn()) return "more";
  }
  await finish(accountId, id);
  return "over";
}

/** @returns false if another worker or an undo got there first */
async function importBatch(ctx: AccountContext, id: string, rows: readonly FileRow[]): Promise<boolean> {
  const file = await lockImport(ctx, id);
  const first = rows[0]!.row;
  if (file?.state !== "running" || file.position > first) return false;
  const business = await getBusiness(ctx);
  const zone = business.zone ?? "UTC";
  const { people, repeated, optedOut, wrong } = readRows(rows, columnsOf(file), {
    dayFirst: file.dayFirst,
    zone,
    now: file.startedAt!,
  });
  const before = await knownPeople(
    ctx,
    people.map(({ email }) => email),
  );
  const mayMail = people.filter(({ email }) => !before.suppressed.has(email));
  // A row of our own export about an existing lead is no new contact.
  const toStore = mayMail.filter(
    ({ email, leadId }) => leadId === null || before.leads.get(email) !== leadId,
  );
  const stored = await store(ctx, file, toStore);
  const fresh = stored.filter(({ isNew }) => isNew).map(({ leadId }) => leadId);
  const startsUntil = await startFollowUp(ctx, file, fresh, calendarOf(business));
  await optOutListed(
    ctx,
    optedOut.flatMap((one) => one.optedOut ?? []),
    file.startedAt!,
  );
  await storeErrors(ctx, file, [...wrong, ...optedOut.map((one) => ({ ...one, isTaken: false }))]);
  await ctx.db
    .update(leadsImports)
    .set({
      position: rows.at(-1)!.row + 1,
      added: file.added + fresh.length,
      known: file.known + (mayMail.length - toStore.length) + (stored.length - fresh.length),
      suppressed: file.suppressed + (people.length - mayMail.length),
      repeated: file.repeated + repeated + (toStore.length - stored.length),
      optedOut: file.optedOut + optedOut.length,
      errors: file.errors + wrong.filter(({ isTaken }) => !isTaken).length,
      partly: file.partly + wrong.filter(({ isTaken }) => isTaken).length,
      ...(startsUntil ? { startsUntil } : {}),
    })
    .where(whereImport(ctx, id));
  return true;
}

interface ImportedLead extends Record<string, unknown> {
  readonly leadId: string;
  readonly isNew: boolean;
}

/**
 * Stores people with touch and consent, and records what changed for an undo. Existing leads are not
 * overwritten; only a missing phone number is filled in. Returns them in file order, without people from
 * earlier batches.
 */
async function store(
  ctx: AccountContext,
  file: Import,
  people: readonly RowPerson[],
): Promise<readonly ImportedLead[]> {
  if (!people.length) return [];
  const account = ctx.account.id;
  const at = file.startedAt!.toString();
  const arrayOf = <T>(pick: (person: RowPerson) => T) => sql.param(people.map(pick));
  const source = ({ address, note }: RowPerson) => ({
    import: file.fileName,
    ...(file.origin ? { list: file.origin } : {}),
    ...(address ? { address } : {}),
    ...(note ? { note } : {}),
  });
  // Sorted by address, so that concurrent imports and the capture worker can't deadlock.
  const { rows } = await ctx.db.execute<ImportedLead>(sql`
    with given as (
      select * from unnest(${arrayOf(() => newId())}::uuid[], ${arrayOf(({ email }) => email)}::text[], ${arrayOf(({ name }) => name)}::text[],
        ${arrayOf(({ phone }) => phone)}::text[], ${arrayOf(({ came }) => (came ?? file.startedAt!).toString())}::timestamptz[],
        ${arrayOf((person) => JSON.stringify(source(person)))}::jsonb[])
        with ordinality as one (id, email, name, phone, came, source, place)
    ), before as (
      select l.email, l.phone from leads l join given on l.email = given.email where l.account_id = ${account}
    ), lead as (
      insert into leads (account_id, id, name, email, phone, created_at)
      select ${account}::uuid, id, name, email, phone, came from given order by email
      on conflict (account_id, email) do update set phone = coalesce(leads.phone, excluded.phone)
      returning id, email, phone
    ), one as (
      select lead.id as lead_id, lead.id = given.id as is_new, given.came, given.source, given.place,
             case when lead.id <> given.id and before.phone is null and lead.phone = given.phone then lead.phone end as filled,
             md5(${file.hash} || lead.id::text)::uuid as mark
        from lead join given using (email) left join before using (email)
    ), touch as (
      insert into leads_touches (account_id, id, lead_id, page_id, at, source)
      select ${account}::uuid, mark, lead_id, ${file.pageId}::uuid, came, source from one
      on conflict do nothing returning lead_id
    ), consent as (
      insert into leads_consents (account_id, id, lead_id, wording_version, wording, source, at)
      select ${account}::uuid, mark, lead_id, ${IMPORT_CONSENT_VERSION}, ${file.wording}, ${`import of ${file.fileName}`}, ${at}::timestamptz
        from one on conflict do nothing
    ), mine as (
      insert into leads_imports_people (account_id, import_id, lead_id, is_new, touched, phone)
      select ${account}::uuid, ${file.id}::uuid, one.lead_id, is_new, touch.lead_id is not null, filled
        from one left join touch using (lead_id)
      on conflict do nothing returning lead_id, is_new
    )
    select mine.lead_id as "leadId", mine.is_new as "isNew" from mine join one on one.lead_id = mine.lead_id order by one.place`);
  return rows;
}

/**
 * Starts the follow-up of new people, spread over time.
 * @returns when the last of them starts; undefined if none does
 */
async function startFollowUp(
  ctx: AccountContext,
  file: Import,
  fresh: readonly string[],
  calendar: Calendar,
): Promise<Temporal.Instant | undefined> {
  const { pageId } = file;
  if (!pageId || !fresh.length) return undefined;
  const starts = startsOf(file.added, fresh.length, file.startsAfter!, calendar);
  let from = 0;
  for (const { at, many } of starts) {
    const captures = fresh.slice(from, from + many).map((leadId) => ({ leadId, pageId }));
    await publish(ctx, { type: "leads.captured", captures, startsAt: at });
    from += many;
  }
  return starts.at(-1)?.at;
}

async function storeErrors(ctx: AccountContext, file: Import, wrong: readonly WrongRow[]): Promise<void> {
  // In chunks: PostgreSQL limits the parameters of a statement.
  for (let from = 0; from < wrong.length; from += 500)
    await ctx.db
      .insert(leadsImportsErrors)
      .values(
        wrong.slice(from, from + 500).map(({ row, column, problem, isTaken }) => ({
          accountId: ctx.account.id,
          importId: file.id,
          row: row.row,
          line: row.line,
          column,
          problem,
          isTaken,
          cells: trimCells(row.cells),
        })),
      )
      .onConflictDoNothing();
}

function trimCells(cells: readonly string[]): string[] {
  let room = MOST_STORED;
  return cells.map((cell) => {
    const trimmed = cell.slice(0, Math.max(0, room)).toWellFormed().replaceAll("\0", "");
    room -= trimmed.length;
    return trimmed;
  });
}

/** Marks an import as done and deletes its file unless another import uses it. */
async function finish(accountId: string, id: string): Promise<void> {
  const file = await withAccount(accountId, async (ctx) => {
    const locked = await lockImport(ctx, id);
    if (locked?.state !== "running") return null;
    await ctx.db
      .update(leadsImports)
      .set({ state: "done", finishedAt: ctx.now, file: null })
      .where(whereImport(ctx, id));
    return locked.file && (await isNeeded(ctx, locked.file)) ? null : locked.file;
  });
  if (file) await installation().files.remove(file);
}

/**
 * Whether an unfinished import still refers to a stored file. Equal content is stored once, so imports can
 * share one.
 */
export async function isNeeded(ctx: AccountContext, file: string): Promise<boolean> {
  const { rows } = await ctx.db.execute(
    sql`select 1 from leads_imports where account_id = ${ctx.account.id} and file = ${file} limit 1`,
  );
  return rows.length > 0;
}
