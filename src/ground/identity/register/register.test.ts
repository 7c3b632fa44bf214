import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => void (identity = await openIdentity()));
afterAll(() => identity.drop());

const people = async (email: string) =>
  identity.rows<{ id: string; name: string; email_verified: boolean }>(
    "select * from identity_users where email = $1",
    [email],
  );
const form = (email: string, password = PASSWORD, confirmPassword = password) => ({
  email,
  password,
  confirmPassword,
});

describe("/register", () => {
  test("shows the form of the contract", async () => {
    const { status, html } = await new Visitor().get("/register");
    expect(status).toBe(200);
    for (const part of [
      'name="email"',
      'name="password"',
      'name="confirmPassword"',
      'data-busy="Registering..."',
      'href="/login"',
      "<h1>Register</h1>",
    ])
      expect(html).toContain(part);
    expect(html).not.toContain("data-redirect");
  });

  test("creates an account, queues its email, and leads to the login page", async () => {
    const visitor = new Visitor();
    const { status, html, headers } = await visitor.post("/register", form("First.Person@Example.com"));
    expect(status).toBe(200);
    expect(html).toContain("Registration successful! You can now log in.");
    expect(html).toContain('data-redirect="/login" data-redirect-after="1000"');
    expect(html).toContain('href="/login"');
    expect(headers.getSetCookie()).toEqual([]);
    const [person] = await people("first.person@example.com");
    expect(person).toMatchObject({ name: "", email_verified: false });
    expect(person!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(await identity.sessionsOf("first.person@example.com")).toBe(0);
    const mails = await identity.mailsTo("first.person@example.com");
    expect(mails).toMatchObject([
      { subject: "Verify your address for Plumbline", kind: "transactional", state: "queued" },
    ]);
    expect(mails[0]!.path).toMatch(/^\/verify\/address\?token=/);
  });

  test("preserves the person's destination", async () => {
    const visitor = new Visitor();
    const next = `?next=${encodeURIComponent("/account/jobs?a=1")}`;
    expect((await visitor.get(`/register${next}`)).html).toContain(
      'href="/login?next=%2Faccount%2Fjobs%3Fa%3D1"',
    );
    expect((await visitor.post(`/register${next}`, form("going@example.com"))).html).toContain(
      'data-redirect="/login?next=%2Faccount%2Fjobs%3Fa%3D1"',
    );
    expect((await visitor.post(`/register?next=//evil.example`, form("going2@example.com"))).html).toContain(
      'data-redirect="/login"',
    );
  });

  test("refuses mismatched passwords first, without an account or redirect", async () => {
    const { status, html } = await new Visitor().post(
      "/register",
      form("mismatch@example.com", PASSWORD, `${PASSWORD}!`),
    );
    expect(status).toBe(422);
    expect(html).toContain("Passwords do not match.");
    expect(html).not.toContain("data-redirect");
    expect(html).toContain('value="mismatch@example.com"');
    expect(html).not.toContain(PASSWORD);
    expect(await people("mismatch@example.com")).toEqual([]);
    // The mismatch is reported before the provider's refusal.
    expect(
      (await new Visitor().post("/register", form("mismatch@example.com", "short", "other"))).html,
    ).toContain("Passwords do not match.");
  });

  test.each([
    ["short", "Password too short"],
    ["x".repeat(129), "Password too long"],
    ["password123", "password is too common"],
    ["Provider@example.com", "That’s your email address"],
  ] as const)("shows why a password is refused: %#", async (password, text) => {
    const { status, html } = await new Visitor().post("/register", form("provider@example.com", password));
    expect(status).toBe(422);
    expect(html).toContain(text);
    expect(html).not.toContain("data-redirect");
    expect(await people("provider@example.com")).toEqual([]);
  });

  test("accepts passwords of 8 and of 128 characters", async () => {
    expect((await new Visitor().post("/register", form("eight@example.com", "zk4%vB9p"))).html).toContain(
      "Registration successful!",
    );
    expect(
      (await new Visitor().post("/register", form("many@example.com", "ü 7".repeat(42) + "zz"))).html,
    ).toContain("Registration successful!");
  });

  test("refuses a taken address in any case, with the provider's message", async () => {
    await new Visitor().post("/register", form("taken@example.com"));
    const { status, html } = await new Visitor().post(
      "/register",
      form("TAKEN@example.com", "another good one 9"),
    );
    expect(status).toBe(422);
    expect(html).toContain("User already exists. Use another email.");
    expect(html).not.toContain("data-redirect");
    expect(await identity.mailsTo("taken@example.com")).toHaveLength(1);
  });

  test("creates at most eight accounts an hour for spellings of one mailbox", async () => {
    const register = (email: string) =>
      new Visitor().post("/register", { email, password: PASSWORD, confirmPassword: PASSWORD });
    for (let at = 0; at < 8; at++) expect((await register(`victim+${at}@example.com`)).status).toBe(200);
    const refused = await register("victim+8@example.com");
    expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
    expect(refused.html).toContain('value="victim+8@example.com"');
    expect(await identity.mailsTo("victim+8@example.com")).toEqual([]);
    expect((await register("victim@example.com")).status).toBe(200);
  });

  test("creates one account from twenty concurrent registrations", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        new Visitor({ address: "127.0.0.1", direct: true }).post("/register", form("race@example.com")),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const answer of answers.filter((refused) => refused.status !== 200)) {
      expect(answer.status).toBe(422);
      expect(answer.html).toContain("User already exists. Use another email.");
    }
    expect(await people("race@example.com")).toHaveLength(1);
    expect(await identity.mailsTo("race@example.com")).toHaveLength(1);
    const credentials = await identity.rows(
      "select 1 from identity_credentials c join identity_users u on u.id = c.user_id where u.email = 'race@example.com'",
    );
    expect(credentials).toHaveLength(1);
    // Twenty slow hashes on a busy machine.
  }, 60_000);

  test("creates no account when its email can't be queued", async () => {
    const client = new pg.Client(identity.owner);
    await client.connect();
    await client.query(
      "alter table mail_messages add constraint nobody check (recipient <> 'nomail@example.com')",
    );
    try {
      const { status, html } = await new Visitor().post("/register", form("nomail@example.com"));
      expect(status).toBe(500);
      expect(html).toContain("Something went wrong on our side.");
      expect(html).toContain('value="nomail@example.com"');
      expect(await people("nomail@example.com")).toEqual([]);
    } finally {
      await client.query("alter table mail_messages drop constraint nobody");
      await client.end();
    }
    expect((await new Visitor().post("/register", form("nomail@example.com"))).html).toContain(
      "Registration successful!",
    );
  });

  const hostile = [
    ["", "Enter your email address."],
    ["x", "Enter an email address like you@example.com."],
    [`${"x".repeat(10_000)}@example.com`, "That email address is too long to be right."],
    [`${"x".repeat(100)}@example.com`, "Enter an email address like you@example.com."],
    ["a\u0000b@example.com", "Enter an email address like you@example.com."],
    ["a@example.com\r\nBcc: b@example.com", "Enter an email address like you@example.com."],
    ["<script>alert(1)</script>@example.com", "Enter an email address like you@example.com."],
    ['"><img src=x onerror=alert(1)>', "Enter an email address like you@example.com."],
    ["büro@exämple.com", "Enter an email address like you@example.com."],
    ["\ud83d\ude00@example.com", "Enter an email address like you@example.com."],
    ["a@b@example.com", "Enter an email address like you@example.com."],
    ["a,b@example.com", "Enter an email address like you@example.com."],
  ] as const;
  test.each(hostile)("answers a hostile address with a clear message: %#", async (email, text) => {
    const { status, html } = await new Visitor().post("/register", form(email));
    expect(status).toBe(422);
    expect(html).toContain(text);
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("<img");
    expect(html).not.toContain("\u0000");
  });

  test.each([
    ["nul\u0000nul\u0000nul"],
    ["crlf\r\ncrlf\r\n"],
    ["😀😀 😀😀 x"],
    ["<b>markup</b>"],
    ["  a  space  "],
    ["'; drop table identity_users; --"],
  ])("takes the odd password %j and lets its owner in with it", async (password) => {
    const email = `odd${Buffer.from(password).toString("hex").slice(0, 12)}@example.com`;
    expect((await new Visitor().post("/register", form(email, password))).html).toContain(
      "Registration successful!",
    );
    expect((await new Visitor().post("/login", { email, password })).status).toBe(303);
  });

  test("answers bodies that aren't forms", async () => {
    const visitor = new Visitor();
    for (const [body, type] of [
      ["{}", "application/json"],
      ["garbage", "multipart/form-data; boundary=x"],
      ["\u0000", "text/plain"],
      ["email=%ff%fe&password=%00", "application/x-www-form-urlencoded"],
    ] as const) {
      const { status, html } = await visitor.postRaw("/register", body, type);
      expect(status).toBe(422);
      expect(html).toMatch(/Enter (your|an) email address/);
    }
    expect(
      (await new Visitor().postRaw("/register", "", "application/x-www-form-urlencoded")).html,
    ).toContain("Choose a password.");
  });

  test("limits registrations per client address, and shows the typed address again", async () => {
    const visitor = new Visitor();
    const weak = (index: number) => form(`limit${index}@example.com`, "password1");
    for (let index = 0; index < 30; index++)
      expect((await visitor.post("/register", weak(index))).status).toBe(422);
    const { status, html, headers } = await visitor.post("/register", weak(99));
    expect(status).toBe(429);
    expect(html).toContain("Too many attempts to register. Please try again in 60 minutes.");
    expect(html).toContain('value="limit99@example.com"');
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(3500);
    const local = new Visitor({ address: "127.0.0.1", direct: true });
    for (let index = 0; index < 40; index++)
      expect((await local.post("/register", weak(1000 + index))).status).toBe(422);
  });

  test("sends people who are signed in to their dashboard", async () => {
    const visitor = await signedIn("member@example.com");
    expect(await visitor.get("/register")).toMatchObject({ status: 302, location: "/account/dashboard" });
  });

  test("logs no address", () => {
    expect(identity.logged.join("\n")).not.toMatch(/@example|example\.com|password.*bucket|taken@|race@/);
  });
});
