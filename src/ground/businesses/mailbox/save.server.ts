import { and, eq, isNotNull } from "drizzle-orm";
import type { MailProvider } from "#platform/config/mail-providers.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { MailTokens } from "#platform/identity/mail-consent.server.ts";
import type { Position } from "#platform/mail/inbound/imap.server.ts";
import { LOOK_AGAIN_MS } from "#platform/mail/sending/business-servers.server.ts";
import { mailMessages } from "#platform/mail/tables.server.ts";
import { recordAudit } from "../history/audit.server.ts";
import { getBusiness } from "../queries.server.ts";
import { saveBusiness } from "../settings/save-business.server.ts";
import { getChannel, listChannels, removeChannel, saveChannel } from "../sending/channels.server.ts";
import type { Permission } from "./give-back.server.ts";
import { grantOf } from "./tokens.server.ts";

/** A mailbox that a person gave us permission for. */
export interface SignedIn extends MailTokens {
  readonly provider: MailProvider;
  readonly address: string;
}

const FOLDER = "INBOX";

/**
 * Saves a mailbox that was just tried, for sending and for replies. Replaces what was connected before; in
 * the same mailbox, reading goes on where it was.
 * @returns whether clients' replies went to another address until now
 */
export async function saveSignIn(ctx: AccountContext, signedIn: SignedIn, end: Position): Promise<boolean> {
  const { provider, address } = signedIn;
  const { smtp: oldSmtp, imap: oldImap } = await listChannels(ctx);
  const { name, replyAddress } = await getBusiness(ctx);
  const login = { user: address, password: "", provider: provider.id };
  const shownOf = ({ host, port, security }: MailProvider["smtp"]) => ({
    host,
    port: String(port),
    security,
    user: address,
    provider: provider.id,
  });
  await saveChannel(ctx, "grant", grantOf(provider.id, signedIn, ctx.now), {
    provider: provider.id,
    address,
  });
  await saveChannel(
    ctx,
    "smtp",
    { ...provider.smtp, ...login, fromAddress: address },
    {
      ...shownOf(provider.smtp),
      fromName: oldSmtp?.shown["fromName"] || name || address,
      fromAddress: address,
    },
  );
  const { host, user = "", folder, validity, uid } = oldImap?.shown ?? {};
  const isSame =
    host === provider.imap.host &&
    user.toLowerCase() === address.toLowerCase() &&
    folder === FOLDER &&
    validity === end.validity;
  await saveChannel(
    ctx,
    "imap",
    { ...provider.imap, ...login, folder: FOLDER },
    {
      ...shownOf(provider.imap),
      folder: FOLDER,
      validity: end.validity,
      uid: isSame && uid !== undefined ? uid : String(end.uid),
    },
  );
  await recordAudit(ctx, "sending.changed", { connection: provider.name, address });
  await sendWaiting(ctx, oldSmtp?.shown["fromAddress"], address);
  const moves = replyAddress?.toLowerCase() !== address.toLowerCase();
  // Replies to any other address wouldn't come to this mailbox.
  if (moves) await saveBusiness(ctx, { replyAddress: address });
  return moves && replyAddress !== null;
}

/**
 * Messages that the connection before couldn't send go soon rather than after their next wait, and from the
 * address that may be sent from.
 */
async function sendWaiting(ctx: AccountContext, before: string | undefined, address: string): Promise<void> {
  const { accountId, state, fromAddress, failure } = mailMessages;
  const waiting = and(eq(accountId, ctx.account.id), eq(state, "queued"));
  if (before && before !== address)
    await ctx.db
      .update(mailMessages)
      .set({ fromAddress: address })
      .where(and(waiting, eq(fromAddress, before)));
  // Earlier, a sender that just failed would not see the new connection, and let them wait for longer.
  const soon = ctx.now.add({ milliseconds: LOOK_AGAIN_MS + 500 });
  await ctx.db
    .update(mailMessages)
    .set({ nextAttemptAt: soon })
    .where(and(waiting, eq(fromAddress, address), isNotNull(failure)));
}

/**
 * Removes a mailbox and what was connected through it.
 * @returns what is needed to give the permission back; undefined if there was none
 */
export async function removeSignIn(ctx: AccountContext): Promise<Permission | undefined> {
  const grant = await getChannel(ctx, "grant");
  if (!grant) return undefined;
  const channels = await listChannels(ctx);
  for (const kind of ["smtp", "imap"] as const)
    if (channels[kind]?.shown["provider"]) await removeChannel(ctx, kind);
  await removeChannel(ctx, "grant");
  const { provider = "", address = "" } = grant.shown;
  await recordAudit(ctx, "sending.removed", { connection: provider, address });
  return { provider, address, refreshToken: grant.secrets?.refreshToken ?? "" };
}
