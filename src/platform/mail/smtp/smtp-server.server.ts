import { isIP } from "node:net";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import { resolveOutside, Unreachable } from "../../outside/outside.server.ts";

/**
 * How a connection is encrypted. `none` only if no outsider can listen: on this machine or in its network.
 */
export const SECURITIES = ["tls", "starttls", "none"] as const;
export type Security = (typeof SECURITIES)[number];

/**
 * Gets an access token (OAuth 2): another one than `refused`, if the server refused that.
 * @throws Error with a code of connection-error.ts
 */
export type AccessToken = (refused?: string) => Promise<string>;

export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  readonly user: string;
  readonly password: string;
  /** Signs in with it instead of the password. */
  readonly accessToken?: AccessToken | undefined;
}

/** What nodemailer needs to connect and sign in. */
export interface SmtpTarget {
  readonly options: Readonly<Record<string, unknown>>;
  readonly auth:
    | { readonly user: string; readonly pass: string }
    | { readonly user: string; readonly accessToken: AccessToken }
    | undefined;
  /** Whether to sign in even if the server doesn't offer it. */
  readonly forceAuth: boolean;
}

/** Parses SMTP_URL-style addresses. */
export function targetOfUrl(url: string): SmtpTarget {
  const { auth, ...options } = parseConnectionUrl(url);
  return {
    options,
    auth: auth ? { user: auth.user ?? "", pass: auth.pass ?? "" } : undefined,
    forceAuth: Boolean(options["forceAuth"]),
  };
}

/**
 * Resolves a business's server. Called for each connection, which uses exactly the address that was checked.
 * @throws Unreachable
 */
export async function targetOfServer({
  host,
  port,
  security,
  user,
  password,
  accessToken,
}: SmtpServer): Promise<SmtpTarget> {
  const { address, isPublic } = await resolveOutside(host);
  if (security === "none" && isPublic) throw new Unreachable("EPLAIN");
  return {
    options: {
      host: address,
      // The certificate is for the name, not for the IP address.
      ...(isIP(host) ? {} : { servername: host }),
      port,
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
    },
    auth: !user ? undefined : accessToken ? { user, accessToken } : { user, pass: password },
    // A public server that lets us in without authentication doesn't relay mail.
    forceAuth: isPublic,
  };
}
