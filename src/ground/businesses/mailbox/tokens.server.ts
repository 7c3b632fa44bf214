import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { type MailProviderId, mailProviderName } from "#platform/config/mail-providers.ts";
import { type AccountContext, now, withAccount } from "#platform/db/scope.server.ts";
import { isStorageAway } from "#platform/errors/app-error.ts";
import { ConsentError, type MailTokens, renewTokens } from "#platform/identity/mail-consent.server.ts";
import type { AccessToken } from "#platform/mail/smtp/smtp-server.server.ts";
import { type ChannelSecrets, ofChannel, openSealed, sealSecrets } from "../sending/secrets.server.ts";
import { findMailProvider, logConsentFailure } from "./providers.server.ts";
import { businessesChannels } from "../tables.server.ts";

/** A token is replaced this long before it ends, so that it lasts for a whole message. */
const EARLY_SECONDS = 120;
/** Longer than a renewal can take: discovery and renewal have 8 seconds each. */
const LEASE_SECONDS = 30;
const LOOK_AGAIN_MS = 150;
const WAIT_MS = (LEASE_SECONDS + 5) * 1000;
const SAVE_AGAIN_MS = 1_000;

type Secrets = ChannelSecrets["grant"];

/** The right to renew a grant's tokens, which one process has at a time. */
interface Lease {
  readonly version: Temporal.Instant;
  /** As stored: the new tokens replace only these. */
  readonly sealed: string;
  readonly secrets: Secrets;
  readonly address: string;
}

/** The stored form of new tokens. */
export const grantOf = (
  provider: MailProviderId,
  { refreshToken, accessToken, lifetime }: MailTokens,
  at: Temporal.Instant,
): Secrets => ({ provider, refreshToken, accessToken, until: at.add({ seconds: lifetime }).toString() });

/** A business's server, with the tokens to sign in with if its provider gives them. */
export function withToken<Server extends { readonly provider?: MailProviderId }>(
  accountId: string,
  server: Server,
): Server & { readonly accessToken?: AccessToken } {
  return server.provider ? { ...server, accessToken: accessTokenOf(accountId) } : server;
}

/**
 * Access tokens of an account's grant. Of several processes, one renews them; the others wait for its result.
 * No transaction is open meanwhile.
 */
export function accessTokenOf(accountId: string): AccessToken {
  return async (refused) => {
    const giveUpAt = performance.now() + WAIT_MS;
    for (;;) {
      const step = await withAccount(accountId, (ctx) => nextStep(ctx, refused));
      if (typeof step === "string") return step;
      if (step) return await renew(accountId, step);
      if (performance.now() > giveUpAt) throw signInError("EGRANTAWAY", "another process is still asking");
      await sleep(LOOK_AGAIN_MS);
    }
  };
}

/** A token that is good, the lease to renew it, or undefined while another process has the lease. */
async function nextStep(
  ctx: AccountContext,
  refused: string | undefined,
): Promise<string | Lease | undefined> {
  const [row] = await ctx.db
    .select()
    .from(businessesChannels)
    .where(ofChannel(ctx.account.id, "grant"))
    .for("update");
  if (!row) throw signInError("EGRANT", "the mailbox was disconnected");
  const secrets = openSealed(ctx.account.id, "grant", row.sealed);
  if (!secrets) throw signInError("EUNREADABLE", "the saved permission can't be read anymore");
  const { address = "", endedAt, renewingUntil } = row.shown;
  if (endedAt) throw signInError("EGRANT", endedWords(secrets.provider, address));
  const isGood = ctx.now.until(secrets.until).total("seconds") > EARLY_SECONDS;
  if (isGood && secrets.accessToken !== refused) return secrets.accessToken;
  if (renewingUntil && Temporal.Instant.compare(renewingUntil, ctx.now) > 0) return undefined;
  const until = ctx.now.add({ seconds: LEASE_SECONDS }).toString();
  await ctx.db
    .update(businessesChannels)
    .set({ shown: { ...row.shown, renewingUntil: until } })
    .where(ofChannel(ctx.account.id, "grant"));
  return { version: row.changedAt, sealed: row.sealed, secrets, address };
}

async function renew(accountId: string, lease: Lease): Promise<string> {
  const { secrets, address } = lease;
  const name = mailProviderName(secrets.provider) ?? "";
  const provider = findMailProvider(secrets.provider);
  let tokens: MailTokens;
  try {
    if (!provider) throw new ConsentError("refused", "not configured");
    tokens = await renewTokens(provider, secrets.refreshToken);
  } catch (error) {
    if (!(error instanceof ConsentError)) throw error;
    if (provider) logConsentFailure(provider, error);
    const hasEnded = error.failure === "ended";
    await endLease(accountId, lease, hasEnded ? { endedAt: now().toString() } : {});
    if (hasEnded) throw signInError("EGRANT", endedWords(secrets.provider, address));
    throw error.failure === "away"
      ? signInError("EGRANTAWAY", `${name} isn’t responding, so we can’t sign in`)
      : signInError("EGRANTSITE", `${name} doesn’t accept this site`);
  }
  await saveTokens(accountId, lease, grantOf(secrets.provider, tokens, now()));
  return tokens.accessToken;
}

/**
 * Stores new tokens, unless the mailbox was connected again or another process renewed them after our lease.
 * The old refresh token may be void, so this is tried until the database is there.
 */
async function saveTokens(accountId: string, lease: Lease, secrets: Secrets): Promise<void> {
  const sealed = sealSecrets(accountId, "grant", secrets);
  for (;;) {
    try {
      return await endLease(accountId, lease, {}, sealed);
    } catch (error) {
      if (!isStorageAway(error)) throw error;
      // Doesn't keep a process alive that stops.
      await sleep(SAVE_AGAIN_MS, undefined, { ref: false });
    }
  }
}

async function endLease(
  accountId: string,
  { version, sealed: before }: Lease,
  changes: Readonly<Record<string, string>>,
  sealed = before,
): Promise<void> {
  const { sealed: stored, changedAt, shown } = businessesChannels;
  await withAccount(accountId, (ctx) =>
    ctx.db
      .update(businessesChannels)
      .set({ sealed, shown: sql`(${shown} - 'renewingUntil') || ${JSON.stringify(changes)}::jsonb` })
      .where(and(ofChannel(accountId, "grant"), eq(changedAt, version), eq(stored, before))),
  );
}

const endedWords = (provider: MailProviderId, address: string) =>
  `${mailProviderName(provider)} no longer lets us sign in as ${address}`;

/** An error that `troubleOf` understands. Its message is shown to the owner. */
const signInError = (code: string, message: string) => Object.assign(new Error(message), { code });
