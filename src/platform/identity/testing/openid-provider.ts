import { createHash, createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from "jose";

export interface ProviderUser {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly name?: string;
}

export interface Mischief {
  /** Overrides claims of every ID token. */
  readonly claims?: JWTPayload;
  /**
   * An ID token that is unsigned, signed with an unpublished key, signed with the client's secret, or altered
   * after signing.
   */
  readonly signature?: "none" | "stranger" | "secret" | "altered";
  /** Names another issuer beside the code (RFC 9207), or none. */
  readonly iss?: string | null;
  readonly tokenStatus?: number;
  readonly userinfoSub?: string;
  /** Leaves email out of ID tokens; userinfo has it. */
  readonly emailInUserinfoOnly?: boolean;
}

/**
 * An OpenID provider on loopback, built from OpenID Connect Core 1.0, Discovery 1.0, RFC 6749, 7636 and 9207:
 * a stand-in for the outside service.
 */
export interface StandInProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The person signed in at the provider; its page asks them to approve or deny. */
  user: ProviderUser;
  mischief: Mischief;
  readonly discoveries: number;
  readonly refusals: readonly string[];
  /**
   * Presses a button on the provider's page, without a browser.
   * @returns the redirect target
   */
  press(authorizeUrl: string, button: "approve" | "deny"): Promise<URL>;
  /** Signs with a new key from now on and forgets the old one. */
  rotate(): Promise<void>;
  stop(): Promise<void>;
}

interface Grant {
  readonly user: ProviderUser;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly nonce: string | null;
  readonly at: number;
  used: boolean;
}

const keys = async () => ({
  ...(await generateKeyPair("RS256", { extractable: true })),
  kid: randomBytes(4).toString("hex"),
});

/**
 * Starts a provider with one client.
 * @param redirectUris those the client registered
 */
export async function startProvider(redirectUris: readonly string[]): Promise<StandInProvider> {
  const clientId = "plumbline-client";
  const clientSecret = `secret-${randomBytes(12).toString("hex")}`;
  const grants = new Map<string, Grant>();
  const accessTokens = new Map<string, ProviderUser>();
  const refusals: string[] = [];
  const stranger = await keys();
  let current = await keys();
  let discoveries = 0;
  let issuer = "";

  const state = {
    user: {
      sub: "1",
      email: "someone@provider.test",
      email_verified: true,
      name: "Some One",
    } as ProviderUser,
    mischief: {} as Mischief,
  };

  const idToken = async (grant: Grant): Promise<string> => {
    const { sub, ...profile } = grant.user;
    const at = Math.floor(Date.now() / 1000);
    const shown = state.mischief.emailInUserinfoOnly ? { name: profile.name } : profile;
    const claims = {
      iss: issuer,
      sub,
      aud: clientId,
      iat: at,
      exp: at + 300,
      ...(grant.nonce === null ? {} : { nonce: grant.nonce }),
      ...shown,
      ...state.mischief.claims,
    };
    if (state.mischief.signature === "none") return new UnsecuredJWT(claims).encode();
    if (state.mischief.signature === "secret") {
      const head = Buffer.from(JSON.stringify({ alg: "HS256", kid: current.kid })).toString("base64url");
      const body = `${head}.${Buffer.from(JSON.stringify(claims)).toString("base64url")}`;
      return `${body}.${createHmac("sha256", clientSecret).update(body).digest("base64url")}`;
    }
    const signer = state.mischief.signature === "stranger" ? stranger : current;
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: current.kid })
      .sign(signer.privateKey);
    if (state.mischief.signature !== "altered") return token;
    const [head, body, signature] = token.split(".") as [string, string, string];
    const other = {
      ...(JSON.parse(Buffer.from(body, "base64url").toString()) as object),
      sub: "somebody else",
    };
    return [head, Buffer.from(JSON.stringify(other)).toString("base64url"), signature].join(".");
  };

  /**
   * Validates an authorization request by section 3.1.2.2 of OpenID Connect Core; returns what is wrong with
   * it.
   */
  const wrongWith = (query: URLSearchParams): string | undefined => {
    if (query.get("client_id") !== clientId) return "unknown client";
    if (!redirectUris.includes(query.get("redirect_uri") ?? "")) return "redirect_uri is not registered";
    if (query.get("response_type") !== "code") return "only response_type=code";
    if (!query.get("scope")?.split(" ").includes("openid")) return "no openid scope";
    if (
      query.get("code_challenge_method") !== "S256" ||
      !/^[\w-]{43}$/.test(query.get("code_challenge") ?? "")
    )
      return "PKCE with S256 is required";
    if (!query.get("state")) return "no state";
    return undefined;
  };

  const answerTo = (query: URLSearchParams, button: string): URL => {
    const back = new URL(query.get("redirect_uri")!);
    back.searchParams.set("state", query.get("state")!);
    const { iss = issuer } = state.mischief;
    if (iss !== null) back.searchParams.set("iss", iss);
    if (button !== "approve") {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "<b>The person</b> said no");
      return back;
    }
    const code = randomBytes(16).toString("base64url");
    grants.set(code, {
      user: state.user,
      redirectUri: query.get("redirect_uri")!,
      challenge: query.get("code_challenge")!,
      nonce: query.get("nonce"),
      at: Date.now(),
      used: false,
    });
    back.searchParams.set("code", code);
    return back;
  };

  const token = async (request: IncomingMessage): Promise<[number, object]> => {
    const form = new URLSearchParams(await text(request));
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    const [id, secret] = basic
      ? Buffer.from(basic, "base64").toString().split(":").map(decodeURIComponent)
      : [form.get("client_id"), form.get("client_secret")];
    const refuse = (error: string, why: string): [number, object] => {
      refusals.push(why);
      return [error === "invalid_client" ? 401 : 400, { error, error_description: why }];
    };
    if (state.mischief.tokenStatus) return [state.mischief.tokenStatus, {}];
    if (id !== clientId || secret !== clientSecret) return refuse("invalid_client", "wrong client or secret");
    if (form.get("grant_type") !== "authorization_code")
      return refuse("unsupported_grant_type", "wrong grant type");
    const grant = grants.get(form.get("code") ?? "");
    if (!grant || Date.now() - grant.at > 60_000) return refuse("invalid_grant", "unknown or expired code");
    if (grant.used) return refuse("invalid_grant", "code used before");
    grant.used = true;
    if (grant.redirectUri !== form.get("redirect_uri"))
      return refuse("invalid_grant", "another redirect_uri");
    const verifier = form.get("code_verifier") ?? "";
    if (createHash("sha256").update(verifier).digest("base64url") !== grant.challenge)
      return refuse("invalid_grant", "wrong verifier");
    const accessToken = randomBytes(16).toString("base64url");
    accessTokens.set(accessToken, grant.user);
    return [
      200,
      { access_token: accessToken, token_type: "Bearer", expires_in: 300, id_token: await idToken(grant) },
    ];
  };

  const json = (response: ServerResponse, status: number, body: object) =>
    void response
      .writeHead(status, { "Content-Type": "application/json", "Cache-Control": "no-store" })
      .end(JSON.stringify(body));

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url!, issuer);
    if (pathname === "/.well-known/openid-configuration") {
      discoveries++;
      return json(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        token_endpoint_auth_methods_supported: ["client_secret_basic"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
      });
    }
    if (pathname === "/jwks")
      return json(response, 200, {
        keys: [{ ...(await exportJWK(current.publicKey)), kid: current.kid, alg: "RS256", use: "sig" }],
      });
    if (pathname === "/token" && request.method === "POST") return json(response, ...(await token(request)));
    if (pathname === "/userinfo") {
      const user = accessTokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "");
      return json(
        response,
        user ? 200 : 401,
        user ? { ...user, sub: state.mischief.userinfoSub ?? user.sub } : { error: "invalid_token" },
      );
    }
    if (pathname === "/authorize") {
      const wrong = wrongWith(searchParams);
      if (wrong) return void response.writeHead(400, { "Content-Type": "text/plain" }).end(wrong);
      const button = searchParams.get("button");
      if (button)
        return void response.writeHead(302, { Location: answerTo(searchParams, button).href }).end();
      const link = (word: string) =>
        `<a href="/authorize?${new URLSearchParams([...searchParams, ["button", word]]).toString().replaceAll("&", "&amp;")}">${word}</a>`;
      const page = `<!doctype html><title>Acme</title><h1>Acme</h1><p>${state.user.email ?? ""}</p>${link("approve")} ${link("deny")}`;
      return void response.writeHead(200, { "Content-Type": "text/html" }).end(page);
    }
    response.writeHead(404).end();
  };

  const server = createServer(
    (request, response) => void respond(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  Object.defineProperty(state, "discoveries", { get: () => discoveries });
  return Object.assign(state as typeof state & { readonly discoveries: number }, {
    issuer,
    clientId,
    clientSecret,
    refusals,
    async press(authorizeUrl: string, button: "approve" | "deny") {
      const answer = await fetch(`${authorizeUrl}&button=${button}`, { redirect: "manual" });
      if (answer.status !== 302)
        throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      return new URL(answer.headers.get("location")!);
    },
    async rotate() {
      current = await keys();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
