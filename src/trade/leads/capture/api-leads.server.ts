import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { publish } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { askToConfirm, isUnconfirmed, saveUnconfirmed } from "./confirm.server.ts";
import type { FormAsks } from "../form/questions.ts";
import { bindTextConsents, hasAddress } from "../people/addresses.server.ts";
import { currentLeadId } from "../people/merged.server.ts";
import { applyTypedAddresses } from "../people/typed-address.server.ts";
import { API_CONSENT } from "./api-consent.ts";
import { leads, leadsConsents, leadsTouches } from "../tables.server.ts";
import { leadsPages } from "../page/tables.server.ts";

// Leads as the API writes and reads them; see faces/api.

export type LeadRecord = Omit<typeof leads.$inferSelect, "accountId">;

export interface ApiLead {
  /** Lower case. */
  readonly email: string;
  readonly name: string;
  /** E.164. */
  readonly phone?: string | null | undefined;
  /** The personal page whose follow-up starts for them. Without one, nothing is sent. */
  readonly pageId?: string | undefined;
  readonly consent: { readonly wording: string; readonly source: string; readonly at: Temporal.Instant };
  /** Where they came from, such as `{ utm_source }`. */
  readonly source: Readonly<Record<string, string>>;
}

/**
 * Saves a lead from another program: one per address; an existing name and phone number stay. Records their
 * consent. With a page it works like that page's form, which may require confirmation first.
 * @throws AppError invalid when there is no such open page
 */
export async function takeLead(
  ctx: AccountContext,
  given: ApiLead,
): Promise<{ leadId: string; isNew: boolean }> {
  const account = ctx.account.id;
  await applyTypedAddresses(ctx, [{ email: given.email, at: ctx.now.toString() }]);
  const asked =
    given.pageId === undefined
      ? null
      : await waitForConfirmation(ctx, given, await findOpenPage(ctx, given.pageId));
  if (asked?.waits) return asked;
  const [lead] = await ctx.db
    .insert(leads)
    .values({
      accountId: account,
      id: newId(),
      name: given.name,
      email: given.email,
      phone: given.phone ?? null,
      createdAt: ctx.now,
    })
    .onConflictDoUpdate({
      target: [leads.accountId, leads.email],
      // Their own consent replaces what the business said of them.
      set: { phone: sql`coalesce(${leads.phone}, excluded.phone)`, basis: null },
    })
    // xmax is 0 only for a row that this statement inserted.
    .returning({ id: leads.id, isNew: sql<boolean>`xmax = 0` });
  const leadId = lead!.id;
  const isNew = asked?.isNew ?? lead!.isNew;
  await ctx.db.insert(leadsConsents).values({
    ...given.consent,
    accountId: account,
    id: newId(),
    leadId,
    wordingVersion: API_CONSENT,
  });
  if (given.pageId !== undefined) {
    await ctx.db.insert(leadsTouches).values({
      accountId: account,
      id: newId(),
      leadId,
      pageId: given.pageId,
      at: ctx.now,
      source: { ...given.source },
    });
    await publish(ctx, { type: "leads.captured", captures: [{ leadId, pageId: given.pageId }] });
  }
  return { leadId, isNew };
}

/** @returns whether the request waits for confirmation; null if the page requires none */
async function waitForConfirmation(
  ctx: AccountContext,
  { name, email, phone, consent, source }: ApiLead,
  page: { readonly id: string; readonly form: FormAsks | null },
): Promise<{ leadId: string; isNew: boolean; waits: boolean } | null> {
  if (!page.form?.confirm && !(await isUnconfirmed(ctx, email))) return null;
  const request = {
    id: newId(),
    pageId: page.id,
    name,
    email,
    source: { ...source },
    answers: phone ? { phone } : null,
    at: consent.at.toString(),
    wordingVersion: API_CONSENT,
    wording: consent.wording,
    textWording: "",
    shownAt: consent.source,
    confirmedAt: null,
  };
  const { unconfirmed, leads: known } = await saveUnconfirmed(ctx, [request], () => true);
  const { id: leadId, isNew } = known.get(email)!;
  if (!unconfirmed.length)
    await ctx.db
      .update(leads)
      .set({ unconfirmedSince: null })
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  await askToConfirm(ctx, unconfirmed);
  return { leadId, isNew, waits: unconfirmed.length > 0 };
}

async function findOpenPage(
  ctx: AccountContext,
  pageId: string,
): Promise<{ readonly id: string; readonly form: FormAsks | null }> {
  const [page] = isId(pageId)
    ? await ctx.db
        .select({ id: leadsPages.id, form: leadsPages.form, closedAt: leadsPages.closedAt })
        .from(leadsPages)
        .where(and(eq(leadsPages.accountId, ctx.account.id), eq(leadsPages.id, pageId)))
    : [];
  if (!page || page.closedAt)
    throw new AppError("invalid", "That page doesn’t exist or is closed.", {
      fields: { pageId: "That page doesn’t exist or is closed." },
    });
  return page;
}

/**
 * One lead.
 * @param options.lock locks the row until the transaction ends
 * @throws AppError not_found
 */
export async function leadRecord(
  ctx: AccountContext,
  leadId: string,
  { lock = false } = {},
): Promise<LeadRecord> {
  if (!isId(leadId)) throw new AppError("not_found", "That lead doesn’t exist.");
  const one = ctx.db
    .select()
    .from(leads)
    .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  const [lead] = lock ? await one.for("update") : await one;
  const current = lead ? leadId : await currentLeadId(ctx, leadId);
  if (current !== leadId) return leadRecord(ctx, current, { lock });
  if (!lead) throw new AppError("not_found", "That lead doesn’t exist.");
  return lead;
}

export interface LeadsCursor {
  readonly createdAt: Temporal.Instant;
  readonly id: string;
}

/** One page of leads, newest first. New arrivals cause no gaps or duplicates. */
export async function pageOfLeads(
  ctx: AccountContext,
  { limit, after, email }: { limit: number; after?: LeadsCursor | undefined; email?: string | undefined },
): Promise<LeadRecord[]> {
  const wanted: (SQL | undefined)[] = [
    eq(leads.accountId, ctx.account.id),
    email === undefined ? undefined : hasAddress(ctx, (address) => eq(address, email)),
    after &&
      sql`(${leads.createdAt}, ${leads.id}) < (${after.createdAt.toString()}::timestamptz, ${after.id}::uuid)`,
  ];
  return ctx.db
    .select()
    .from(leads)
    .where(and(...wanted))
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(limit);
}

/** Leads by id; erased ones are missing from the result. */
export async function leadRecords(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<Map<string, LeadRecord>> {
  if (!leadIds.length) return new Map();
  const rows = await ctx.db
    .select()
    .from(leads)
    .where(
      and(eq(leads.accountId, ctx.account.id), sql`${leads.id} = any(${sql.param([...leadIds])}::uuid[])`),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Corrects a lead's name or phone number.
 * @throws AppError not_found
 */
export async function changeLead(
  ctx: AccountContext,
  leadId: string,
  change: { readonly name?: string | undefined; readonly phone?: string | null | undefined },
): Promise<LeadRecord> {
  const before = await leadRecord(ctx, leadId, { lock: true });
  if (change.phone !== undefined && change.phone !== before.phone)
    await bindTextConsents(ctx, before.id, before.phone);
  const set = {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.phone === undefined ? {} : { phone: change.phone }),
  };
  if (Object.keys(set).length)
    await ctx.db
      .update(leads)
      .set(set)
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, before.id)));
  return leadRecord(ctx, before.id);
}
