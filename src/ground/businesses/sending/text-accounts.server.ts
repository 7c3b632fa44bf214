import { and, isNotNull } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, database, withAccount } from "#platform/db/scope.server.ts";
import { isOnLoopback } from "#platform/outside/outside.server.ts";
import { defaultTwilio } from "#platform/sms/twilio/default-account.server.ts";
import type { TextMessage } from "#platform/sms/text.ts";
import type { TextAccounts } from "#platform/sms/sending/texter.ts";
import type { TwilioAccount, TwilioTrouble } from "#platform/sms/twilio/twilio.server.ts";
import { mailOwners } from "./connection-status.server.ts";
import { ofChannel, openSealed } from "./secrets.server.ts";
import { complaintAboutTwilio } from "./problem-messages.ts";
import { businessesChannels } from "../tables.server.ts";

const BETWEEN_MAILS_HOURS = 24;
/** A chain of businesses may share one SID. More than this is abuse. */
const MAX_ACCOUNTS_PER_SID = 50;

/**
 * Lists accounts that connected a Twilio account. SECURITY DEFINER, so it can look across accounts; it
 * returns only ids.
 */
export const twilioAccountsFunction = `
create or replace function businesses_of_twilio(sid text, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from businesses_channels where kind = 'twilio' and shown->>'sid' = sid order by account_id limit at_most
$$`;

/** The businesses that connected this Twilio account, with their stored credentials. */
export async function businessesOfTwilio(
  sid: string,
): Promise<{ accountId: string; twilio: TwilioAccount }[]> {
  const { rows } = await database().app.query<{ id: string }>("select businesses_of_twilio($1, $2) as id", [
    sid,
    MAX_ACCOUNTS_PER_SID,
  ]);
  const found = await Promise.all(
    rows.map(async ({ id }) => ({ accountId: id, twilio: await withAccount(id, ownTwilio) })),
  );
  return found.flatMap(({ accountId, twilio }) =>
    typeof twilio === "object" ? [{ accountId, twilio }] : [],
  );
}

async function ownTwilio(ctx: AccountContext): Promise<TwilioAccount | "none" | "unreadable"> {
  const accountId = ctx.account.id;
  const [row] = await ctx.db
    .select({ sealed: businessesChannels.sealed })
    .from(businessesChannels)
    .where(ofChannel(accountId, "twilio"));
  return row ? (openSealed(accountId, "twilio", row.sealed) ?? "unreadable") : "none";
}

/** The Twilio account for a text: the business's own, else the installation's. */
export const textAccounts: TextAccounts = {
  async find(accountId) {
    const own = await withAccount(accountId, ownTwilio);
    return own === "none" ? (defaultTwilio() ?? "none") : own;
  },
  async recordOutcome(accountId, account, trouble) {
    try {
      await withAccount(accountId, (ctx) => recordTwilioStatus(ctx, account, trouble));
    } catch {
      // The database is unavailable. The texter reports again later.
    }
  },
};

/**
 * Saves whether the business's Twilio account works, unless it was changed since. Mails the owners about a
 * problem, at most once a day.
 */
async function recordTwilioStatus(
  ctx: AccountContext,
  account: TwilioAccount | "unreadable",
  trouble: TwilioTrouble | null,
): Promise<void> {
  const accountId = ctx.account.id;
  const ownRow = ofChannel(accountId, "twilio");
  const known = trouble ? ownRow : and(ownRow, isNotNull(businessesChannels.problem));
  const [row] = await ctx.db.select().from(businessesChannels).where(known).for("update");
  if (!row) return;
  const stored = openSealed(accountId, "twilio", row.sealed);
  const isSame =
    account === "unreadable" ? !stored : stored?.sid === account.sid && stored.token === account.token;
  if (!isSame) return;
  const { toldAt, ...shown } = row.shown;
  const problem = trouble && complaintAboutTwilio(trouble).sentence;
  const shouldMail =
    problem !== null && (!toldAt || ctx.now.since(toldAt).total("hours") >= BETWEEN_MAILS_HOURS);
  const notified = shouldMail ? ctx.now.toString() : toldAt;
  await ctx.db
    .update(businessesChannels)
    .set({ problem, checkedAt: ctx.now, shown: { ...shown, ...(notified ? { toldAt: notified } : {}) } })
    .where(ownRow);
  if (shouldMail) await mailOwners(ctx, "twilio", problem);
}

/** The URL where Twilio posts incoming texts and delivery states. */
export const textsWebhook = (): string => `${installation().publicUrl}/api/inbound/sms`;

/**
 * The URL where Twilio posts a text's delivery state; undefined for a local installation, which Twilio can't
 * reach. Twilio's signature covers the URL.
 */
export function textStatusCallback({ accountId, id }: TextMessage): string | undefined {
  return isOnLoopback(installation().publicUrl) ? undefined : `${textsWebhook()}?about=${accountId}.${id}`;
}
