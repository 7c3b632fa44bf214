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
import { replyRoute, replyToBy } from "../mail/reply-route.server.ts";
import { type AgreedCapture, applyConsents } from "./apply-consent.server.ts";
import { leads } from "../tables.server.ts";
import { leadsUnconfirmed } from "./tables.server.ts";
import { leadsReplies } from "../mail/tables.server.ts";
import { leadsPages } from "../page/tables.server.ts";
import { confirmToken, unsubscribeToken } from "../preferences/tokens.server.ts";
import { longDay } from "../preferences/preferences.ts";

// On forms that require confirmation, a request waits here without touch, consent or follow-up until the
// person presses the button behind an emailed link. Sending also checks `unconfirmed_since`.

/** Between two confirmation emails to one address, across all forms. */
const MIN_INTERVAL = Temporal.Duration.from({ hours: 1 });
/** Older requests get no confirmation email: the person would no longer know what it is about. */
const MAX_DELAY = Temporal.Duration.from({ hours: 24 * 30 });
const ACCOUNTS_AT_ONCE = 100;
const LEADS_AT_ONCE = 200;

type LeadsByEmail = ReadonlyMap<string, { readonly id: string; readonly isNew: boolean }>;

/**
 * Stores the requests of unproven addresses as unconfirmed. An address is proven once it was confirmed or
 * replied by email. People who opted out are not asked, because nothing would be sent either way. A bounced
 * address stays unproven; otherwise typing a false address twice would confirm it.
 * @param asks whether the capture's form requires confirmation
 * @returns captures that take effect now, ids of leads with waiting captures, and all leads
 */
export async function saveUnconfirmed(
  ctx: AccountContext,
  captures: readonly AgreedCapture[],
  asks: (capture: AgreedCapture) => boolean,
): Promise<{ effective: readonly AgreedCapture[]; unconfirmed: readonly string[]; leads: LeadsByEmail }> {
  const known = await lockLeads(ctx, captures, asks);
  const states = await contactStates(
    ctx,
    [...known.values()].map(({ id }) => id),
  );
  const repliers = await findRepliers(ctx, [...states.keys()]);
  const waits = (capture: AgreedCapture) => {
    const lead = states.get(known.get(capture.email)!.id)!;
    const isKnown = lead.confirmedAt !== null || repliers.has(lead.id);
    return (
      asks(capture) && !isKnown && lead.suppressed !== "unsubscribed" && lead.suppressed !== "complained"
    );
  };
  const waiting = captures.filter(waits);
  const effective = captures.filter((capture) => !waits(capture));
  const unconfirmed = [...new Set(waiting.map(({ email }) => known.get(email)!.id))];
  if (!waiting.length) return { effective, unconfirmed, leads: known };
  // Drop requests behind an expired link: a new link confirms only the new request.
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

/** Creates missing leads and locks all of them, so that a simultaneous confirmation waits. */
async function lockLeads(
  ctx: AccountContext,
  captures: readonly AgreedCapture[],
  asks: (capture: AgreedCapture) => boolean,
): Promise<LeadsByEmail> {
  const people = [...Map.groupBy(captures, ({ email }) => email).values()].map((theirs) => {
    const [first] = theirs.toSorted((a, b) => (a.at < b.at ? -1 : 1));
    return { ...first!, asked: theirs.some(asks) };
  });
  const arrayOf = <T>(pick: (person: (typeof people)[number]) => T) => sql.param(people.map(pick));
  const { rows } = await ctx.db.execute<{ id: string; email: string; isNew: boolean }>(sql`
    insert into leads (account_id, id, name, email, created_at, unconfirmed_since)
    select ${ctx.account.id}::uuid, id, name, email, at, case when asked then at end
      from unnest(${arrayOf(() => newId())}::uuid[], ${arrayOf(({ name }) => name)}::text[], ${arrayOf(({ email }) => email)}::text[],
                  ${arrayOf(({ at }) => at)}::timestamptz[], ${arrayOf(({ asked }) => asked)}::boolean[]) as one (id, name, email, at, asked)
     order by email
    on conflict (account_id, email) do update set email = excluded.email
    returning id, email, xmax = 0 as "isNew"`);
  return new Map(rows.map((row) => [row.email, row]));
}

async function findRepliers(ctx: AccountContext, leadIds: readonly string[]): Promise<ReadonlySet<string>> {
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

/** Whether the lead with this address is unconfirmed. */
export async function isUnconfirmed(ctx: AccountContext, email: string): Promise<boolean> {
  const [lead] = await ctx.db
    .select({ since: leads.unconfirmedSince })
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.email, email)));
  return Boolean(lead?.since);
}

/**
 * Emails these leads their confirmation link, at most once an hour each. If this account may not send now,
 * they are asked later (askUnconfirmed).
 */
export async function askToConfirm(ctx: AccountContext, leadIds: readonly string[]): Promise<void> {
  if (!leadIds.length || !(await lockIfActive(ctx)) || !(await mayMailOthers(ctx))) return;
  const states = await contactStates(ctx, leadIds);
  const reachable = leadIds.filter((id) => states.get(id)?.suppressed === null);
  const { rows: asked } = await ctx.db.execute<{ id: string; email: string }>(sql`
    update leads set confirm_asked_at = ${ctx.now.toString()}
     where account_id = ${ctx.account.id} and id = any(${sql.param(reachable)}::uuid[])
       and (confirm_asked_at is null or confirm_asked_at <= ${ctx.now.subtract(MIN_INTERVAL).toString()}::timestamptz)
    returning id, email`);
  await queueMails(ctx.db, await confirmationMails(ctx, asked), {
    now: ctx.now,
    sender: installation().sender,
  });
  // Also for leads asked within the hour: their existing link covers all that waits.
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

async function confirmationMails(
  ctx: AccountContext,
  asked: readonly { readonly id: string; readonly email: string }[],
): Promise<NewMail[]> {
  if (!asked.length) return [];
  const { publicUrl, sender } = installation();
  const business = await getBusiness(ctx);
  const [own, replies, zone, requests] = [
    await ownSender(ctx),
    await replyRoute(ctx),
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
      replyTo: replyToBy(replies, id),
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
          // So that a person can stop confirmation emails that someone else triggers.
          unsubscribe: {
            label: "Never email this address",
            url: `${publicUrl}/u/${unsubscribeToken(ctx.account.id, id)}`,
          },
        },
      }),
      aboutId: id,
    };
  });
}

/** Ids of accounts with leads to ask. */
async function accountsToAsk(): Promise<string[]> {
  const { rows } = await database().app.query<{ account_id: string }>(
    "select leads_accounts_to_ask($1, $2) as account_id",
    [now().subtract(MAX_DELAY).toString(), ACCOUNTS_AT_ONCE],
  );
  return rows.map((row) => row.account_id);
}

/** Asks people who could not be asked on arrival, if their account may send by now. */
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

/** An unconfirmed request, with its page's offer. */
export type Unconfirmed = typeof leadsUnconfirmed.$inferSelect & {
  readonly title: string;
  readonly slug: string;
};

/** The unconfirmed requests of these leads, oldest first. */
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
 * Marks an address as proven and applies all waiting requests as if made now. Idempotent.
 * @returns the titles requested; empty if nothing was waiting
 * @throws AppError not_found for a lead that is gone, unavailable while this business may not send
 */
export async function confirmAddress(ctx: AccountContext, leadId: string): Promise<readonly string[]> {
  if (!(await lockIfActive(ctx)))
    throw new AppError(
      "unavailable",
      "We can’t send email right now. Your link still works, so please try again later.",
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
  // They came through a form, which asks for an address.
  await applyConsents(
    ctx,
    requests.map(({ at, ...request }) => ({
      ...request,
      email: lead.email!,
      at: at.toString(),
      confirmedAt,
    })),
  );
  return [...new Set(requests.map(({ title }) => title))];
}
