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
import { keyOf, type KnownPeople, knownPeople, readRows, type WrongRow } from "../csv/people.server.ts";
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
  const before = await knownPeople(ctx, people.map(keyOf));
  const mayMail = people.filter((person) => !before.suppressed.has(keyOf(person)));
  // A row of our own export about an existing lead is no new contact.
  const toStore = mayMail.filter(
    (person) => person.leadId === null || before.leads.get(keyOf(person)) !== person.leadId,
  );
  const byEmail = toStore.flatMap((person) => {
    const { email } = person;
    // Someone with this as another address is not added again.
    return email === null ? [] : [{ ...person, email: before.mains.get(email) ?? email }];
  });
  const withEmail = await store(ctx, file, [...new Map(byEmail.map((one) => [one.email, one])).values()]);
  const withPhone = await storeNumbers(
    ctx,
    file,
    toStore.filter(({ email }) => email === null),
  );
  const stored = [...withEmail, ...withPhone];
  await storeOthers(ctx, stored, toStore, before);
  const fresh = stored.filter(({ isNew }) => isNew).map(({ leadId }) => leadId);
  const startsUntil = await startFollowUp(
    ctx,
    file,
    withEmail.flatMap(({ isNew, leadId }) => (isNew ? [leadId] : [])),
    calendarOf(business),
  );
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
  /** As keyOf(). */
  readonly key: string;
}

type WithEmail = RowPerson & { readonly email: string };

const sourceOf = (file: Import, { address, note }: RowPerson) => ({
  import: file.fileName,
  ...(file.origin ? { list: file.origin } : {}),
  ...(address ? { address } : {}),
  ...(note ? { note } : {}),
});

/**
 * Stores people with touch and consent, and records what changed for an undo. Existing leads are not
 * overwritten; only a missing phone number is filled in. Returns them in file order, without people from
 * earlier batches.
 */
async function store(
  ctx: AccountContext,
  file: Import,
  people: readonly WithEmail[],
): Promise<readonly ImportedLead[]> {
  if (!people.length) return [];
  const account = ctx.account.id;
  const at = file.startedAt!.toString();
  const arrayOf = <T>(pick: (person: WithEmail) => T) => sql.param(people.map(pick));
  // Sorted by address, so that concurrent imports and the capture worker can't deadlock.
  const { rows } = await ctx.db.execute<ImportedLead>(sql`
    with given as (
      select * from unnest(${arrayOf(() => newId())}::uuid[], ${arrayOf(({ email }) => email)}::text[], ${arrayOf(({ name }) => name)}::text[],
        ${arrayOf(({ phone }) => phone)}::text[], ${arrayOf(({ came }) => (came ?? file.startedAt!).toString())}::timestamptz[],
        ${arrayOf((person) => JSON.stringify(sourceOf(file, person)))}::jsonb[])
        with ordinality as one (id, email, name, phone, came, source, place)
    ), before as (
      select l.email, l.phone from leads l join given on l.email = given.email where l.account_id = ${account}
    ), lead as (
      insert into leads (account_id, id, name, email, phone, created_at)
      select ${account}::uuid, id, name, email, phone, came from given order by email
      on conflict (account_id, email) do update set phone = coalesce(leads.phone, excluded.phone)
      returning id, email, phone
    ), one as (
      select lead.id as lead_id, lead.id = given.id as is_new, given.came, given.source, given.place, given.email as key,
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
    select mine.lead_id as "leadId", mine.is_new as "isNew", one.key from mine join one on one.lead_id = mine.lead_id order by one.place`);
  return rows;
}

/**
 * Stores people who have only a number, without a consent: nobody said that they want email. A number that is
 * here already, as anyone's, adds nobody.
 */
async function storeNumbers(
  ctx: AccountContext,
  file: Import,
  people: readonly RowPerson[],
): Promise<readonly ImportedLead[]> {
  if (!people.length) return [];
  const account = ctx.account.id;
  // As adding people by hand does, so that two imports make one.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${account} add`}, 0))`);
  const known = await knownPeople(ctx, people.map(keyOf));
  const fresh = people.filter((person) => !known.leads.has(keyOf(person)));
  const rows = people.map((person) => ({
    person,
    key: keyOf(person),
    leadId: known.leads.get(keyOf(person)) ?? newId(),
    isNew: !known.leads.has(keyOf(person)),
  }));
  const cameOf = ({ came }: RowPerson) => (came ?? file.startedAt!).toString();
  if (fresh.length)
    await ctx.db.execute(sql`
      insert into leads (account_id, id, name, phone, created_at, texts_stopped_at)
      select ${account}::uuid, one.id, one.name, one.phone, one.came, s.at
        from unnest(${sql.param(rows.flatMap((row) => (row.isNew ? [row.leadId] : [])))}::uuid[],
                    ${sql.param(fresh.map(({ name }) => name))}::text[], ${sql.param(fresh.map(keyOf))}::text[],
                    ${sql.param(fresh.map(cameOf))}::timestamptz[]) as one (id, name, phone, came)
        left join leads_suppressions s on s.account_id = ${account}
         and s.address_hash = rtrim(translate(encode(sha256(convert_to(one.phone, 'UTF8')), 'base64'), '+/', '-_'), '=')`);
  const of = <T>(pick: (row: (typeof rows)[number]) => T) => sql.param(rows.map(pick));
  const { rows: stored } = await ctx.db.execute<ImportedLead>(sql`
    with one as (
      select * from unnest(${of((row) => row.leadId)}::uuid[], ${of((row) => row.isNew)}::boolean[], ${of((row) => row.key)}::text[],
        ${of((row) => cameOf(row.person))}::timestamptz[], ${of((row) => JSON.stringify(sourceOf(file, row.person)))}::jsonb[])
        as one (lead_id, is_new, key, came, source)
    ), touch as (
      insert into leads_touches (account_id, id, lead_id, page_id, at, source)
      select distinct on (lead_id) ${account}::uuid, md5(${file.hash} || lead_id::text)::uuid, lead_id, null::uuid, came, source from one
      on conflict do nothing returning lead_id
    ), mine as (
      insert into leads_imports_people (account_id, import_id, lead_id, is_new, touched)
      select distinct on (one.lead_id) ${account}::uuid, ${file.id}::uuid, one.lead_id, is_new, touch.lead_id is not null
        from one left join touch using (lead_id)
      on conflict do nothing returning lead_id, is_new
    )
    select mine.lead_id as "leadId", mine.is_new as "isNew", one.key from mine join one using (lead_id)`);
  return [...new Map(stored.map((row) => [row.leadId, row])).values()];
}

/** Stores the other addresses and numbers of new people, except addresses that somebody else has. */
async function storeOthers(
  ctx: AccountContext,
  stored: readonly ImportedLead[],
  people: readonly RowPerson[],
  { leads: known }: KnownPeople,
): Promise<void> {
  const leadOf = new Map(stored.flatMap(({ key, leadId, isNew }) => (isNew ? [[key, leadId] as const] : [])));
  const others = people.flatMap((person) => {
    const leadId = known.has(keyOf(person)) ? undefined : leadOf.get(keyOf(person));
    return leadId === undefined ? [] : person.others.map((one) => ({ leadId, ...one }));
  });
  if (!others.length) return;
  const account = ctx.account.id;
  const of = <T>(pick: (other: (typeof others)[number]) => T) => sql.param(others.map(pick));
  await ctx.db.execute(sql`
    insert into leads_addresses (account_id, lead_id, channel, address, at)
    select ${account}::uuid, one.lead_id, one.channel, one.address, ${ctx.now.toString()}::timestamptz
      from (select distinct on (channel, address, case when channel = 'text' then lead_id end) *
              from unnest(${of(({ leadId }) => leadId)}::uuid[], ${of(({ channel }) => channel)}::text[], ${of(({ address }) => address)}::text[])
                   as given (lead_id, channel, address)) one
     where one.channel = 'text'
        or not exists (select from leads l where l.account_id = ${account} and l.email = one.address)
       and not exists (select from leads_addresses a where a.account_id = ${account} and a.channel = 'mail' and a.address = one.address)
    on conflict do nothing`);
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
