import { and, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import type { BusinessServer } from "#platform/mail/smtp/delivery.server.ts";
import type { Mailbox } from "#platform/mail/message.ts";
import { defaultTwilio } from "#platform/sms/twilio/default-account.server.ts";
import type { ChannelKind } from "./problem-messages.ts";
import {
  type ChannelSecrets,
  ofChannel,
  openSealed,
  sealSecrets,
  type StoredKind,
} from "./secrets.server.ts";
import { withToken } from "../mailbox/tokens.server.ts";
import { businessesAccounts, businessesChannels } from "../tables.server.ts";

/** A connection without its secrets. */
export type Channel = Omit<typeof businessesChannels.$inferSelect, "sealed" | "accountId">;

/** The account's connections, by kind. */
export async function listChannels(ctx: AccountContext): Promise<Partial<Record<StoredKind, Channel>>> {
  const { kind, shown, changedAt, checkedAt, problem } = businessesChannels;
  const rows = await ctx.db
    .select({ kind, shown, changedAt, checkedAt, problem })
    .from(businessesChannels)
    .where(eq(businessesChannels.accountId, ctx.account.id));
  return Object.fromEntries(rows.map((row) => [row.kind, row]));
}

/**
 * Connections with a problem, those that sign in with one provider as one. A DKIM record not yet in DNS
 * doesn't count.
 */
export async function brokenChannels(
  ctx: AccountContext,
): Promise<{ readonly kind: StoredKind; readonly problem: string }[]> {
  const broken = prepared(ctx.db, "businesses.broken", (db, name) =>
    db
      .select({
        kind: businessesChannels.kind,
        problem: businessesChannels.problem,
        provider: sql<string | null>`shown->>'provider'`,
      })
      .from(businessesChannels)
      .where(
        and(
          eq(businessesChannels.accountId, sql.placeholder("account")),
          isNotNull(businessesChannels.problem),
          ne(businessesChannels.kind, "dkim"),
        ),
      )
      .prepare(name),
  );
  const rows = await broken.execute({ account: ctx.account.id });
  const found = new Map<StoredKind, string>();
  for (const { kind, problem, provider } of rows)
    if (!provider || !found.has("grant")) found.set(provider ? "grant" : kind, problem ?? "");
  return [...found].map(([kind, problem]) => ({ kind, problem }));
}

/** A connection with its secrets, which are undefined when they can't be decrypted. */
export async function getChannel<Kind extends StoredKind>(
  ctx: AccountContext,
  kind: Kind,
): Promise<
  { readonly shown: Channel["shown"]; readonly secrets: ChannelSecrets[Kind] | undefined } | undefined
> {
  const [row] = await ctx.db.select().from(businessesChannels).where(ofChannel(ctx.account.id, kind));
  return row && { shown: row.shown, secrets: openSealed(ctx.account.id, kind, row.sealed) };
}

/** Saves a connection that was just checked; with a problem it counts as not yet checked. */
export async function saveChannel<Kind extends StoredKind>(
  ctx: AccountContext,
  kind: Kind,
  secrets: ChannelSecrets[Kind],
  shown: Channel["shown"],
  problem: string | null = null,
): Promise<void> {
  const row = {
    sealed: sealSecrets(ctx.account.id, kind, secrets),
    shown,
    changedAt: ctx.now,
    checkedAt: problem === null ? ctx.now : null,
    problem,
  };
  await ctx.db
    .insert(businessesChannels)
    .values({ accountId: ctx.account.id, kind, ...row })
    .onConflictDoUpdate({ target: [businessesChannels.accountId, businessesChannels.kind], set: row });
}

/** Saves the result of a requested check. A mailbox that works is read right away. */
export async function saveCheckResult(
  ctx: AccountContext,
  kind: StoredKind,
  problem: string | null,
): Promise<void> {
  await ctx.db
    .update(businessesChannels)
    .set({
      checkedAt: ctx.now,
      problem,
      ...(problem === null ? { shown: sql`shown - '{nextAt,problemSince}'::text[]` } : {}),
    })
    .where(ofChannel(ctx.account.id, kind));
}

/** Removes a connection. @returns whether it existed */
export async function removeChannel(ctx: AccountContext, kind: StoredKind): Promise<boolean> {
  const removed = await ctx.db
    .delete(businessesChannels)
    .where(ofChannel(ctx.account.id, kind))
    .returning({ kind: businessesChannels.kind });
  return removed.length > 0;
}

/**
 * What a connection of the account in scope shows, and its problem; never its secrets. Only owners may read
 * the table itself, but what anyone in the business sends leaves through it.
 */
export const shownChannelFunction = `
create or replace function businesses_shown_channel(of_kind text) returns table (shown jsonb, problem text)
language sql stable security definer set search_path = public, pg_temp as $$
  select shown, problem from businesses_channels
   where account_id = nullif(current_setting('app.account_id', true), '')::uuid and kind = of_kind
$$`;

/** Also for people who may not open the connection's settings. */
async function shownChannel(
  ctx: AccountContext,
  kind: ChannelKind,
): Promise<Pick<Channel, "shown" | "problem"> | undefined> {
  const { rows } = await ctx.db.execute<Pick<Channel, "shown" | "problem">>(
    sql`select shown, problem from businesses_shown_channel(${kind})`,
  );
  return rows[0];
}

async function nameOf({ db, account }: AccountContext): Promise<string | undefined> {
  const [row] = await db
    .select({ name: businessesAccounts.name })
    .from(businessesAccounts)
    .where(eq(businessesAccounts.accountId, account.id));
  return row?.name ?? undefined;
}

/** The sender of email to clients, if the business has its own mail server. */
export async function ownSender(ctx: AccountContext): Promise<Required<Mailbox> | undefined> {
  const shown = (await shownChannel(ctx, "smtp"))?.shown;
  const { fromName, fromAddress: address, provider } = shown ?? {};
  // Who signed in at a provider typed no name.
  const name = (provider && (await nameOf(ctx))) || fromName;
  return name && address ? { name, address } : undefined;
}

/** Whether the business has a working mailbox that we read replies from. */
export const readsReplies = async (ctx: AccountContext): Promise<boolean> =>
  (await shownChannel(ctx, "imap"))?.problem === null;

/** The number that the business texts from, E.164, and whether it is its own; null if it can't text. */
export async function textNumber(
  ctx: AccountContext,
): Promise<{ readonly number: string; readonly isOwn: boolean } | null> {
  const own = await shownChannel(ctx, "twilio");
  if (own?.shown.number) return { number: own.shown.number, isOwn: true };
  const shared = own ? undefined : defaultTwilio();
  return shared ? { number: shared.number, isOwn: false } : null;
}

/** An account's mail server, for the mailer. Secrets are decrypted here and never cached. */
export function findOwnServer(accountId: string): Promise<BusinessServer | "gone" | "unreadable"> {
  return withAccount(accountId, async (ctx) => {
    const rows = await ctx.db
      .select()
      .from(businessesChannels)
      .where(
        and(eq(businessesChannels.accountId, accountId), inArray(businessesChannels.kind, ["smtp", "dkim"])),
      );
    const row = rows.find(({ kind }) => kind === "smtp");
    if (!row) return "gone";
    const signature = rows.find(({ kind }) => kind === "dkim");
    const server = openSealed(accountId, "smtp", row.sealed);
    if (!server) return "unreadable";
    const { fromAddress, ...smtp } = withToken(accountId, server);
    return {
      version: `${row.changedAt.toString()} ${signature?.changedAt.toString() ?? ""}`,
      smtp,
      fromAddress,
      // With an unreadable key, email goes out unsigned rather than not at all; the page shows the problem.
      dkim: signature && openSealed(accountId, "dkim", signature.sealed),
    };
  });
}
