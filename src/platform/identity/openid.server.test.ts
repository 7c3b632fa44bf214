import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdProvider } from "../config/openid-settings.ts";
import { beginOpenId, finishOpenId, OpenIdError } from "./openid.server.ts";
import { startProvider, type StandInProvider } from "./testing/openid-provider.ts";

const BACK = "http://localhost:3000/login/with/acme/callback";
let standIn: StandInProvider;
let acme: OpenIdProvider;

beforeAll(async () => {
  standIn = await startProvider([BACK]);
  acme = {
    id: "acme",
    name: "Acme",
    issuer: standIn.issuer,
    clientId: standIn.clientId,
    clientSecret: standIn.clientSecret,
  };
});
afterAll(() => standIn.stop());
beforeEach(() => {
  standIn.mischief = {};
  standIn.user = { sub: "7", email: "Dana@Acme.test", email_verified: true, name: "Dana" };
});

/** A full sign-in, with one thing changed. */
async function signIn(
  change: { provider?: OpenIdProvider; alter?: (url: URL) => void; button?: "approve" | "deny" } = {},
) {
  const provider = change.provider ?? acme;
  const { url, secrets } = await beginOpenId(provider, BACK);
  const answer = await standIn.press(url, change.button ?? "approve");
  change.alter?.(answer);
  return finishOpenId(provider, answer, secrets);
}

const failing = (work: Promise<unknown>) =>
  work.then(
    () => "none",
    (error: unknown) => (error instanceof OpenIdError ? error.failure : error),
  );

describe("signing in with a provider", () => {
  test("returns the person's claims", async () => {
    expect(await signIn()).toEqual({
      subject: "7",
      email: "Dana@Acme.test",
      emailVerified: true,
      name: "Dana",
    });
    standIn.user = { sub: "8", email: "x@acme.test", email_verified: "true" };
    expect(await signIn()).toEqual({ subject: "8", email: "x@acme.test", emailVerified: true, name: "" });
    standIn.user = { sub: "9", email: "x@acme.test", email_verified: "false" };
    expect(await signIn()).toMatchObject({ emailVerified: false });
    standIn.user = { sub: "10" };
    expect(await signIn()).toEqual({ subject: "10", email: null, emailVerified: false, name: "" });
  });

  test("asks for the code flow with PKCE, state and nonce, new ones each time", async () => {
    const [one, other] = await Promise.all([beginOpenId(acme, BACK), beginOpenId(acme, BACK)]);
    const query = new URL(one.url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: BACK,
      scope: "openid email profile",
    });
    expect(query.get("code_challenge")).not.toBe(one.secrets.verifier);
    for (const secret of ["state", "nonce", "verifier"] as const) {
      expect(one.secrets[secret].length).toBeGreaterThan(20);
      expect(one.secrets[secret]).not.toBe(other.secrets[secret]);
    }
  });

  test("reads the email from userinfo if the token lacks it, and only for the same person", async () => {
    standIn.mischief = { emailInUserinfoOnly: true };
    expect(await signIn()).toMatchObject({ email: "Dana@Acme.test", emailVerified: true });
    standIn.mischief = { emailInUserinfoOnly: true, userinfoSub: "somebody else" };
    expect(await failing(signIn())).toBe("refused");
  });

  test("caches discovery and accepts the provider's new keys", async () => {
    await signIn();
    const before = standIn.discoveries;
    await signIn();
    await standIn.rotate();
    await signIn();
    expect(standIn.discoveries).toBe(before);
  });

  test.each([
    ["for another client", { claims: { aud: "another-client" } }],
    ["of another issuer", { claims: { iss: "https://evil.test" } }],
    ["that has run out", { claims: { iat: 1_700_000_000, exp: 1_700_000_300 } }],
    ["with another nonce", { claims: { nonce: "another" } }],
    ["without a nonce", { claims: { nonce: undefined } as never }],
    ["without a person", { claims: { sub: undefined } as never }],
    ["that is not signed", { signature: "none" }],
    ["signed with a key nobody published", { signature: "stranger" }],
    ["signed with the client's secret", { signature: "secret" }],
    ["altered after it was signed", { signature: "altered" }],
  ] as const)("refuses an ID token %s", async (_, mischief) => {
    standIn.mischief = mischief;
    expect(await failing(signIn())).toBe("refused");
  });

  test("refuses a response with the wrong issuer, or without one where required", async () => {
    standIn.mischief = { iss: "https://evil.test" };
    expect(await failing(signIn())).toBe("refused");
    standIn.mischief = { iss: null };
    expect(await failing(signIn())).toBe("refused");
  });

  test("refuses another state, another code, and a code used before", async () => {
    expect(await failing(signIn({ alter: (url) => url.searchParams.set("state", "another") }))).toBe(
      "refused",
    );
    expect(await failing(signIn({ alter: (url) => url.searchParams.set("code", "another") }))).toBe(
      "refused",
    );
    const { url, secrets } = await beginOpenId(acme, BACK);
    const answer = await standIn.press(url, "approve");
    await finishOpenId(acme, answer, secrets);
    expect(await failing(finishOpenId(acme, answer, secrets))).toBe("refused");
    expect(standIn.refusals.at(-1)).toBe("code used before");
  });

  test("refuses a code begun with another verifier, as if taken from another browser", async () => {
    const [mine, theirs] = [await beginOpenId(acme, BACK), await beginOpenId(acme, BACK)];
    const answer = await standIn.press(theirs.url, "approve");
    answer.searchParams.set("state", mine.secrets.state);
    expect(await failing(finishOpenId(acme, answer, mine.secrets))).toBe("refused");
    expect(standIn.refusals.at(-1)).toBe("wrong verifier");
  });

  test("reports a denied sign-in and an unreachable provider", async () => {
    expect(await failing(signIn({ button: "deny" }))).toBe("denied");
    standIn.mischief = { tokenStatus: 503 };
    expect(await failing(signIn())).toBe("away");
    standIn.mischief = {};
    const nowhere = { ...acme, issuer: "http://127.0.0.1:9" };
    expect(await failing(beginOpenId(nowhere, BACK))).toBe("away");
    expect(await failing(signIn({ provider: { ...acme, clientSecret: "wrong" } }))).toBe("refused");
    expect(standIn.refusals.at(-1)).toBe("wrong client or secret");
  });

  test("follows no redirects", async () => {
    const { createServer } = await import("node:http");
    let asked = 0;
    const elsewhere = createServer((request, response) => {
      asked++;
      response.writeHead(302, { Location: `${standIn.issuer}${request.url ?? ""}` }).end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const { port } = elsewhere.address() as { port: number };
    const before = standIn.discoveries;
    expect(await failing(beginOpenId({ ...acme, issuer: `http://127.0.0.1:${port}` }, BACK))).toBe("away");
    expect([asked, standIn.discoveries]).toEqual([1, before]);
    await new Promise((resolve) => elsewhere.close(resolve));
    standIn.mischief = { tokenStatus: 302 };
    expect(await failing(signIn())).toBe("refused");
  });

  test("retries discovery after a failure", async () => {
    const late = await startProvider([BACK]);
    const provider = { ...acme, issuer: late.issuer, clientSecret: late.clientSecret };
    const { port } = new URL(late.issuer);
    await late.stop();
    expect(await failing(beginOpenId(provider, BACK))).toBe("away");
    const { createServer } = await import("node:http");
    const back = createServer((request, response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.end(
        JSON.stringify({
          issuer: provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
        }),
      );
    });
    await new Promise<void>((resolve) => back.listen(Number(port), "127.0.0.1", resolve));
    expect((await beginOpenId(provider, BACK)).url).toMatch(`${provider.issuer}/authorize?`);
    await new Promise((resolve) => back.close(resolve));
  });
});
