import { and, eq } from "drizzle-orm";
import type { MailProviderId } from "#platform/config/mail-providers.ts";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import type { DkimKey } from "#platform/mail/domain/dkim.server.ts";
import type { SmtpServer } from "#platform/mail/smtp/smtp-server.server.ts";
import { businessesChannels } from "../tables.server.ts";

/** A server that is signed in to with the tokens of `grant`, if it has a provider. */
type OwnServer = Omit<SmtpServer, "accessToken"> & { readonly provider?: MailProviderId };

/** The encrypted part of each connection. */
export interface ChannelSecrets {
  smtp: OwnServer & { readonly fromAddress: string };
  dkim: DkimKey;
  imap: OwnServer & { readonly folder: string };
  twilio: { readonly sid: string; readonly token: string; readonly number: string };
  grant: {
    readonly provider: MailProviderId;
    readonly refreshToken: string;
    readonly accessToken: string;
    /** When the access token ends. */
    readonly until: string;
  };
}
export type StoredKind = keyof ChannelSecrets;

const purpose = (accountId: string, kind: StoredKind) => `channel ${accountId} ${kind}`;

/** Encrypts a connection's secrets. */
export const sealSecrets = <Kind extends StoredKind>(
  accountId: string,
  kind: Kind,
  secrets: ChannelSecrets[Kind],
): string => seal(purpose(accountId, kind), JSON.stringify(secrets));

/** Decrypts a connection's secrets; undefined when SECRET has changed. */
export function openSealed<Kind extends StoredKind>(
  accountId: string,
  kind: Kind,
  sealed: string,
): ChannelSecrets[Kind] | undefined {
  const text = unseal(purpose(accountId, kind), sealed);
  return text === undefined ? undefined : (JSON.parse(text) as ChannelSecrets[Kind]);
}

/** SQL condition for one connection. */
export const ofChannel = (accountId: string, kind: StoredKind) =>
  and(eq(businessesChannels.accountId, accountId), eq(businessesChannels.kind, kind));
