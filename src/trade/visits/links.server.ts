import { type Business, getBusiness, suspendedSince } from "#ground/businesses/public.server.ts";
import { listPages, pageBehind } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { readSignedIds, signedIds, signedIdsLength } from "#platform/config/signed-ids.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";

// The addresses of this room's public pages. A business's own link ends with the name of its personal page, a
// lead's with a token that says who they are.

const OF_BUSINESS = "visits of a business";
const OF_LEAD = "visits for a lead";
const OF_VISIT = "one visit";
const OF_FEED = "visits feed";

/** The link that a business hands out. */
export async function businessLink(ctx: AccountContext): Promise<string> {
  const page = (await listPages(ctx)).find(({ closedAt }) => closedAt === null);
  return `${installation().publicUrl}/visits/${page?.slug ?? signedIds(OF_BUSINESS, ctx.account.id)}`;
}

/** A lead's own link: it knows who they are. */
export const leadLink = (ctx: AccountContext, leadId: string): string =>
  `${installation().publicUrl}/visits/${signedIds(OF_LEAD, ctx.account.id, leadId)}`;

/** Where a client sees, moves and cancels a visit. */
export const visitPath = (accountId: string, visitId: string): string =>
  `/visits/booked/${signedIds(OF_VISIT, accountId, visitId)}`;

/** The calendar feed of a business. */
export const feedLink = (ctx: AccountContext, feedId: string): string =>
  `${installation().publicUrl}/visits/feed/${signedIds(OF_FEED, ctx.account.id, feedId)}.ics`;

const BROKEN = "This link doesn’t work. Make sure you have all of it.";

/**
 * Runs `work` in the account that a booking link belongs to.
 * @param work gets the lead whose own link it is; null for the business's link
 * @throws AppError not_found if there is no such link, or its account is suspended or erased
 */
export async function atLink<T>(
  link: string,
  work: (ctx: AccountContext, business: Business, leadId: string | null) => Promise<T>,
): Promise<T> {
  const { accountId, leadId } = await behind(link);
  return inBusiness(accountId, (ctx, business) => work(ctx, business, leadId));
}

async function behind(link: string): Promise<{ accountId: string; leadId: string | null }> {
  if (link.length < signedIdsLength(1)) return { ...(await pageBehind(link)), leadId: null };
  const [accountId, leadId = null] =
    readSignedIds(OF_LEAD, link, 2) ?? readSignedIds(OF_BUSINESS, link, 1) ?? [];
  if (accountId === undefined) throw new AppError("not_found", BROKEN);
  return { accountId, leadId };
}

/**
 * Runs `work` in the account of a visit's link.
 * @throws AppError not_found
 */
export async function atVisit<T>(
  token: string,
  work: (ctx: AccountContext, business: Business, visitId: string) => Promise<T>,
): Promise<T> {
  return atIds(OF_VISIT, token, work);
}

/**
 * Runs `work` in the account of a feed's address.
 * @throws AppError not_found
 */
export async function atFeed<T>(
  token: string,
  work: (ctx: AccountContext, business: Business, feedId: string) => Promise<T>,
): Promise<T> {
  return atIds(OF_FEED, token, work);
}

async function atIds<T>(
  purpose: string,
  token: string,
  work: (ctx: AccountContext, business: Business, id: string) => Promise<T>,
): Promise<T> {
  const [accountId, id] = readSignedIds(purpose, token, 2) ?? [];
  if (accountId === undefined || id === undefined) throw new AppError("not_found", BROKEN);
  return inBusiness(accountId, (ctx, business) => work(ctx, business, id));
}

function inBusiness<T>(
  accountId: string,
  work: (ctx: AccountContext, business: Business) => Promise<T>,
): Promise<T> {
  return withAccount(accountId, async (ctx) => {
    if (await suspendedSince(ctx)) throw new AppError("not_found", "This page is closed.");
    return work(ctx, await getBusiness(ctx));
  });
}
