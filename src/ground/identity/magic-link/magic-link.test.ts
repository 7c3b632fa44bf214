import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testClock } from "#platform/db/testing/installation.ts";
import { findPerson } from "../public.server.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

const clock = testClock("2026-11-20T16:00:00Z");
let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => void (identity = await openIdentity({ clock })));
afterAll(() => identity.drop());

const register = async (email: string, { verified = true } = {}) => {
  await new Visitor().post("/register", { email, password: PASSWORD, confirmPassword: PASSWORD });
  if (verified)
    await identity.rows("update identity_users set email_verified = true where email = $1", [email]);
};
/** Requests a link and returns its path. */
const askFor = async (email: string, query = "") => {
  expect((await new Visitor().post(`/login/link${query}`, { email })).status).toBe(200);
  return (await identity.mailsTo(email)).at(-1)!.path;
};
const GONE = "This link no longer works";

describe("/login/link", () => {
  test("answers the same after at least 250 ms with or without an account, and mails only existing ones", async () => {
    await register("known@example.com");
    const began = performance.now();
    const known = await new Visitor().post("/login/link", { email: " Known@Example.com " });
    const unknown = await new Visitor().post("/login/link", { email: "unknown@example.com" });
    expect(performance.now() - began).toBeGreaterThanOrEqual(490);
    expect(known).toMatchObject({ status: 200, html: unknown.html });
    expect(known.html).toContain("If that address has an account, we’ve sent it a link.");
    const [, mail] = await identity.mailsTo("known@example.com");
    expect(mail).toMatchObject({ subject: "Log in to Plumbline", kind: "transactional", state: "queued" });
    expect(mail!.path).toMatch(/^\/login\/link\/open\?token=[\w-]{24}$/);
    expect(mail!.text).toContain("10 minutes");
    expect(await identity.mailsTo("unknown@example.com")).toEqual([]);
    const stored = await identity.rows("select to_jsonb(c)::text from identity_challenges c");
    expect(JSON.stringify(stored)).not.toContain(mail!.path.split("=")[1]);
  });

  test.each([
    [""],
    ["x"],
    ["a@example.com\r\nBcc: b@example.com"],
    ["\u0000"],
    [`${"x".repeat(10_000)}@example.com`],
  ])("answers a hostile address with a clear message: %#", async (email) => {
    const { status, html } = await new Visitor().post("/login/link", { email });
    expect(status).toBe(422);
    expect(html).toMatch(/Enter (your|an) email address|too long to be right/);
  });

  test("mails an address at most three times an hour, and answers the same for unknown ones", async () => {
    await register("flooded@example.com");
    for (const email of ["flooded@example.com", "nobody-flooded@example.com"]) {
      for (let index = 0; index < 3; index++)
        expect((await new Visitor().post("/login/link", { email })).status).toBe(200);
      const { status, html, headers } = await new Visitor().post("/login/link", { email });
      expect(status).toBe(429);
      expect(html).toContain(`value="${email}"`);
      expect(Number(headers.get("Retry-After"))).toBeGreaterThan(3500);
    }
    expect(await identity.mailsTo("flooded@example.com")).toHaveLength(4);
  });

  test("redirects people who are signed in", async () => {
    const visitor = await signedIn("inside@example.com");
    expect((await visitor.get("/login/link?next=/account/jobs")).location).toBe("/account/jobs");
  });
});

describe("/login/link/open", () => {
  test("shows one button, isn't used up by viewing, and signs in once", async () => {
    const email = "opens@example.com";
    await register(email);
    const path = await askFor(email);
    for (let look = 0; look < 3; look++) {
      const page = await new Visitor().get(path);
      expect(page.status).toBe(200);
      expect(page.html).toContain(email);
      expect(page.html.match(/<button/g)).toHaveLength(1);
      expect(page.headers.getSetCookie()).toEqual([]);
      expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
      expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    }
    const visitor = new Visitor();
    const answer = await visitor.post(path, {});
    expect([answer.status, answer.location]).toEqual([303, "/account/dashboard"]);
    expect(await findPerson(visitor.request("/"))).toMatchObject({ email });
    for (const again of [await new Visitor().get(path), await new Visitor().post(path, {})]) {
      expect(again.status).toBe(410);
      expect(again.html).toContain(GONE);
      expect(again.headers.getSetCookie()).toEqual([]);
    }
    expect(await identity.sessionsOf(email)).toBe(1);
    // The password of an already verified address still works.
    expect((await new Visitor().post("/login", { email, password: PASSWORD })).status).toBe(303);
  });

  test("redirects to the person's destination on this site only", async () => {
    const email = "goes@example.com";
    await register(email);
    const path = await askFor(email, "?next=%2Faccount%2Fjobs%3Ftab%3D1");
    expect((await new Visitor().post(path, {})).location).toBe("/account/jobs?tab=1");
    const elsewhere = await askFor(email, "?next=%2F%2Fevil.example");
    expect((await new Visitor().post(elsewhere, {})).location).toBe("/account/dashboard");
  });

  test("signs in once for concurrent presses, and cancels the other links", async () => {
    const email = "pressed@example.com";
    await register(email);
    const earlier = await askFor(email);
    const path = await askFor(email);
    const answers = await Promise.all(Array.from({ length: 6 }, () => new Visitor().post(path, {})));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      303, 410, 410, 410, 410, 410,
    ]);
    expect(await identity.sessionsOf(email)).toBe(1);
    expect((await new Visitor().post(earlier, {})).status).toBe(410);
  });

  test("works for ten minutes", async () => {
    const email = "late@example.com";
    await register(email);
    const path = await askFor(email);
    clock.advance({ minutes: 9, seconds: 59 });
    expect((await new Visitor().get(path)).status).toBe(200);
    clock.advance({ seconds: 1 });
    expect((await new Visitor().get(path)).status).toBe(410);
    expect((await new Visitor().post(path, {})).status).toBe(410);
  });

  test.each(["x", "a".repeat(24), "a".repeat(5000), "%00", "'%20or%201=1%20--", "%0d%0aSet-Cookie:%20a=b"])(
    "refuses an invented token: %#",
    async (token) => {
      for (const answer of [
        await new Visitor().get(`/login/link/open?token=${token}`),
        await new Visitor().post(`/login/link/open?token=${token}`, {}),
      ]) {
        expect(answer.status).toBe(410);
        expect(answer.html).toContain(GONE);
      }
    },
  );

  test("refuses a token of another kind", async () => {
    const visitor = await signedIn("kinds@example.com");
    expect(
      (await visitor.post("/account/settings/you/email", { email: "kinds-new@example.com" })).status,
    ).toBe(303);
    const token = (await identity.mailsTo("kinds-new@example.com"))[0]!.path.split("token=")[1]!;
    expect((await new Visitor().post(`/login/link/open?token=${token}`, {})).status).toBe(410);
    const link = await askFor("kinds@example.com");
    expect((await visitor.get(link.replace("/login/link/open", "/verify/email"))).status).toBe(410);
    expect((await new Visitor().get(link)).status).toBe(200);
  });

  test("is canceled by a reset, a new password or a new address", async () => {
    const email = "dies@example.com";
    const visitor = await signedIn(email);
    await identity.rows("update identity_users set email_verified = true where email = $1", [email]);
    const first = await askFor(email);
    await new Visitor().post("/forgot", { email });
    const reset = (await identity.mailsTo(email)).at(-1)!.path;
    const next = "gravel bucket tide 41";
    expect((await new Visitor().post(reset, { password: next, confirmPassword: next })).status).toBe(200);
    expect((await new Visitor().post(first, {})).status).toBe(410);

    await visitor.post("/login", { email, password: next });
    const second = await askFor(email);
    const fields = {
      intent: "password",
      currentPassword: next,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    };
    expect((await visitor.post("/account/settings/you", fields)).status).toBe(303);
    expect((await new Visitor().post(second, {})).status).toBe(410);

    const third = await askFor(email);
    await visitor.post("/account/settings/you/email", { email: "dies-new@example.com" });
    const change = (await identity.mailsTo("dies-new@example.com"))[0]!.path;
    expect((await visitor.get(change)).status).toBe(303);
    expect((await new Visitor().post(third, {})).status).toBe(410);
  });

  test("verifies the address, and disables everything set up before", async () => {
    const email = "hijacked@example.com";
    // A thief registers with another person's address, signs in, adds a passkey, and waits.
    const thief = await signedIn(email);
    await identity.rows(
      `insert into identity_passkeys (id, user_id, name, public_key, counter, transports, backed_up, created_at)
         select 'thief', id, 'x', 'x', 0, '[]', false, $2 from identity_users where email = $1`,
      [email, clock.now().toString()],
    );
    const path = await askFor(email);
    const owner = new Visitor();
    expect((await owner.get(path)).html).toContain("turn off the old password");
    expect((await owner.post(path, {})).location).toBe("/account/settings/you?notice=choose-password");
    expect(await findPerson(owner.request("/"))).toMatchObject({ email, emailVerified: true });
    expect(await findPerson(thief.request("/"))).toBeNull();
    expect((await new Visitor().post("/login", { email, password: PASSWORD })).status).toBe(422);
    expect(await identity.rows("select id from identity_passkeys where id = 'thief'")).toEqual([]);
    // The owner chooses their own password, without being asked for the thief's.
    const own = "gravel bucket tide 42";
    const page = await owner.get("/account/settings/you?notice=choose-password");
    expect(page.html).toContain("Now choose a password below.");
    expect(page.html).not.toContain('name="currentPassword"');
    expect(
      (await owner.post("/account/settings/you", { intent: "password", password: own, confirmPassword: own }))
        .status,
    ).toBe(303);
    expect((await new Visitor().post("/login", { email, password: own })).status).toBe(303);
  });

  test("shows that the database is unavailable, and keeps the link valid", async () => {
    const email = "away@example.com";
    await register(email, { verified: true });
    const path = await askFor(email);
    const { openDatabase } = await import("#platform/db/database.server.ts");
    const { database, useDatabase } = await import("#platform/db/scope.server.ts");
    const real = database();
    const away = openDatabase(real.owner, { host: "/nowhere", user: "nobody", database: "none" });
    useDatabase(away, clock);
    try {
      expect((await new Visitor().post("/login/link", { email })).status).toBe(503);
      expect((await new Visitor().post(path, {})).status).toBe(503);
    } finally {
      useDatabase(real, clock);
      await away.close();
    }
    expect((await new Visitor().post(path, {})).status).toBe(303);
  });
});

test("asks for a code if the account requires one", async () => {
  const email = "two-steps@example.com";
  await register(email);
  await identity.rows(
    "insert into identity_totp (user_id, sealed, created_at, confirmed_at) select id, 'x', $2, $2 from identity_users where email = $1",
    [email, clock.now().toString()],
  );
  const visitor = new Visitor();
  const answer = await visitor.post(await askFor(email), {});
  expect([answer.status, answer.location]).toEqual([303, "/login/second"]);
  expect(await findPerson(visitor.request("/"))).toBeNull();
  expect(await identity.sessionsOf(email)).toBe(0);
});
