import { and, eq, inArray, sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { addHistory } from "../history/history.server.ts";
import { leads, leadsAddresses } from "../tables.server.ts";
import { optOutsOf } from "./add.server.ts";

interface Typed {
  readonly email: string;
  /** As PostgreSQL prints it. */
  readonly at: string;
}

interface Known extends Record<string, unknown> {
  readonly id: string;
  readonly main: string | null;
  readonly address: string;
}

/**
 * People who typed another of their addresses than the main one on a form: it becomes the main one, because
 * they wait for the answer there. Of several that one person typed, the last counts.
 * @returns the captures, with one address per person
 */
export async function applyTypedAddresses<T extends Typed>(
  ctx: AccountContext,
  captures: readonly T[],
): Promise<readonly T[]> {
  const emails = [...new Set(captures.map(({ email }) => email))];
  if (!(await anyOtherEmails(ctx))) return captures;
  if (!(await peopleWith(ctx, emails)).length) {
    // Waits for a form that gives one of these people another main address right now.
    await ctx.db
      .select({ id: leads.id })
      .from(leads)
      .where(and(eq(leads.accountId, ctx.account.id), inArray(leads.email, emails)))
      .orderBy(leads.email)
      .for("no key update");
    if (!(await peopleWith(ctx, emails)).length) return captures;
  }
  // As adding, editing and merging people do.
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} add`}, 0))`);
  const known = await peopleWith(ctx, emails);
  const mainOf = new Map<string, string>();
  for (const [id, theirs] of Map.groupBy(known, (one) => one.id)) {
    const { main } = theirs[0]!;
    const all = new Set([...theirs.map(({ address }) => address), main]);
    const typed = captures.filter(({ email }) => all.has(email));
    const last = typed.toSorted((one, other) => (one.at < other.at ? -1 : 1)).at(-1)!;
    for (const { email } of typed) mainOf.set(email, last.email);
    if (last.email !== main) await useAddress(ctx, { id, main }, last.email);
  }
  return captures.map((capture) => {
    const email = mainOf.get(capture.email);
    return email === undefined ? capture : { ...capture, email };
  });
}

/** Nearly all businesses have nobody with two addresses, and this costs one look into an index. */
async function anyOtherEmails(ctx: AccountContext): Promise<boolean> {
  const any = await ctx.db
    .select({ one: sql`1` })
    .from(leadsAddresses)
    .where(and(eq(leadsAddresses.accountId, ctx.account.id), eq(leadsAddresses.channel, "mail")))
    .limit(1);
  return any.length > 0;
}

/** People who have one of these addresses beside their main one. A lead of its own comes first. */
async function peopleWith(ctx: AccountContext, emails: readonly string[]): Promise<Known[]> {
  const { rows } = await ctx.db.execute<Known>(sql`
    select distinct on (a.address) l.id, l.email as main, a.address
      from leads_addresses a join leads l on l.account_id = a.account_id and l.id = a.lead_id
     where a.account_id = ${ctx.account.id} and a.channel = 'mail' and a.address = any(${sql.param([...emails])}::text[])
       and not exists (select from leads o where o.account_id = a.account_id and o.email = a.address)
     order by a.address, a.at`);
  return rows;
}

async function useAddress(
  ctx: AccountContext,
  { id, main }: { readonly id: string; readonly main: string | null },
  email: string,
): Promise<void> {
  const { bouncedAt } = await optOutsOf(ctx, { phone: null, email });
  await ctx.db
    .delete(leadsAddresses)
    .where(
      and(
        eq(leadsAddresses.accountId, ctx.account.id),
        eq(leadsAddresses.leadId, id),
        eq(leadsAddresses.address, email),
      ),
    );
  await ctx.db
    .update(leads)
    // What they proved or refused before stays; a bounce and a proof are about one address.
    .set({ email, bouncedAt, confirmedAt: null })
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, id)));
  if (main !== null)
    await ctx.db
      .insert(leadsAddresses)
      .values({ accountId: ctx.account.id, leadId: id, channel: "mail", address: main, at: ctx.now })
      .onConflictDoNothing();
  await addHistory(ctx, id, "changed", { words: `Main email: ${email}` });
}
