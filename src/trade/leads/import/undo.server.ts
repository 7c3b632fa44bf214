import { sql, type SQL } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { type AccountContext, isId, withAccount } from "#platform/db/scope.server.ts";
import { lockImport, type Import, whereImport } from "./data.server.ts";
import { undoListedOptOuts } from "./listed-opt-outs.server.ts";
import type { Turn } from "./run.server.ts";
import { leadsImports } from "./tables.server.ts";

const BATCH = 500;

/** Why an undo leaves a lead in place. The first that applies is reported. */
export type RetainedReason = "known" | "again" | "replied" | "stopped" | "ended" | "mailed";

/**
 * Continues an undo. Each batch is one transaction that deletes the import's record of the people it
 * processed, so a crash neither loses nor repeats work.
 * @param goesOn asked after each batch; returning false ends this turn with "more"
 */
export async function undoBatch(
  accountId: string,
  id: string,
  goesOn: () => boolean = () => true,
): Promise<Turn> {
  if (!isId(id)) return "over";
  while ((await withAccount(accountId, (ctx) => undoNext(ctx, id))) === "more") if (!goesOn()) return "more";
  return "over";
}

interface Person extends Record<string, unknown> {
  readonly leadId: string;
  readonly isNew: boolean;
  readonly touched: boolean;
  readonly phone: string | null;
  readonly isThere: boolean;
  readonly because: RetainedReason | null;
}

async function undoNext(ctx: AccountContext, id: string): Promise<Turn> {
  const file = await lockImport(ctx, id);
  if (file?.state !== "undoing") return "over";
  const people = await nextPeople(ctx, file);
  if (!people.length) {
    if (file.startedAt) await undoListedOptOuts(ctx, file.startedAt);
    await ctx.db.update(leadsImports).set({ state: "undone", undoneAt: ctx.now }).where(whereImport(ctx, id));
    return "over";
  }
  const account = ctx.account.id;
  const idsOf = (some: readonly Person[]) => some.map(({ leadId }) => leadId);
  // The import put only new people into follow-up, and those who came again themselves stay in it.
  const withdrawn = idsOf(
    people.filter(({ isThere, because }) => isThere && because !== "known" && because !== "again"),
  );
  // Withdraw first, then check: this waits for a step that is being sent and then sees it as sent.
  if (withdrawn.length) await publish(ctx, { type: "leads.withdrawn", leadIds: withdrawn });
  const mailed = await findMailed(ctx, withdrawn);
  const because = (one: Person): RetainedReason | null =>
    one.because ?? (mailed.has(one.leadId) ? "mailed" : null);
  const existing = people.filter(({ isThere }) => isThere);
  const removable = idsOf(existing.filter((one) => because(one) === null));
  if (removable.length) await publish(ctx, { type: "leads.removed", leadIds: removable });
  await removeLeads(ctx, removable);
  await restoreLeads(
    ctx,
    file,
    people.filter(({ because: reason }) => reason === "known"),
  );
  await ctx.db.execute(sql`
    delete from leads_imports_people where account_id = ${account} and import_id = ${id} and lead_id = ${anyOf(idsOf(people))}`);
  const kept: Record<string, number> = { ...file.kept };
  for (const one of existing) {
    const reason = because(one);
    if (reason) kept[reason] = (kept[reason] ?? 0) + 1;
  }
  await ctx.db
    .update(leadsImports)
    .set({ removed: file.removed + removable.length, kept })
    .where(whereImport(ctx, id));
  return "more";
}

const anyOf = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`;

/** The next people of an import, with their leads locked and the reason to retain them, if any. */
async function nextPeople(ctx: AccountContext, { id, hash }: Import): Promise<Person[]> {
  const account = ctx.account.id;
  const { rows: next } = await ctx.db.execute<{ id: string }>(sql`
    select lead_id as id from leads_imports_people where account_id = ${account} and import_id = ${id} order by lead_id limit ${BATCH}`);
  const ids = anyOf(next.map((one) => one.id));
  // Lock first and read in a second statement, so that nothing changes in between.
  await ctx.db.execute(
    sql`select id from leads where account_id = ${account} and id = ${ids} order by email for update`,
  );
  const { rows } = await ctx.db.execute<Person>(sql`
    select p.lead_id as "leadId", p.is_new as "isNew", p.touched, p.phone, l.id is not null as "isThere",
           case when not p.is_new then 'known'
                when exists (select from leads_touches t where t.account_id = p.account_id and t.lead_id = p.lead_id
                                and not (p.touched and t.id = md5(${hash} || p.lead_id::text)::uuid))
                  or exists (select from leads_imports_people o where o.account_id = p.account_id and o.lead_id = p.lead_id
                                and o.import_id <> p.import_id) then 'again'
                when exists (select from leads_unconfirmed u where u.account_id = p.account_id and u.lead_id = p.lead_id)
                  or l.confirmed_at is not null then 'again'
                when l.replied_at is not null
                  or exists (select from leads_replies r where r.account_id = p.account_id and r.lead_id = p.lead_id) then 'replied'
                when l.unsubscribed_at is not null or l.bounced_at is not null or l.texts_stopped_at is not null then 'stopped'
                when l.booked_at is not null or l.outcome is not null then 'ended' end as because
      from leads_imports_people p left join leads l on l.account_id = p.account_id and l.id = p.lead_id
     where p.account_id = ${account} and p.import_id = ${id} and p.lead_id = ${ids}
     order by p.lead_id`);
  return rows;
}

/** People who were or are being emailed: the unsubscribe link in that email must continue to work. */
async function findMailed(ctx: AccountContext, leadIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (!leadIds.length) return new Set();
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select distinct about_id as id from mail_messages
     where account_id = ${ctx.account.id} and about_id = ${anyOf(leadIds)} and state <> 'suppressed'`);
  return new Set(rows.map(({ id }) => id));
}

async function removeLeads(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  if (!leadIds.length) return;
  const these = anyOf(leadIds);
  for (const table of ["leads_touches", "leads_consents", "leads_addresses"])
    await ctx.db.execute(
      sql`delete from ${sql.identifier(table)} where account_id = ${ctx.account.id} and lead_id = ${these}`,
    );
  // Canceled emails name them too.
  await ctx.db.execute(
    sql`delete from mail_messages where account_id = ${ctx.account.id} and about_id = ${these} and state = 'suppressed'`,
  );
  await ctx.db.execute(sql`delete from leads where account_id = ${ctx.account.id} and id = ${these}`);
}

/** Restores leads that existed before: removes the import's touch, consent and phone number. */
async function restoreLeads(ctx: AccountContext, { hash }: Import, people: readonly Person[]): Promise<void> {
  const account = ctx.account.id;
  const touched = anyOf(people.filter((one) => one.touched).map(({ leadId }) => leadId));
  for (const table of ["leads_touches", "leads_consents"])
    await ctx.db.execute(sql`
      delete from ${sql.identifier(table)}
       where account_id = ${account} and lead_id = ${touched} and id = md5(${hash} || lead_id::text)::uuid`);
  const filled = people.filter(({ phone }) => phone !== null);
  if (filled.length)
    await ctx.db.execute(sql`
      update leads l set phone = null
        from unnest(${sql.param(filled.map(({ leadId }) => leadId))}::uuid[], ${sql.param(filled.map(({ phone }) => phone))}::text[])
          as one (id, phone)
       where l.account_id = ${account} and l.id = one.id and l.phone = one.phone`);
}
