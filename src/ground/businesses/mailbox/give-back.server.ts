import { z } from "zod";
import type { MailProvider } from "#platform/config/mail-providers.ts";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import { type AccountContext, database } from "#platform/db/scope.server.ts";
import { canRevoke, ConsentError, revokeConsent } from "#platform/identity/mail-consent.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { openSealed } from "../sending/secrets.server.ts";
import { findMailProvider, logConsentFailure } from "./providers.server.ts";

/** A permission that a person gave us at a provider, and what ends it there. */
export interface Permission {
  readonly provider: string;
  readonly address: string;
  /** Empty if it can't be read anymore. */
  readonly refreshToken: string;
}

/**
 * Whether a business here signs in to a provider's mailbox. SECURITY DEFINER, so it can look across accounts;
 * it says only yes or no.
 */
export const mailboxInUseFunction = `
create or replace function businesses_mailbox_in_use(provider text, address text) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from businesses_channels c
                  where c.kind = 'grant' and c.shown->>'provider' = $1 and lower(c.shown->>'address') = lower($2))
$$`;

async function isInUse({ provider, address }: Permission): Promise<boolean> {
  const { rows } = await database().app.query<{ used: boolean }>(
    "select businesses_mailbox_in_use($1, $2) as used",
    [provider, address],
  );
  return rows[0]!.used;
}

/**
 * Gives a permission back, unless a business here uses the same mailbox: the provider would end that too.
 * @returns whether the provider knows now
 * @throws ConsentError away or refused
 */
async function revokeUnused(provider: MailProvider, permission: Permission): Promise<boolean> {
  if (!permission.refreshToken || (await isInUse(permission))) return false;
  try {
    return await revokeConsent(provider, permission.refreshToken);
  } catch (error) {
    if (!(error instanceof ConsentError)) throw error;
    // Already over is as good.
    if (error.failure === "ended") return true;
    logConsentFailure(provider, error);
    throw error;
  }
}

/**
 * Gives a permission back now, once, while the person waits.
 * @returns whether the provider knows now
 */
export async function giveBack(provider: MailProvider, permission: Permission): Promise<boolean> {
  try {
    return await revokeUnused(provider, permission);
  } catch (error) {
    if (error instanceof ConsentError) return false;
    throw error;
  }
}

/**
 * Gives the permission of a removed `grant` row back in the background, in the transaction that removes it: a
 * provider that is away must not stop an erasure or a takeover. Microsoft can't be told, so there forgetting
 * the tokens is all we can do.
 * @returns its provider and mailbox
 */
export async function giveBackLater(
  { db, account }: AccountContext,
  { sealed, shown }: { readonly sealed: string; readonly shown: Readonly<Record<string, string>> },
): Promise<{ readonly provider: string; readonly address: string }> {
  const { provider = "", address = "" } = shown;
  const secrets = openSealed(account.id, "grant", sealed);
  if (secrets && canRevoke(secrets.provider)) {
    const permission: Permission = {
      provider: secrets.provider,
      address,
      refreshToken: secrets.refreshToken,
    };
    await enqueue(db, giveBackTask, {
      accountId: account.id,
      sealed: seal(purpose(account.id), JSON.stringify(permission)),
    });
  }
  return { provider, address };
}

const purpose = (accountId: string) => `permission to give back ${accountId}`;

/**
 * Its row is gone when it runs, so the payload has the token, encrypted like the row was. Tried for about two
 * days.
 */
export const giveBackTask: Task<{ accountId: string; sealed: string }> = {
  name: "businesses.give-back-permission",
  payload: z.object({ accountId: z.uuid(), sealed: z.string() }),
  retry: { limit: 55, delaySeconds: 20 },
  async run({ accountId, sealed }) {
    const text = unseal(purpose(accountId), sealed);
    // SECRET was replaced: the token can't be read anymore, by us or by anybody.
    if (text === undefined) return;
    const permission = JSON.parse(text) as Permission;
    const provider = findMailProvider(permission.provider);
    if (provider) await revokeUnused(provider, permission);
  },
};
