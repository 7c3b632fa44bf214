import { isIP } from "node:net";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import { resolveOutside, Unreachable } from "../../outside/outside.server.ts";

/**
 * How a connection is kept from being read on its way. `none` only where nobody outside listens: on this
 * machine or in its network.
 */
export const SECURITIES = ["tls", "starttls", "none"] as const;
export type Security = (typeof SECURITIES)[number];

/** A mail server that a business named. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  readonly security: Security;
  readonly user: string;
  readonly password: string;
}

/** What nodemailer needs to connect and sign in. */
export interface SmtpTarget {
  readonly options: Readonly<Record<string, unknown>>;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  /** Whether a server that offers no sign-in is asked all the same. */
  readonly forceAuth: boolean;
}

/** What an address of the settings says. */
export function targetOfUrl(url: string): SmtpTarget {
  const { auth, ...options } = parseConnectionUrl(url);
  return {
    options,
    auth: auth ? { user: auth.user ?? "", pass: auth.pass ?? "" } : undefined,
    forceAuth: Boolean(options["forceAuth"]),
  };
}

/**
 * Where a business's server is now. Asked for each connection: the address that was checked is the address
 * connected to.
 * @throws Unreachable
 */
export async function targetOfServer({
  host,
  port,
  security,
  user,
  password,
}: SmtpServer): Promise<SmtpTarget> {
  const { address, isPublic } = await resolveOutside(host);
  if (security === "none" && isPublic) throw new Unreachable("EPLAIN");
  return {
    options: {
      host: address,
      // The certificate is that of the name, not of the address.
      ...(isIP(host) ? {} : { servername: host }),
      port,
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
    },
    auth: user ? { user, pass: password } : undefined,
    // A public server that lets us in without asking who we are takes nothing for others.
    forceAuth: isPublic,
  };
}
