import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { SMTPServer } from "smtp-server";
import type { MailProvider, MailProviderId } from "../../config/mail-providers.ts";
import { startMailbox, type TestMailbox } from "./imap-server.ts";

/** What the vendor does differently from now on. */
export interface VendorMischief {
  /** The token endpoint never responds, breaks off, or responds with this status. */
  tokens?: "silent" | "broken" | number | undefined;
  /** How long the token endpoint takes. */
  tokenMs?: number;
  /** The mailbox, or its company, may not send by SMTP. */
  smtpOff?: boolean;
  /** The client's secret was replaced. */
  secretReplaced?: boolean;
  /** Called when a message has its sender and before its text. */
  atMail?: (() => void) | undefined;
  /** Leaves `email` out of the ID token. */
  noEmail?: boolean;
  /** The revocation endpoint responds with this status. */
  revocation?: number | undefined;
  /** Claims of the ID token that differ. */
  claims?: Readonly<Record<string, unknown>>;
}

/**
 * The identity and mail servers of Google or Microsoft on loopback, built from their documentation: the code
 * flow, token responses and errors, refusals of XOAUTH2.
 *
 * - https://developers.google.com/identity/protocols/oauth2/web-server
 * - https://developers.google.com/gmail/imap/xoauth2-protocol
 * - https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow
 * - https://learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth
 */
export interface MailVendor {
  readonly provider: MailProvider;
  /** The settings that lead a product to it. */
  readonly settings: Readonly<Record<string, string>>;
  /** The address of whoever is signed in there. */
  address: string;
  mischief: VendorMischief;
  readonly mailbox: TestMailbox;
  /** Messages accepted, each with who was signed in. */
  readonly mails: { readonly user: string; readonly raw: string }[];
  readonly refusals: string[];
  /** Every token and code given out, to look for where they must not be. */
  readonly secrets: string[];
  readonly renewals: number;
  readonly revocations: string[];
  /** Tokens of the refresh grant that may still be used. */
  refreshTokens(): readonly string[];
  /**
   * Presses a button on its page, without a browser.
   * @returns where it leads
   */
  press(authorizeUrl: string, button: "approve" | "deny" | "untick"): Promise<URL>;
  /**
   * From now on it is login.microsoftonline.com, reached through the returned `fetch`. Its documents name the
   * issuer with `{tenantid}` for several directories, and with the tenant's id for one; ID tokens always name
   * the tenant of whoever signed in.
   *
   * - https://learn.microsoft.com/entra/identity-platform/v2-protocols-oidc
   * - https://learn.microsoft.com/entra/identity-platform/access-tokens
   *
   * @param directory such as `common`, or a domain of the tenant
   */
  asEntra(directory: string): { readonly provider: MailProvider; readonly fetch: typeof fetch };
  /** The access tokens given out so far end now. */
  endAccess(): void;
  /** The person takes the permission back. */
  takeBack(): void;
  stop(): Promise<void>;
}

interface Code {
  readonly address: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly scope: string;
  readonly offline: boolean;
  used: boolean;
}

const ENTRA = "https://login.microsoftonline.com";
/** Every personal account is in this one. */
export const PERSONAL_TENANT = "9188040d-6c67-4c5b-b112-36a304b66dad";
const GOOGLE_CHALLENGE = { status: "401", schemes: "bearer mac", scope: "https://mail.google.com/" };
const SMTP_OFF =
  "5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox. Visit https://aka.ms/smtp_auth_disabled for more information. [MW4PR03CA0123.namprd03.prod.outlook.com]";

/** @param redirectUri the one that this site registered */
export async function startVendor(id: MailProviderId, redirectUri: string): Promise<MailVendor> {
  const clientId = `${id}-client`;
  const clientSecret = `secret-${randomBytes(12).toString("hex")}`;
  const isGoogle = id === "google";
  const codes = new Map<string, Code>();
  const access = new Map<string, string>();
  const refresh = new Map<string, { readonly address: string; readonly scope: string }>();
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  const state = { address: "luis@larkspur.test", mischief: {} as VendorMischief };
  const [mails, refusals, secrets, revocations]: [MailVendor["mails"], string[], string[], string[]] = [
    [],
    [],
    [],
    [],
  ];
  let renewals = 0;
  let issuer = "";
  /** What the documents say, where that isn't loopback; see asEntra(). */
  let entra: { readonly issuer: string; readonly base: string } | undefined;

  const newSecret = () => {
    const secret = randomBytes(24).toString("base64url");
    secrets.push(secret);
    return secret;
  };
  const isGood = (user: string, token: string) => access.get(token) === user.toLowerCase();

  const smtp = new SMTPServer({
    authMethods: ["XOAUTH2", "PLAIN"],
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth({ method, username = "", accessToken = "" }, _session, done) {
      const refuse = (message: string) => done(Object.assign(new Error(message), { responseCode: 535 }));
      if (state.mischief.smtpOff)
        return refuse(isGoogle ? "5.7.8 Username and Password not accepted." : SMTP_OFF);
      if (method === "XOAUTH2" && isGood(username, accessToken))
        return done(null, { user: { username, accessToken } });
      refusals.push("smtp sign-in");
      if (isGoogle) return done(null, { data: GOOGLE_CHALLENGE });
      return refuse("5.7.3 Authentication unsuccessful [MW4PR03CA0123.namprd03.prod.outlook.com]");
    },
    onMailFrom(_from, session, done) {
      const { username, accessToken } = session.user as unknown as { username: string; accessToken: string };
      if (!isGood(username, accessToken))
        return done(
          Object.assign(new Error("5.7.57 Client not authenticated to send mail"), { responseCode: 530 }),
        );
      state.mischief.atMail?.();
      done();
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const { username } = session.user as unknown as { username: string };
        mails.push({ user: username, raw: Buffer.concat(parts).toString() });
        done(null, "2.0.0 OK");
      });
    },
  });
  smtp.on("error", () => {});
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const mailbox = await startMailbox({
    tokens: {
      isGood,
      ...(isGoogle
        ? {
            challenge: Buffer.from(JSON.stringify(GOOGLE_CHALLENGE)).toString("base64"),
            refusal: "NO [AUTHENTICATIONFAILED] Invalid credentials (Failure)",
          }
        : { refusal: "NO AUTHENTICATE failed." }),
    },
  });

  const wrongWith = (query: URLSearchParams): string | undefined => {
    const scopes = query.get("scope")?.split(" ") ?? [];
    if (query.get("client_id") !== clientId) return "unknown client";
    if (query.get("redirect_uri") !== redirectUri) return "redirect_uri_mismatch";
    if (query.get("response_type") !== "code") return "only response_type=code";
    if (query.get("code_challenge_method") !== "S256") return "no PKCE";
    if (!query.get("state") || !query.get("nonce")) return "no state or nonce";
    if (!scopes.includes("openid") || !scopes.includes("email")) return "no openid email";
    if (isGoogle && !/\bconsent\b/.test(query.get("prompt") ?? "")) return "no prompt=consent";
    return undefined;
  };

  const answerTo = (query: URLSearchParams, button: string): URL => {
    const back = new URL(query.get("redirect_uri")!);
    back.searchParams.set("state", query.get("state")!);
    if (button === "deny") {
      back.searchParams.set("error", "access_denied");
      if (!isGoogle)
        back.searchParams.set(
          "error_description",
          "AADSTS65004: User declined to consent to access the app.",
        );
      return back;
    }
    const asked = query.get("scope")!;
    const isMail = (scope: string) => /^https:\/\/(?:mail\.google|outlook\.office)\.com\//.test(scope);
    const granted = asked.split(" ").filter((scope) => button === "approve" || !isMail(scope));
    const code = newSecret();
    codes.set(code, {
      address: state.address,
      redirectUri,
      challenge: query.get("code_challenge")!,
      nonce: query.get("nonce"),
      // Google names `email` by its long name.
      scope: granted
        .map((scope) =>
          isGoogle && scope === "email" ? "https://www.googleapis.com/auth/userinfo.email" : scope,
        )
        .filter((scope) => scope !== "offline_access")
        .join(" "),
      offline: isGoogle ? query.get("access_type") === "offline" : granted.includes("offline_access"),
      used: false,
    });
    back.searchParams.set("code", code);
    return back;
  };

  const idToken = ({ address, nonce }: Pick<Code, "address" | "nonce">) => {
    const at = Math.floor(Date.now() / 1000);
    return new SignJWT({
      iss: entra ? `${ENTRA}/${PERSONAL_TENANT}/v2.0` : issuer,
      aud: clientId,
      sub: createHash("sha256").update(address).digest("hex").slice(0, 20),
      iat: at,
      exp: at + 300,
      ...(state.mischief.noEmail ? {} : { email: address }),
      ...(isGoogle ? { email_verified: true } : { preferred_username: address, tid: PERSONAL_TENANT }),
      ...(nonce === null ? {} : { nonce }),
      ...state.mischief.claims,
    })
      .setProtectedHeader({ alg: "RS256", kid: "one" })
      .sign(privateKey);
  };

  const refuse = (error: string, description: string, status = 400): [number, object] => {
    refusals.push(`${error} ${description}`);
    const [, number] = /AADSTS(\d+)/.exec(description) ?? [];
    return [
      status,
      { error, error_description: description, ...(number ? { error_codes: [Number(number)] } : {}) },
    ];
  };

  const token = async (form: URLSearchParams): Promise<[number, object]> => {
    const isClient = form.get("client_id") === clientId && form.get("client_secret") === clientSecret;
    if (!isClient || state.mischief.secretReplaced)
      return isGoogle
        ? refuse("invalid_client", "Unauthorized", 401)
        : refuse("invalid_client", "AADSTS7000215: Invalid client secret provided.", 401);
    const give = async (address: string, scope: string, more: object): Promise<[number, object]> => {
      const accessToken = newSecret();
      access.set(accessToken, address.toLowerCase());
      return [200, { access_token: accessToken, expires_in: 3599, scope, token_type: "Bearer", ...more }];
    };
    const newRefresh = (address: string, scope: string) => {
      const refreshToken = newSecret();
      refresh.set(refreshToken, { address, scope });
      return refreshToken;
    };
    if (form.get("grant_type") === "refresh_token") {
      renewals++;
      const granted = refresh.get(form.get("refresh_token") ?? "");
      if (!granted)
        return isGoogle
          ? refuse("invalid_grant", "Token has been expired or revoked.")
          : refuse(
              "invalid_grant",
              "AADSTS50173: The provided grant has expired due to it being revoked, a fresh auth token is needed. The user luis@larkspur.test might have changed or reset their password.",
            );
      const { address, scope } = granted;
      // Microsoft replaces the refresh token each time, and this stand-in voids the old one at once.
      if (isGoogle) return give(address, scope, {});
      refresh.delete(form.get("refresh_token")!);
      return give(address, scope, { refresh_token: newRefresh(address, scope), ext_expires_in: 3599 });
    }
    const code = codes.get(form.get("code") ?? "");
    const verifier = form.get("code_verifier") ?? "";
    if (!code || code.used || code.redirectUri !== form.get("redirect_uri"))
      return refuse("invalid_grant", isGoogle ? "Malformed auth code." : "AADSTS54005: already redeemed.");
    if (createHash("sha256").update(verifier).digest("base64url") !== code.challenge)
      return refuse("invalid_grant", "Invalid code verifier.");
    code.used = true;
    const { address, scope, offline } = code;
    return give(address, scope, {
      id_token: await idToken(code),
      ...(offline ? { refresh_token: newRefresh(address, scope) } : {}),
    });
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname: asked, searchParams } = new URL(request.url!, issuer);
    // Microsoft's paths are /common/oauth2/v2.0/token and so on.
    const pathname = asked.replace(/^\/[^/]+(?:\/oauth2)?\/v2\.0(?=\/)/, "");
    const base = entra?.base ?? issuer;
    const json = (status: number, body: object) =>
      void response
        .writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" })
        .end(JSON.stringify(body));
    if (pathname === "/.well-known/openid-configuration")
      return json(200, {
        issuer: entra?.issuer ?? issuer,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        jwks_uri: `${base}/jwks`,
        ...(isGoogle ? { revocation_endpoint: `${issuer}/revoke` } : {}),
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        token_endpoint_auth_methods_supported: ["client_secret_post", "client_secret_basic"],
      });
    if (pathname === "/jwks")
      return json(200, { keys: [{ ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" }] });
    if (pathname === "/token" && request.method === "POST") {
      const form = new URLSearchParams(await text(request));
      const { tokens, tokenMs = 0 } = state.mischief;
      if (tokenMs) await new Promise((resolve) => setTimeout(resolve, tokenMs));
      if (tokens === "silent") return;
      if (tokens === "broken") return void response.destroy();
      if (tokens !== undefined) return void response.writeHead(tokens).end("<h1>Error</h1>");
      return json(...(await token(form)));
    }
    if (pathname === "/revoke" && isGoogle && request.method === "POST") {
      const given = new URLSearchParams(await text(request)).get("token") ?? "";
      const { revocation } = state.mischief;
      if (revocation) return void response.writeHead(revocation).end("<h1>Error</h1>");
      revocations.push(given);
      const address = refresh.get(given)?.address ?? access.get(given);
      if (!address)
        return json(400, { error: "invalid_token", error_description: "Token expired or revoked" });
      end(address);
      return json(200, {});
    }
    if (pathname === "/authorize") {
      const wrong = wrongWith(searchParams);
      if (wrong) return void response.writeHead(400, { "Content-Type": "text/plain" }).end(wrong);
      const button = searchParams.get("button");
      if (button)
        return void response.writeHead(302, { Location: answerTo(searchParams, button).href }).end();
      const link = (word: string) =>
        `<a href="/authorize?${new URLSearchParams([...searchParams, ["button", word]]).toString().replaceAll("&", "&amp;")}">${word}</a>`;
      const page = `<!doctype html><title>Sign in</title><h1>Allow?</h1><p>${state.address}</p>${link("approve")} ${link("deny")} ${link("untick")}`;
      return void response.writeHead(200, { "Content-Type": "text/html" }).end(page);
    }
    response.writeHead(404).end();
  };

  /** Ends everything that a person gave this client. */
  const end = (address: string) => {
    for (const [one, of] of access) if (of === address.toLowerCase()) access.delete(one);
    for (const [one, of] of refresh)
      if (of.address.toLowerCase() === address.toLowerCase()) refresh.delete(one);
  };

  const server = createServer(
    (request, response) => void respond(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const smtpPort = (smtp.server.address() as AddressInfo).port;
  const at = (port: number) => ({ host: "127.0.0.1", port, security: "none" }) as const;

  Object.defineProperty(state, "renewals", { get: () => renewals });
  const vendor: MailVendor = Object.assign(state as typeof state & { readonly renewals: number }, {
    provider: {
      id,
      name: isGoogle ? "Google" : "Microsoft",
      issuer,
      clientId,
      clientSecret,
      smtp: at(smtpPort),
      imap: at(mailbox.port),
    },
    settings: {
      [`${id.toUpperCase()}_CLIENT_ID`]: clientId,
      [`${id.toUpperCase()}_CLIENT_SECRET`]: clientSecret,
      [`${id.toUpperCase()}_ISSUER`]: issuer,
      [`${id.toUpperCase()}_SMTP_URL`]: `smtp://127.0.0.1:${smtpPort}`,
      [`${id.toUpperCase()}_IMAP_URL`]: `imap://127.0.0.1:${mailbox.port}`,
    },
    mailbox,
    mails,
    refusals,
    secrets,
    revocations,
    refreshTokens: () => [...refresh.keys()],
    async press(authorizeUrl: string, button: string) {
      const url = authorizeUrl.replace(ENTRA, issuer);
      const answer = await fetch(`${url}&button=${button}`, { redirect: "manual" });
      if (answer.status !== 302)
        throw new Error(`the vendor answered ${answer.status}: ${await answer.text()}`);
      return new URL(answer.headers.get("location")!);
    },
    asEntra(directory: string) {
      const isOne = !["common", "organizations"].includes(directory);
      entra = {
        issuer: `${ENTRA}/${isOne ? PERSONAL_TENANT : "{tenantid}"}/v2.0`,
        base: `${ENTRA}/${directory}/oauth2/v2.0`,
      };
      const { fetch } = globalThis;
      const routed: typeof fetch = (input, init) =>
        fetch(input instanceof Request ? input : String(input).replace(ENTRA, issuer), init);
      return { provider: { ...vendor.provider, issuer: `${ENTRA}/${directory}/v2.0` }, fetch: routed };
    },
    endAccess: () => access.clear(),
    takeBack: () => end(state.address),
    async stop() {
      server.closeAllConnections();
      await Promise.all([
        new Promise((resolve) => server.close(resolve)),
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        mailbox.close(),
      ]);
    },
  });
  return vendor;
}
