import { and, isNotNull } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import { type AccountContext, database, withAccount } from "#platform/db/scope.server.ts";
import { isOnLoopback } from "#platform/outside/outside.server.ts";
import { defaultTwilio } from "#platform/sms/twilio/default-account.server.ts";
import type { TextMessage } from "#platform/sms/text.ts";
import type { TextAccounts } from "#platform/sms/sending/texter.ts";
import type { TwilioAccount, TwilioTrouble } from "#platform/sms/twilio/twilio.server.ts";
import { mailOwners } from "./connection-status.server.ts";
import { ofChannel, openSealed } from "./channels.server.ts";
import { complaintAboutTwilio } from "./problem-messages.ts";
import { businessesChannels } from "../tables.server.ts";

const BETWEEN_MAILS_HOURS = 24;
/** Accounts of one SID: a chain of shops may share one. Beyond this somebody plays with us. */
const MOST_OF_A_SID = 50;

/**
 * Lists accounts that connected a Twilio account. Owned by the owner, so it may look across accounts; it
 * gives away ids and nothing else.
 */
export const twilioAccountsFunction = `
create or replace function businesses_of_twilio(sid text, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from businesses_channels where kind = 'twilio' and shown->>'sid' = sid order by account_id limit at_most
$$`;

/** The businesses that connected this Twilio account, each with what it stored. */
export async function businessesOfTwilio(
  sid: string,
): Promise<{ accountId: string; twilio: TwilioAccount }[]> {
  const { rows } = await database().app.query<{ id: string }>("select businesses_of_twilio($1, $2) as id", [
    sid,
    MOST_OF_A_SID,
  ]);
  const found = await Promise.all(
    rows.map(async ({ id }) => ({ accountId: id, twilio: await withAccount(id, ownTwilio) })),
  );
  return found.flatMap(({ accountId, twilio }) =>
    typeof twilio === "object" ? [{ accountId, twilio }] : [],
  );
}

/** The business's own account with Twilio. */
async function ownTwilio(ctx: AccountContext): Promise<TwilioAccount | "none" | "unreadable"> {
  const accountId = ctx.account.id;
  const [row] = await ctx.db
    .select({ sealed: businessesChannels.sealed })
    .from(businessesChannels)
    .where(ofChannel(accountId, "twilio"));
  return row ? (openSealed(accountId, "twilio", row.sealed) ?? "unreadable") : "none";
}

/** Whose Twilio account a text leaves over: the business's own before the installation's. */
export const textAccounts: TextAccounts = {
  async find(accountId) {
    const own = await withAccount(accountId, ownTwilio);
    return own === "none" ? (defaultTwilio() ?? "none") : own;
  },
  async heard(accountId, account, trouble) {
    try {
      await withAccount(accountId, (ctx) => noteTexting(ctx, account, trouble));
    } catch {
      // The database is away. It is told again.
    }
  },
};

/**
 * Notes whether the business's own Twilio account works, unless it was changed since. The owners are mailed
 * about a problem, once a day.
 */
async function noteTexting(
  ctx: AccountContext,
  account: TwilioAccount | "unreadable",
  trouble: TwilioTrouble | null,
): Promise<void> {
  const accountId = ctx.account.id;
  const mine = ofChannel(accountId, "twilio");
  const known = trouble ? mine : and(mine, isNotNull(businessesChannels.problem));
  const [row] = await ctx.db.select().from(businessesChannels).where(known).for("update");
  if (!row) return;
  const stored = openSealed(accountId, "twilio", row.sealed);
  const isSame =
    account === "unreadable" ? !stored : stored?.sid === account.sid && stored.token === account.token;
  if (!isSame) return;
  const { toldAt, ...shown } = row.shown;
  const problem = trouble && complaintAboutTwilio(trouble).sentence;
  const mails = problem !== null && (!toldAt || ctx.now.since(toldAt).total("hours") >= BETWEEN_MAILS_HOURS);
  const told = mails ? ctx.now.toString() : toldAt;
  await ctx.db
    .update(businessesChannels)
    .set({ problem, checkedAt: ctx.now, shown: { ...shown, ...(told ? { toldAt: told } : {}) } })
    .where(mine);
  if (mails) await mailOwners(ctx, "twilio", problem);
}

/** Where Twilio posts texts that come in, and what became of those that went out. */
export const textsWebhook = (): string => `${installation().publicUrl}/api/inbound/sms`;

/**
 * Where Twilio tells what became of a text; nowhere while this installation is somebody's own machine. Twilio
 * signs the address too.
 */
export function textStatusCallback({ accountId, id }: TextMessage): string | undefined {
  return isOnLoopback(installation().publicUrl) ? undefined : `${textsWebhook()}?about=${accountId}.${id}`;
}
