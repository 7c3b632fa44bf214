// Long because every way in through a provider has its own refusals.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { OpenIdProvider } from "#platform/config/openid-settings.ts";
import { startProvider, type StandInProvider } from "#platform/identity/testing/openid-provider.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { useDatabase } from "#platform/db/scope.server.ts";
import { setProviders } from "./openid.server.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

const BACK = (id: string) => `http://localhost:3000/login/with/${id}/callback`;
let identity: Awaited<ReturnType<typeof openIdentity>>;
let standIn: StandInProvider;
let other: StandInProvider;
let acme: OpenIdProvider;
let globex: OpenIdProvider;

beforeAll(async () => {
  identity = await openIdentity();
  [standIn, other] = await Promise.all([startProvider([BACK("acme")]), startProvider([BACK("globex")])]);
  acme = {
    id: "acme",
    name: "Acme",
    issuer: standIn.issuer,
    clientId: standIn.clientId,
    clientSecret: standIn.clientSecret,
  };
  globex = {
    id: "globex",
    name: "Globex",
    issuer: other.issuer,
    clientId: other.clientId,
    clientSecret: other.clientSecret,
  };
});
beforeEach(() => {
  setProviders([acme, globex]);
  standIn.mischief = {};
});
afterEach(() => useDatabase(identity.database));
afterAll(async () => {
  await Promise.all([standIn.stop(), other.stop()]);
  await identity.drop();
});

/**
 * Presses the button and completes the provider's page.
 * @returns the path and query the provider redirects to
 */
async function backFrom(
  visitor: Visitor,
  path = "/login/with/acme",
  button: "approve" | "deny" = "approve",
): Promise<string> {
  const sent = await visitor.get(path);
  expect(sent.status, sent.html).toBe(302);
  const answer = await (path.includes("globex") ? other : standIn).press(sent.location!, button);
  return answer.pathname + answer.search;
}

async function signInAs(user: StandInProvider["user"], visitor = new Visitor(), path?: string) {
  standIn.user = user;
  return visitor.get(await backFrom(visitor, path));
}

const count = async (table: string) =>
  (await identity.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;
const credentialsOf = (email: string) =>
  identity.rows<{ provider_id: string; provider_account_id: string }>(
    "select c.provider_id, c.provider_account_id from identity_credentials c join identity_users u on u.id = c.user_id where u.email = $1 order by c.created_at",
    [email],
  );
const verify = (email: string) =>
  identity.rows("update identity_users set email_verified = true where email = $1", [email]);

describe("provider links", () => {
  test("show a button per configured provider, with the destination", async () => {
    for (const screen of ["/login", "/register"]) {
      const { html } = await new Visitor().get(`${screen}?next=%2Faccount%2Fjobs`);
      expect(html).toContain('href="/login/with/acme?next=%2Faccount%2Fjobs"');
      expect(html).toContain("Continue with Globex");
      setProviders([]);
      expect((await new Visitor().get(screen)).html).not.toContain("Continue with");
      setProviders([acme, globex]);
    }
  });

  test("lead nowhere for an unknown provider", async () => {
    expect((await new Visitor().get("/login/with/nobody")).status).toBe(404);
    expect((await new Visitor().get("/login/with/nobody/callback?code=a&state=b")).status).toBe(404);
  });

  test("show a message when the provider is unavailable, and login stays fast", async () => {
    setProviders([{ ...acme, issuer: "http://127.0.0.1:9" }]);
    expect((await new Visitor().get("/login")).status).toBe(200);
    const { status, html } = await new Visitor().get("/login/with/acme");
    expect(status).toBe(503);
    expect(html).toContain("Acme isn’t responding");
    expect(html).toContain('href="/login"');
  });

  test("bind the sign-in to this browser by an HttpOnly cookie", async () => {
    const { headers } = await new Visitor().get("/login/with/acme");
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^plumbline-openid=[\w-]{24}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  test("are limited per address", async () => {
    const visitor = new Visitor();
    for (let tries = 0; tries < 30; tries++) expect((await visitor.get("/login/with/acme")).status).toBe(302);
    expect((await visitor.get("/login/with/acme")).status).toBe(429);
    expect((await new Visitor().get("/login/with/acme")).status).toBe(302);
  });
});

describe("a new person", () => {
  test("gets an account without a password, verified if the provider says so, and reaches their destination", async () => {
    const visitor = new Visitor();
    const answer = await signInAs(
      { sub: "new-1", email: "New.One@Acme.test", email_verified: true, name: "New\u0000 One" },
      visitor,
      "/login/with/acme?next=%2Faccount%2Fjobs",
    );
    expect([answer.status, answer.location]).toEqual([303, "/account/jobs"]);
    expect(visitor.cookies.has("plumbline-openid")).toBe(false);
    const [person] = await identity.rows(
      "select name, email_verified from identity_users where email = 'new.one@acme.test'",
    );
    expect(person).toEqual({ name: "New One", email_verified: true });
    expect(await credentialsOf("new.one@acme.test")).toEqual([
      { provider_id: standIn.issuer, provider_account_id: "new-1" },
    ]);
    expect(await identity.mailsTo("new.one@acme.test")).toEqual([]);
    const events = await identity.rows(
      "select e.details from identity_events e join identity_users u on u.id = e.user_id where u.email = 'new.one@acme.test' and kind = 'signed-in'",
    );
    expect(events).toEqual([{ details: { by: "openid" } }]);
  });

  test("is asked for a code if the account requires one", async () => {
    const user = { sub: "coded-1", email: "coded@acme.test", email_verified: true, name: "" };
    await signInAs(user);
    const mine = "(select id from identity_users where email = 'coded@acme.test')";
    await identity.rows(
      `insert into identity_totp (user_id, sealed, created_at, confirmed_at) values (${mine}, 'x', now(), now())`,
    );
    await identity.rows(`delete from identity_sessions where user_id = ${mine}`);
    const visitor = new Visitor();
    const answer = await signInAs(user, visitor, "/login/with/acme?next=%2Faccount%2Fjobs");
    expect(answer.location).toBe("/login/second?next=%2Faccount%2Fjobs");
    expect(visitor.cookies.has("plumbline-session")).toBe(false);
    expect(await identity.sessionsOf("coded@acme.test")).toBe(0);
  });

  test("must verify an address the provider didn't verify", async () => {
    expect((await signInAs({ sub: "new-2", email: "new2@acme.test", email_verified: false })).status).toBe(
      303,
    );
    expect((await identity.mailsTo("new2@acme.test")).map((mail) => mail.path)).toEqual([
      expect.stringMatching(/^\/verify\/address\?token=/),
    ]);
  });

  test("is the same person later, even with another address", async () => {
    await signInAs({ sub: "new-3", email: "new3@acme.test", email_verified: true });
    const before = await count("identity_users");
    expect((await signInAs({ sub: "new-3", email: "moved@acme.test", email_verified: true })).status).toBe(
      303,
    );
    expect((await signInAs({ sub: "new-3" })).status).toBe(303);
    expect(await count("identity_users")).toBe(before);
    expect(await identity.sessionsOf("new3@acme.test")).toBe(3);
  });

  test("is created once from two concurrent responses", async () => {
    const before = await count("identity_users");
    standIn.user = { sub: "twice", email: "twice@acme.test", email_verified: true };
    const [one, two] = [new Visitor(), new Visitor()];
    const paths = [await backFrom(one), await backFrom(two)];
    const answers = await Promise.all([one.get(paths[0]!), two.get(paths[1]!)]);
    expect(answers.map((answer) => answer.status)).toEqual([303, 303]);
    expect(await count("identity_users")).toBe(before + 1);
    expect(await credentialsOf("twice@acme.test")).toHaveLength(1);
  });

  test("isn't created without a usable address or with an invalid subject", async () => {
    const before = await count("identity_users");
    for (const email of [
      undefined,
      "",
      "no address",
      "a@b.test\r\nBcc: c@d.test",
      `${"a".repeat(260)}@b.test`,
    ]) {
      const { status, html } = await signInAs({
        sub: "nameless",
        ...(email === undefined ? {} : { email }),
        email_verified: true,
      });
      expect([email, status]).toEqual([email, 422]);
      expect(html).toContain("We need an email address");
    }
    for (const sub of ["a\u0000b", "ü", "x".repeat(256)])
      expect((await signInAs({ sub, email: "sub@acme.test", email_verified: true })).status).toBe(400);
    expect(await count("identity_users")).toBe(before);
  });
});

describe("an address that has an account", () => {
  test("is connected if both sides verified it, and the person is notified", async () => {
    await signedIn("both@acme.test");
    await verify("both@acme.test");
    expect((await signInAs({ sub: "both", email: "BOTH@acme.test", email_verified: true })).status).toBe(303);
    expect(await credentialsOf("both@acme.test")).toHaveLength(2);
    expect((await identity.mailsTo("both@acme.test")).map((mail) => mail.subject)).toContain(
      "Acme now opens your Plumbline account",
    );
  });

  test.each([
    ["the provider does not vouch for it", "unsure@acme.test", true, false],
    ["we have not seen that it is theirs", "squatted@acme.test", false, true],
  ])("is not opened where %s", async (_, email, ours, theirs) => {
    await signedIn(email);
    if (ours) await verify(email);
    const visitor = new Visitor();
    const { status, html } = await signInAs({ sub: email, email, email_verified: theirs }, visitor);
    expect(status).toBe(409);
    expect(html).toContain("Log in with your password first");
    expect(visitor.cookies.has("plumbline-session")).toBe(false);
    expect(await credentialsOf(email)).toHaveLength(1);
  });

  test("belongs to one issuer: the same sub elsewhere is another person", async () => {
    await signInAs({ sub: "same", email: "same@acme.test", email_verified: true });
    other.user = { sub: "same", email: "stranger@globex.test", email_verified: true };
    const visitor = new Visitor();
    expect((await visitor.get(await backFrom(visitor, "/login/with/globex"))).status).toBe(303);
    expect(await credentialsOf("same@acme.test")).toHaveLength(1);
    expect(await identity.sessionsOf("stranger@globex.test")).toBe(1);
  });
});

describe("the return from a provider", () => {
  const nothing = async (
    answer: { status: number; html: string; headers: Headers },
    status: number,
    words: string,
  ) => {
    expect(answer.status).toBe(status);
    expect(answer.html).toContain(words);
    expect(answer.headers.getSetCookie().join()).not.toContain("plumbline-session=");
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
  };

  test("works once", async () => {
    const visitor = new Visitor();
    standIn.user = { sub: "replay", email: "replay@acme.test", email_verified: true };
    const path = await backFrom(visitor);
    const cookies = new Map(visitor.cookies);
    expect((await visitor.get(path)).status).toBe(303);
    const again = new Visitor();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    await nothing(await again.get(path), 400, "This login expired");
  });

  test("works once for two concurrent requests", async () => {
    const visitor = new Visitor();
    standIn.user = { sub: "race", email: "race@acme.test", email_verified: true };
    const path = await backFrom(visitor);
    const answers = await Promise.all([visitor.get(path), visitor.get(path), visitor.get(path)]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([303, 400, 400]);
    expect(await identity.sessionsOf("race@acme.test")).toBe(1);
  });

  test("opens nothing in another browser, or with a wrong or missing state", async () => {
    const visitor = new Visitor();
    const path = await backFrom(visitor);
    await nothing(await new Visitor().get(path), 400, "This login expired");
    await nothing(await visitor.get(path.replace(/state=[^&]+/, "state=forged")), 400, "This login expired");
    await nothing(await visitor.get(path.replace(/&?state=[^&]+/, "")), 400, "This login expired");
    await nothing(await visitor.get("/login/with/acme/callback"), 400, "This login expired");
    await nothing(await visitor.get(path.replace("/acme/", "/globex/")), 400, "This login expired");
    // The stranger's links didn't break it.
    expect((await visitor.get(path)).status).toBe(303);
  });

  test("expires after ten minutes", async () => {
    const clock = testClock("2026-11-20T09:00:00Z");
    useDatabase(identity.database, clock);
    const visitor = new Visitor();
    const path = await backFrom(visitor);
    clock.advance({ minutes: 10, seconds: 1 });
    await nothing(await visitor.get(path), 400, "This login expired");
    expect(await count("identity_challenges where kind = 'openid'")).toBeGreaterThan(0);
  });

  test("opens nothing when denied, and shows none of the provider's text", async () => {
    const visitor = new Visitor();
    const answer = await visitor.get(await backFrom(visitor, undefined, "deny"));
    await nothing(answer, 200, "you canceled");
    expect(answer.html).not.toContain("The person");
  });

  test("refuses an invalid response, and logs nothing personal", async () => {
    const lines: string[] = [];
    const write = (fields: object, message: string) =>
      void lines.push(JSON.stringify({ ...fields, message }));
    const log = { debug: write, info: write, warn: write, error: write, child: () => log };
    setProviders([acme], log);
    const before = await count("identity_users");
    standIn.mischief = { claims: { aud: "another" } };
    const answer = await signInAs({ sub: "bad-sub", email: "bad@acme.test", email_verified: true });
    await nothing(answer, 400, "We couldn’t accept the response from Acme");
    expect(await count("identity_users")).toBe(before);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain("sign-in by a provider failed");
    expect(lines[0]).toContain("OAUTH_JWT_CLAIM_COMPARISON_FAILED");
    expect(lines[0]).not.toMatch(/bad-sub|bad@acme|secret-/);
  });
});

describe("/account/settings/providers", () => {
  const screen = "/account/settings/providers";
  const connectLink = (html: string, name = "acme") =>
    new RegExp(`href="(/login/with/${name}\\?connect=[^"]+)"`).exec(html)?.[1] ?? "";

  test("requires signing in", async () => {
    expect((await new Visitor().get(screen)).location).toMatch(/^\/login/);
    expect((await new Visitor().get("/login/with/acme?connect=1.a")).location).toBe(
      "/login?next=%2Faccount%2Fsettings%2Fproviders",
    );
  });

  test("connects and disconnects, and notifies the person each time", async () => {
    const visitor = await signedIn("dana@provider.test");
    standIn.user = { sub: "dana", email: "dana.at.work@acme.test", email_verified: false };
    const answer = await visitor.get(await backFrom(visitor, connectLink((await visitor.get(screen)).html)));
    expect([answer.status, answer.location]).toEqual([303, `${screen}?connected=acme`]);
    const shown = (await visitor.get(answer.location!)).html;
    expect(shown).toContain("Acme is connected. You can log in with it now.");
    expect((await signInAs({ sub: "dana" })).status).toBe(303);
    expect(await identity.sessionsOf("dana@provider.test")).toBe(2);
    const connection = /name="connection" value="([^"]+)"/.exec(shown)![1]!;
    expect((await visitor.post(screen, { connection })).location).toBe(`${screen}?disconnected`);
    expect((await visitor.post(screen, { connection })).status).toBe(404);
    expect((await identity.mailsTo("dana@provider.test")).map((mail) => mail.subject)).toEqual(
      expect.arrayContaining([
        "Acme now opens your Plumbline account",
        "Acme no longer opens your Plumbline account",
      ]),
    );
    const kinds = await identity.rows<{ kind: string }>(
      "select kind from identity_events e join identity_users u on u.id = e.user_id where u.email = 'dana@provider.test' and kind like 'provider-%' order by at",
    );
    expect(kinds.map(({ kind }) => kind)).toEqual(["provider-linked", "provider-unlinked"]);
  });

  test("doesn't connect an identity that opens another account", async () => {
    await signInAs({ sub: "owned", email: "owned@acme.test", email_verified: true });
    const visitor = await signedIn("taker@provider.test");
    const { status, html } = await visitor.get(
      await backFrom(visitor, connectLink((await visitor.get(screen)).html)),
    );
    expect(status).toBe(409);
    expect(html).toContain("Already connected to a different account");
    expect(await credentialsOf("taker@provider.test")).toHaveLength(1);
  });

  test("connects nothing through a link made by or for another person", async () => {
    const visitor = await signedIn("victim@provider.test");
    const stranger = await signedIn("stranger@provider.test");
    const theirs = connectLink((await stranger.get(screen)).html);
    for (const path of [
      theirs,
      "/login/with/acme?connect=",
      "/login/with/acme?connect=99999999999999.AAAAAAAAAAAAAAAAAAAAAA",
      theirs.replace("acme", "globex"),
    ])
      expect((await visitor.get(path)).status).toBe(400);
    // Signed in on the same browser in the meantime: the stranger's attempt isn't theirs to complete.
    const back = await backFrom(stranger, theirs);
    visitor.cookies.set("plumbline-openid", stranger.cookies.get("plumbline-openid")!);
    expect((await visitor.get(back)).status).toBe(400);
    expect(await credentialsOf("victim@provider.test")).toHaveLength(1);
  });

  test("requires a recent proof", async () => {
    const visitor = await signedIn("old@provider.test");
    const link = connectLink((await visitor.get(screen)).html);
    await identity.rows(
      "update identity_sessions set confirmed_at = confirmed_at - interval '16 minutes' where user_id = (select id from identity_users where email = 'old@provider.test')",
    );
    expect((await visitor.get(link)).location).toBe(
      "/account/confirm?next=%2Faccount%2Fsettings%2Fproviders",
    );
    expect((await visitor.post(screen, { connection: "x" })).location).toMatch(/^\/account\/confirm/);
  });

  test("never removes the last way to sign in", async () => {
    const visitor = new Visitor();
    await signInAs({ sub: "only", email: "only@acme.test", email_verified: true }, visitor);
    const connection = /name="connection" value="([^"]+)"/.exec((await visitor.get(screen)).html)![1]!;
    const refused = await visitor.post(screen, { connection });
    expect(refused.status).toBe(409);
    expect(refused.html).toContain("This is your only way to log in.");
    expect(await credentialsOf("only@acme.test")).toHaveLength(1);
    // A second provider counts as a way to sign in only while the site uses it.
    other.user = { sub: "only", email: "x@globex.test" };
    await visitor.get(await backFrom(visitor, connectLink((await visitor.get(screen)).html, "globex")));
    setProviders([acme]);
    expect((await visitor.post(screen, { connection })).status).toBe(409);
    expect((await visitor.get(screen)).html).toContain("This site no longer works with it.");
    setProviders([acme, globex]);
    expect((await visitor.post(screen, { connection })).status).toBe(303);
  });

  test("doesn't disconnect another person's connections", async () => {
    const [one, two] = [new Visitor(), await signedIn("two@provider.test", PASSWORD)];
    await signInAs({ sub: "one", email: "one@acme.test", email_verified: true }, one);
    const connection = /name="connection" value="([^"]+)"/.exec((await one.get(screen)).html)![1]!;
    expect((await two.post(screen, { connection })).status).toBe(404);
    const [password] = await identity.rows<{ id: string }>(
      "select c.id from identity_credentials c join identity_users u on u.id = c.user_id where u.email = 'two@provider.test'",
    );
    for (const id of [password!.id, "", "x' or 1=1", "a".repeat(5000)])
      expect((await two.post(screen, { connection: id })).status).toBe(404);
    expect(await credentialsOf("one@acme.test")).toHaveLength(1);
    expect(await credentialsOf("two@provider.test")).toHaveLength(1);
  });
});
