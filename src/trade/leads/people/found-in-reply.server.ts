import { and, desc, eq, gt, ne, sql } from "drizzle-orm";
import { getBusiness } from "#ground/businesses/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { shownReply } from "#platform/mail/reply/shown-reply.ts";
import { formatPhone, phoneCountry, readPhone } from "#platform/phones/phone.ts";
import { findLeadByEmail, getLead } from "../data.server.ts";
import { addHistory } from "../history/history.server.ts";
import { leads, leadsAddresses } from "../tables.server.ts";
import { leadsReplies } from "../mail/tables.server.ts";
import { optOutsOf } from "./add.server.ts";
import { otherAddressesOf } from "./addresses.server.ts";
import { addressesIn } from "./found-in-reply.ts";
import { MOST_ADDRESSES } from "./limits.ts";

/** Older replies offer nothing. */
const SINCE: Temporal.DurationLike = { hours: 24 * 30 };
const REPLIES = 5;
const MOST = 2;

/** An address or a number that a person wrote in a reply and that isn't among theirs. */
export interface FoundAddress {
  readonly channel: "mail" | "text";
  /** In lower case, or E.164. */
  readonly address: string;
  readonly shown: string;
}

/** What a person's latest replies mention, except what they, the business, or somebody else has already. */
export async function foundInReplies(ctx: AccountContext, leadId: string): Promise<FoundAddress[]> {
  const replies = await ctx.db
    .select({ body: leadsReplies.body, subject: leadsReplies.subject, files: leadsReplies.files })
    .from(leadsReplies)
    .where(
      and(
        eq(leadsReplies.accountId, ctx.account.id),
        eq(leadsReplies.leadId, leadId),
        ne(leadsReplies.via, "owner"),
        gt(leadsReplies.at, ctx.now.subtract(SINCE)),
      ),
    )
    .orderBy(desc(leadsReplies.at))
    .limit(REPLIES);
  if (!replies.length) return [];
  const { zone, phone, replyAddress } = await getBusiness(ctx);
  const country = phoneCountry(zone);
  const lead = await getLead(ctx, leadId);
  const own = phone ? readPhone(phone, country) : { wrong: "" };
  const known = new Set([
    lead.email,
    lead.phone,
    replyAddress?.toLowerCase(),
    "wrong" in own ? null : own.number,
    ...(await otherAddressesOf(ctx, leadId)).map(({ address }) => address),
  ]);
  const { emails, phones } = addressesIn(replies.map((reply) => shownReply(reply).words).join("\n"), country);
  const found: FoundAddress[] = phones
    .filter((one) => !known.has(one))
    .map((address) => ({ channel: "text", address, shown: formatPhone(address) }));
  for (const address of emails.slice(0, MOST_ADDRESSES))
    if (!known.has(address) && !(await findLeadByEmail(ctx, address)))
      found.push({ channel: "mail", address, shown: address });
  return found.slice(0, MOST);
}

/**
 * Adds an address that foundInReplies() offers: as the main one if they have none, else beside it. A second
 * call changes nothing.
 * @throws AppError not_found; conflict if no reply offers it anymore
 */
export async function addFound(ctx: AccountContext, leadId: string, address: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.account.id} add`}, 0))`);
  const lead = await getLead(ctx, leadId, { lock: true });
  const others = await otherAddressesOf(ctx, leadId);
  if ([lead.email, lead.phone, ...others.map((one) => one.address)].includes(address)) return;
  const found = (await foundInReplies(ctx, leadId)).find((one) => one.address === address);
  if (!found) throw new AppError("conflict", "That’s not in their replies, or someone else has it already.");
  const isMail = found.channel === "mail";
  if ((isMail ? lead.email : lead.phone) === null) {
    const outs = await optOutsOf(ctx, { email: isMail ? address : null, phone: isMail ? null : address });
    await ctx.db
      .update(leads)
      .set(
        isMail
          ? { email: address, unsubscribedAt: outs.unsubscribedAt, bouncedAt: outs.bouncedAt }
          : { phone: address, textsStoppedAt: outs.textsStoppedAt },
      )
      .where(and(eq(leads.accountId, ctx.account.id), eq(leads.id, leadId)));
  } else
    await ctx.db
      .insert(leadsAddresses)
      .values({ accountId: ctx.account.id, leadId, channel: found.channel, address, at: ctx.now });
  await addHistory(ctx, leadId, "changed", { words: `Added ${found.shown}` });
}
