import { and, eq, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import { prepared } from "#platform/db/prepared-statements.server.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import type { BusinessServer } from "#platform/mail/smtp/delivery.server.ts";
import type { DkimKey } from "#platform/mail/domain/dkim.server.ts";
import type { Mailbox } from "#platform/mail/message.ts";
import type { SmtpServer } from "#platform/mail/smtp/smtp-server.server.ts";
import type { ChannelKind } from "./problem-messages.ts";
import { businessesChannels } from "../tables.server.ts";

/** The encrypted part of each connection. */
export interface ChannelSecrets {
  smtp: SmtpServer & { readonly fromAddress: string };
  dkim: DkimKey;
  imap: {
    readonly host: string;
    readonly port: number;
    readonly security: SmtpServer["security"];
    readonly user: string;
    readonly password: string;
    readonly folder: string;
  };
  twilio: { readonly sid: string; readonly token: string; readonly number: string };
}

/** A connection without its secrets. */
export type Channel = Omit<typeof businessesChannels.$inferSelect, "sealed" | "accountId">;

const purpose = (accountId: string, kind: ChannelKind) => `channel ${accountId} ${kind}`;

/** Decrypts a connection's secrets; undefined when SECRET has changed. */
export function openSealed<Kind extends ChannelKind>(
  accountId: string,
  kind: Kind,
  sealed: string,
): ChannelSecrets[Kind] | undefined {
  const text = unseal(purpose(accountId, kind), sealed);
  return text === undefined ? undefined : (JSON.parse(text) as ChannelSecrets[Kind]);
}

/** SQL condition for one connection. */
export const ofChannel = (accountId: string, kind: ChannelKind) =>
  and(eq(businessesChannels.accountId, accountId), eq(businessesChannels.kind, kind));

/** The account's connections, by kind. */
export async function listChannels(ctx: AccountContext): Promise<Partial<Record<ChannelKind, Channel>>> {
  const { kind, shown, changedAt, checkedAt, problem } = businessesChannels;
  const rows = await ctx.db
    .select({ kind, shown, changedAt, checkedAt, problem })
    .from(businessesChannels)
    .where(eq(businessesChannels.accountId, ctx.account.id));
  return Object.fromEntries(rows.map((row) => [row.kind, row]));
}

/** Connections with a problem. A DKIM record not yet in DNS doesn't count. */
export async function brokenChannels(
  ctx: AccountContext,
): Promise<{ readonly kind: ChannelKind; readonly problem: string }[]> {
  const broken = prepared(ctx.db, "businesses.broken", (db, name) =>
    db
      .select({ kind: businessesChannels.kind, problem: businessesChannels.problem })
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
  return rows.map(({ kind, problem }) => ({ kind, problem: problem ?? "" }));
}

/** A connection with its secrets, which are undefined when they can't be decrypted. */
export async function getChannel<Kind extends ChannelKind>(
  ctx: AccountContext,
  kind: Kind,
): Promise<
  { readonly shown: Channel["shown"]; readonly secrets: ChannelSecrets[Kind] | undefined } | undefined
> {
  const [row] = await ctx.db.select().from(businessesChannels).where(ofChannel(ctx.account.id, kind));
  return row && { shown: row.shown, secrets: openSealed(ctx.account.id, kind, row.sealed) };
}

/** Saves a connection that was just checked; with a problem it counts as not yet checked. */
export async function saveChannel<Kind extends ChannelKind>(
  ctx: AccountContext,
  kind: Kind,
  secrets: ChannelSecrets[Kind],
  shown: Channel["shown"],
  problem: string | null = null,
): Promise<void> {
  const row = {
    sealed: seal(purpose(ctx.account.id, kind), JSON.stringify(secrets)),
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
  kind: ChannelKind,
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
export async function removeChannel(ctx: AccountContext, kind: ChannelKind): Promise<boolean> {
  const removed = await ctx.db
    .delete(businessesChannels)
    .where(ofChannel(ctx.account.id, kind))
    .returning({ kind: businessesChannels.kind });
  return removed.length > 0;
}

/** The sender of email to clients, if the business has its own mail server. */
export async function ownSender(ctx: AccountContext): Promise<Required<Mailbox> | undefined> {
  const [row] = await ctx.db
    .select({ shown: businessesChannels.shown })
    .from(businessesChannels)
    .where(ofChannel(ctx.account.id, "smtp"));
  const { fromName: name, fromAddress: address } = row?.shown ?? {};
  return name && address ? { name, address } : undefined;
}

/** Whether the business has a working mailbox that we read replies from. */
export async function readsReplies(ctx: AccountContext): Promise<boolean> {
  const [row] = await ctx.db
    .select({ problem: businessesChannels.problem })
    .from(businessesChannels)
    .where(ofChannel(ctx.account.id, "imap"));
  return row?.problem === null;
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
    const { fromAddress, ...smtp } = server;
    return {
      version: `${row.changedAt.toString()} ${signature?.changedAt.toString() ?? ""}`,
      smtp,
      fromAddress,
      // With an unreadable key, email goes out unsigned rather than not at all; the page shows the problem.
      dkim: signature && openSealed(accountId, "dkim", signature.sealed),
    };
  });
}
