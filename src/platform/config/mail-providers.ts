import { isIssuer } from "./openid-settings.ts";

/** Where a provider's mail server listens. */
export interface MailAddress {
  readonly host: string;
  readonly port: number;
  readonly security: "tls" | "starttls" | "none";
}

/** A provider whose mailboxes businesses connect by signing in there (OAuth 2). */
export interface MailProvider {
  readonly id: MailProviderId;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly smtp: MailAddress;
  readonly imap: MailAddress;
}

const ADDRESSES = {
  google: {
    name: "Google",
    issuer: "https://accounts.google.com",
    smtp: "smtps://smtp.gmail.com:465",
    imap: "imaps://imap.gmail.com:993",
  },
  // `common` accepts work, school and personal accounts; a tenant's id accepts that company's only.
  microsoft: {
    name: "Microsoft",
    issuer: "https://login.microsoftonline.com/common/v2.0",
    smtp: "smtp://smtp.office365.com:587",
    imap: "imaps://outlook.office365.com:993",
  },
} as const;

export type MailProviderId = keyof typeof ADDRESSES;
const IDS = Object.keys(ADDRESSES) as MailProviderId[];

/** The provider's name by its id; undefined for anything else. */
export const mailProviderName = (id: string | undefined): string | undefined =>
  ADDRESSES[IDS.find((one) => one === id) ?? ("" as MailProviderId)]?.name;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The providers whose client id and secret are set, from GOOGLE_… and MICROSOFT_….
 * @param refuse gets one sentence about the first missing or wrong setting; never its value
 */
export function readMailProviders(env: Environment, refuse: (sentence: string) => never): MailProvider[] {
  return IDS.flatMap((id) => {
    const usual = ADDRESSES[id];
    const nameOf = (part: string) => `${id.toUpperCase()}_${part}`;
    const value = (part: string) => env[nameOf(part)]?.trim() || undefined;
    const [clientId, clientSecret] = [value("CLIENT_ID"), value("CLIENT_SECRET")];
    for (const [one, other] of [
      ["CLIENT_ID", "CLIENT_SECRET"],
      ["CLIENT_SECRET", "CLIENT_ID"],
    ] as const)
      if (value(one) && !value(other))
        refuse(
          `The setting ${nameOf(other)} is missing: with ${nameOf(one)} it is required, and ${usual.name} gave it to this site.`,
        );
    const issuer = value("ISSUER") ?? usual.issuer;
    if (!isIssuer(issuer))
      refuse(
        `The setting ${nameOf("ISSUER")} is not valid: it accepts the issuer's https address (http on this machine only), such as ${usual.issuer}.`,
      );
    const server = (part: string, protocol: "smtp" | "imap") => {
      const address = mailAddressOf(value(part) ?? usual[protocol], protocol);
      return (
        address ??
        refuse(
          `The setting ${nameOf(part)} is not valid: it accepts a mail server without a user, such as ${usual[protocol]}.`,
        )
      );
    };
    const [smtp, imap] = [server("SMTP_URL", "smtp"), server("IMAP_URL", "imap")];
    return clientId && clientSecret
      ? [{ id, name: usual.name, issuer, clientId, clientSecret, smtp, imap }]
      : [];
  });
}

const DEFAULT_PORTS = { smtp: [465, 587], imap: [993, 143] } as const;
/** Where no one else can listen in, so that a server without encryption will do. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function mailAddressOf(text: string, protocol: "smtp" | "imap"): MailAddress | undefined {
  const url = URL.parse(text);
  if (!url || url.username || url.password || !url.hostname) return undefined;
  if (url.protocol !== `${protocol}:` && url.protocol !== `${protocol}s:`) return undefined;
  const tls = url.protocol.endsWith("s:");
  const [secure, plain] = DEFAULT_PORTS[protocol];
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port) || (tls ? secure : plain),
    security: tls ? "tls" : LOOPBACK.test(url.hostname) ? "none" : "starttls",
  };
}
