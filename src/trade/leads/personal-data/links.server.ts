import { and, count, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { getBusiness, mailColors, lockIfActive, ownSender } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { isSigned, sign } from "#platform/config/signing.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { accountOfToken, newAccountToken, tokenHash } from "#platform/db/tokens.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { layOutMail } from "#platform/mail/compose/layout.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import { getLead } from "../data.server.ts";
import { replyToOf } from "../mail/reply-route.server.ts";
import { leadsLinks } from "../tables.server.ts";

const LIFETIME = Temporal.Duration.from({ hours: 1 });
/** Anyone with a forwarded email can request links; this limits what the person receives. */
const MOST_PER_DAY = 5;
/** A double click may open the link twice within this time. */
const DOUBLE_CLICK = { seconds: 10 };

const PURPOSE = "what is held about a lead";

/**
 * Emails a lead the link to their data, only to the address on file, because anyone may have the link they
 * used to ask. It opens once, within an hour.
 * @throws AppError conflict after several requests in a day; unavailable while this business may not send
 */
export async function mailLink(ctx: AccountContext, leadId: string): Promise<void> {
  const [lead, business] = [await getLead(ctx, leadId), await getBusiness(ctx)];
  if (!(await lockIfActive(ctx)))
    throw new AppError("unavailable", "We can’t send email right now. Please write to the address below.");
  await ctx.db
    .delete(leadsLinks)
    .where(
      and(
        eq(leadsLinks.accountId, ctx.account.id),
        eq(leadsLinks.leadId, leadId),
        lt(leadsLinks.createdAt, ctx.now.subtract({ hours: 24 })),
      ),
    );
  const [sent] = await ctx.db
    .select({ today: count() })
    .from(leadsLinks)
    .where(and(eq(leadsLinks.accountId, ctx.account.id), eq(leadsLinks.leadId, leadId)));
  if (sent!.today >= MOST_PER_DAY)
    throw new AppError(
      "conflict",
      "We’ve already sent several links today. Open the newest one, or ask again tomorrow.",
    );
  const token = newAccountToken(ctx.account.id);
  await ctx.db.insert(leadsLinks).values({
    accountId: ctx.account.id,
    id: newId(),
    leadId,
    tokenHash: tokenHash(token),
    createdAt: ctx.now,
    expiresAt: ctx.now.add(LIFETIME),
  });
  const { publicUrl, sender } = installation();
  const name = business.name ?? sender.mailbox.name;
  await queueMail(
    ctx.db,
    {
      accountId: ctx.account.id,
      kind: "transactional",
      from: (await ownSender(ctx)) ?? { name, address: sender.mailbox.address },
      replyTo: await replyToOf(ctx, leadId),
      // Links to this page are in emails, so they have an address.
      to: { name: lead.name, address: lead.email! },
      subject: `What ${name} has on file about you`.slice(0, 200),
      ...layOutMail({
        paragraphs: [
          `Someone asked to see what ${name} has on file about you, using a link from one of its emails. If that was you, here’s your private link.`,
        ],
        action: { label: "See your information", url: `${publicUrl}/mine/${token}` },
        closing: [
          "The link works once, for an hour. If it wasn’t you, ignore this email. No one has seen anything.",
        ],
        colors: mailColors(business.color),
        footer: { postalAddress: `${name}\n${business.postalAddress ?? ""}` },
      }),
      aboutId: leadId,
    },
    { now: ctx.now, sender },
  );
}

export interface PersonalDataLink {
  readonly id: string;
  readonly leadId: string;
  readonly state: "fresh" | "opened" | "expired";
}

/**
 * Runs `work` in the account of a link. Doesn't open it: mail scanners follow every link.
 * @throws AppError not_found for an unknown link, or if its lead is gone
 */
export function atLink<T>(
  token: string | undefined,
  work: (ctx: AccountContext, link: PersonalDataLink) => Promise<T>,
): Promise<T> {
  const accountId = accountOfToken(token ?? "");
  const unknown = () =>
    new AppError("not_found", "This link doesn’t work. Make sure you have all of it, or ask for a new one.");
  if (!accountId) throw unknown();
  return withAccount(accountId, async (ctx) => {
    const [row] = await ctx.db
      .select()
      .from(leadsLinks)
      .where(and(eq(leadsLinks.accountId, accountId), eq(leadsLinks.tokenHash, tokenHash(token!))));
    if (!row) throw unknown();
    const isLate = Temporal.Instant.compare(row.expiresAt, ctx.now) <= 0;
    return work(ctx, {
      id: row.id,
      leadId: row.leadId,
      state: row.openedAt ? "opened" : isLate ? "expired" : "fresh",
    });
  });
}

/**
 * Opens a link, once.
 * @returns the mark that lets this visit's forms continue for an hour; undefined if it was opened before or
 * has expired
 */
export async function openLink(ctx: AccountContext, link: PersonalDataLink): Promise<string | undefined> {
  const { accountId, id, openedAt, expiresAt } = leadsLinks;
  const opened = await ctx.db
    .update(leadsLinks)
    .set({ openedAt: sql`coalesce(${openedAt}, ${ctx.now.toString()})` })
    .where(
      and(
        eq(accountId, ctx.account.id),
        eq(id, link.id),
        gt(expiresAt, ctx.now),
        or(isNull(openedAt), gt(openedAt, ctx.now.subtract(DOUBLE_CLICK))),
      ),
    )
    .returning({ id });
  return opened.length ? sign(PURPOSE, `${ctx.account.id} ${link.id}`).toString("base64url") : undefined;
}

/** Whether a form comes from the visit that opened the link, within the hour. */
export async function isVisit(
  ctx: AccountContext,
  link: PersonalDataLink,
  mark: string | undefined,
): Promise<boolean> {
  if (!mark || !isSigned(PURPOSE, `${ctx.account.id} ${link.id}`, Buffer.from(mark, "base64url")))
    return false;
  const [row] = await ctx.db
    .select({ id: leadsLinks.id })
    .from(leadsLinks)
    .where(
      and(
        eq(leadsLinks.accountId, ctx.account.id),
        eq(leadsLinks.id, link.id),
        gt(leadsLinks.openedAt, ctx.now.subtract(LIFETIME)),
      ),
    );
  return row !== undefined;
}
