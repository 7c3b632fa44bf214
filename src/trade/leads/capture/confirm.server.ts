import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import {
  getBusiness,
  mailColors,
  publicProfileOf,
  mayMailOthers,
  lockIfActive,
  ownSender,
  zoneOf,
} from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, database, now, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import type { NewMail } from "#platform/mail/message.ts";
import { queueMails } from "#platform/mail/queue.server.ts";
import { CONFIRM_DAYS, confirmMailText } from "./confirm-mail.ts";
import { getLead, type Lead, contactStates } from "../data.server.ts";
import { type Agreed, applyConsents } from "./apply-consent.server.ts";
import { leads, leadsPages, leadsReplies, leadsUnconfirmed } from "../tables.server.ts";
import { confirmToken, unsubscribeToken } from "../preferences/tokens.server.ts";
import { longDay } from "../preferences/preferences.ts";

// Where a form asks to have the address confirmed, what somebody asked for waits here: no touch, no consent,
// nothing that follows. One mail asks; the button behind its link has all of it take effect, once. What may
// be sent is asked of `unconfirmed_since` as well.

/** Nobody is asked more often, whoever types their address into however many forms. */
const APART = Temporal.Duration.from({ hours: 1 });
/** A mail that could not go out for so long is not sent any more: they would not know what it is about. */
const LONGEST = Temporal.Duration.from({ hours: 24 * 30 });
const ACCOUNTS_AT_ONCE = 100;
const LEADS_AT_ONCE = 200;

/** Leads of captures, by address. */
type Known = ReadonlyMap<string, { readonly id: string; readonly isNew: boolean }>;

/**
 * Keeps apart what was asked for with an address that is not known to be theirs. Known is one that was
 * confirmed or wrote back by mail. Somebody who wants no mail is asked nothing: nothing would be sent to them
 * either way. An address that does not work stays unconfirmed, or a false one typed twice would do as a
 * confirmed one.
 * @param asks whether the form of a capture asks to confirm
 * @returns what takes effect at once, the ids of leads whose captures wait, and all leads
 */
export async function saveUnconfirmed(
  ctx: AccountContext,
  captures: readonly Agreed[],
  asks: (capture: Agreed) => boolean,
): Promise<{ effective: readonly Agreed[]; unconfirmed: readonly string[]; leads: Known }> {
  const known = await holdLeads(ctx, captures, asks);
  const standings = await contactStates(
    ctx,
    [...known.values()].map(({ id }) => id),
  );
  const writers = await wroteBack(ctx, [...standings.keys()]);
  const waits = (capture: Agreed) => {
    const lead = standings.get(known.get(capture.email)!.id)!;
    const isKnown = lead.confirmedAt !== null || writers.has(lead.id);
    return (
      asks(capture) && !isKnown && lead.suppressed !== "unsubscribed" && lead.suppressed !== "complained"
    );
  };
  const waiting = captures.filter(waits);
  const effective = captures.filter((capture) => !waits(capture));
  const unconfirmed = [...new Set(waiting.map(({ email }) => known.get(email)!.id))];
  if (!waiting.length) return { effective, unconfirmed, leads: known };
  // A link that has ended confirms nothing more: whoever asks again is asked about that alone.
  await ctx.db.execute(sql`
    delete from leads_unconfirmed u using leads l
     where u.account_id = ${ctx.account.id} and u.lead_id = any(${sql.param(unconfirmed)}::uuid[]) and u.asked_at is not null
       and l.account_id = u.account_id and l.id = u.lead_id
       and l.confirm_asked_at <= ${ctx.now.subtract({ hours: 24 * CONFIRM_DAYS }).toString()}::timestamptz`);
  await ctx.db
    .insert(leadsUnconfirmed)
    .values(
      waiting.map(
        ({
          id,
          pageId,
          name,
          email,
          at,
          source,
          answers,
          wordingVersion,
          wording,
          textWording,
          shownAt,
        }) => ({
          accountId: ctx.account.id,
          leadId: known.get(email)!.id,
          id,
          pageId,
          name,
          at: Temporal.Instant.from(at.replace(" ", "T")),
          source,
          answers,
          wordingVersion,
          wording,
          textWording,
          shownAt,
        }),
      ),
    )
    .onConflictDoNothing();
  return { effective, unconfirmed, leads: known };
}

/**
 * Leads of all captures, made where there are none and held until the transaction ends: two who confirm and
 * ask at once take turns.
 */
async function holdLeads(
  ctx: AccountContext,
  captures: readonly Agreed[],
  asks: (capture: Agreed) => boolean,
): Promise<Known> {
  const people = [...Map.groupBy(captures, ({ email }) => email).values()].map((theirs) => {
    const [first] = theirs.toSorted((a, b) => (a.at < b.at ? -1 : 1));
    return { ...first!, asked: theirs.some(asks) };
  });
  const of = <T>(pick: (person: (typeof people)[number]) => T) => sql.param(people.map(pick));
  const { rows } = await ctx.db.execute<{ id: string; email: string; isNew: boolean }>(sql`
    insert into leads (account_id, id, name, email, created_at, unconfirmed_since)
    select ${ctx.account.id}::uuid, id, name, email, at, case when asked then at end
      from unnest(${of(() => newId())}::uuid[], ${of(({ name }) => name)}::text[], ${of(({ email }) => email)}::text[],
                  ${of(({ at }) => at)}::timestamptz[], ${of(({ asked }) => asked)}::boolean[]) as one (id, name, email, at, asked)
     order by email
    on conflict (account_id, email) do update set email = excluded.email
    returning id, email, xmax = 0 as "isNew"`);
  return new Map(rows.map((row) => [row.email, row]));
}

/** Which of these leads wrote back by mail. */
async function wroteBack(ctx: AccountContext, leadIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectDistinct({ id: leadsReplies.leadId })
    .from(leadsReplies)
    .where(
      and(
        eq(leadsReplies.accountId, ctx.account.id),
        inArray(leadsReplies.leadId, [...leadIds]),
        eq(leadsReplies.via, "mail"),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Whether the address of a lead waits to be confirmed. */
export async function isUnconfirmed(ctx: AccountContext, email: string): Promise<boolean> {
  const [lead] = await ctx.db
    .select({ since: leads.unconfirmedSince })
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.email, email)));
  return Boolean(lead?.since);
}

/**
 * Mails these leads the link that confirms their address, each once an hour at most. Where no mail may go out
 * from here, or not yet, they are asked once it may.
 */
export async function askToConfirm(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  if (!leadIds.length || !(await lockIfActive(ctx)) || !(await mayMailOthers(ctx))) return;
  const standings = await contactStates(ctx, leadIds);
  const reachable = leadIds.filter((id) => standings.get(id)?.suppressed === null);
  const { rows: asked } = await ctx.db.execute<{ id: string; email: string }>(sql`
    update leads set confirm_asked_at = ${ctx.now.toString()}
     where account_id = ${ctx.account.id} and id = any(${sql.param(reachable)}::uuid[])
       and (confirm_asked_at is null or confirm_asked_at <= ${ctx.now.subtract(APART).toString()}::timestamptz)
    returning id, email`);
  await queueMails(ctx.db, await mailsTo(ctx, asked), { now: ctx.now, sender: installation().sender });
  // Also of whoever was asked within the hour: the link they have is about all that waits.
  await ctx.db
    .update(leadsUnconfirmed)
    .set({ askedAt: ctx.now })
    .where(
      and(
        eq(leadsUnconfirmed.accountId, ctx.account.id),
        inArray(leadsUnconfirmed.leadId, [...leadIds]),
        isNull(leadsUnconfirmed.askedAt),
      ),
    );
}

async function mailsTo(
  ctx: AccountContext,
  asked: readonly { readonly id: string; readonly email: string }[],
): Promise<NewMail[]> {
  if (!asked.length) return [];
  const { publicUrl, sender } = installation();
  const business = await getBusiness(ctx);
  const [own, zone, requests] = [
    await ownSender(ctx),
    await zoneOf(ctx),
    await requestsOf(
      ctx,
      asked.map(({ id }) => id),
    ),
  ];
  const name = business.name ?? sender.mailbox.name;
  const { logo } = publicProfileOf(business);
  const until = ctx.now.add({ hours: 24 * CONFIRM_DAYS });
  return asked.map(({ id, email }) => {
    const mine = requests.filter(({ leadId }) => leadId === id);
    const { subject, paragraphs, button, closing } = confirmMailText({
      business: name,
      titles: [...new Set(mine.map(({ title }) => title))],
      texts: mine.some(({ answers }) => answers?.texts),
      until: longDay(until.toZonedDateTimeISO(zone).toPlainDate().toString(), ctx.now, zone),
    });
    return {
      accountId: ctx.account.id,
      kind: "transactional",
      from: own ?? { name, address: sender.mailbox.address },
      replyTo: business.replyAddress ?? undefined,
      to: { address: email },
      subject,
      ...layOutMail({
        paragraphs,
        action: { label: button, url: `${publicUrl}/confirm/${confirmToken(ctx.account.id, id, until)}` },
        closing,
        signature: [name],
        logo: logo === null ? undefined : { url: `${publicUrl}${logo}`, alt: name },
        colors: mailColors(business.color),
        footer: {
          postalAddress: `${name}\n${business.postalAddress ?? ""}`,
          // Whoever is pestered with these by somebody else can end it.
          unsubscribe: {
            label: "Never write to this address",
            url: `${publicUrl}/u/${unsubscribeToken(ctx.account.id, id)}`,
          },
        },
      }),
      aboutId: id,
    };
  });
}

/** Accounts with leads who are to be asked. Ids only, from a function that may look across accounts. */
async function accountsToAsk(): Promise<string[]> {
  const { rows } = await database().app.query<{ account_id: string }>(
    "select leads_accounts_to_ask($1, $2) as account_id",
    [now().subtract(LONGEST).toString(), ACCOUNTS_AT_ONCE],
  );
  return rows.map((row) => row.account_id);
}

/** Asks everybody who could not be asked when they came, and now can. */
export async function askUnconfirmed(): Promise<void> {
  for (const accountId of await accountsToAsk())
    await withAccount(accountId, async (ctx) => {
      const { rows } = await ctx.db.execute<{ id: string }>(sql`
        select id from leads l
         where account_id = ${accountId} and exists (
           select from leads_unconfirmed u where u.account_id = l.account_id and u.lead_id = l.id and u.asked_at is null)
         order by email limit ${LEADS_AT_ONCE} for update`);
      await askToConfirm(
        ctx,
        rows.map(({ id }) => id),
      );
    });
}

/** Something that was asked for and waits to be confirmed, with what its page gives away. */
export type Unconfirmed = typeof leadsUnconfirmed.$inferSelect & {
  readonly title: string;
  readonly slug: string;
};

/** What waits to be confirmed by these leads, the oldest first. */
export async function requestsOf(ctx: AccountContext, leadIds: readonly string[]): Promise<Unconfirmed[]> {
  const rows = await ctx.db
    .select({ request: leadsUnconfirmed, offer: leadsPages.offer, slug: leadsPages.slug })
    .from(leadsUnconfirmed)
    .innerJoin(
      leadsPages,
      and(eq(leadsPages.accountId, leadsUnconfirmed.accountId), eq(leadsPages.id, leadsUnconfirmed.pageId)),
    )
    .where(
      and(eq(leadsUnconfirmed.accountId, ctx.account.id), inArray(leadsUnconfirmed.leadId, [...leadIds])),
    )
    .orderBy(leadsUnconfirmed.at, leadsUnconfirmed.id);
  return rows.map(({ request, offer, slug }) => ({ ...request, title: offer.title, slug }));
}

/**
 * Notes that an address is its owner's, and has all that waited for it take effect, as if it had been asked
 * for now. Of two at once the second finds nothing left to do.
 * @returns the titles of what was asked for; none when nothing waited any more
 * @throws AppError not_found for a lead that is gone, unavailable while nothing is sent for this business
 */
export async function confirmAddress(ctx: AccountContext, leadId: string): Promise<readonly string[]> {
  if (!(await lockIfActive(ctx)))
    throw new AppError(
      "unavailable",
      "No mail goes out from here at this time. The link stays good; please try again later.",
    );
  const lead: Lead = await getLead(ctx, leadId, { lock: true });
  const requests = await requestsOf(ctx, [leadId]);
  await ctx.db
    .update(leads)
    .set({ confirmedAt: sql`coalesce(${leads.confirmedAt}, ${ctx.now.toString()})`, unconfirmedSince: null })
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  await ctx.db
    .delete(leadsUnconfirmed)
    .where(and(eq(leadsUnconfirmed.accountId, ctx.account.id), eq(leadsUnconfirmed.leadId, leadId)));
  const confirmedAt = ctx.now.toString();
  await applyConsents(
    ctx,
    requests.map(({ at, ...request }) => ({ ...request, email: lead.email, at: at.toString(), confirmedAt })),
  );
  return [...new Set(requests.map(({ title }) => title))];
}
