// Long because every way around the second step is tried here.
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

const SECURITY = "/account/settings/security";
const SETUP = `${SECURITY}/app`;
// The middle of a time step, so that a code is valid equally long on both sides. Tests that need other codes
// move it.
let clock = Temporal.Instant.from("2026-11-20T09:00:15Z");
const later = (seconds: number) => (clock = clock.add({ seconds }));

let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => {
  identity = await openIdentity({ clock: { now: () => clock } });
});
afterAll(() => identity.drop());

const codeOf = (secret: string, stepsOff = 0) =>
  TOTP.generate({
    secret: Secret.fromBase32(secret),
    timestamp: clock.epochMilliseconds + stepsOff * 30_000,
  });
const secretIn = (html: string) => /id="totp-secret">([A-Z2-7 ]+)</.exec(html)![1]!.replaceAll(" ", "");
const codesIn = (html: string) =>
  [...html.matchAll(/<code>([0-9a-z-]{14})<\/code>/g)].map((match) => match[1]!);

interface Protected {
  readonly email: string;
  readonly visitor: Visitor;
  readonly secret: string;
  readonly codes: readonly string[];
}

/** A person with two-step login, set up through the screens. Their next code is from a later step. */
async function protectedPerson(name: string): Promise<Protected> {
  const email = `${name}@example.com`;
  const visitor = await signedIn(email);
  await visitor.post(SECURITY, { intent: "totp-begin" });
  const secret = secretIn((await visitor.get(SETUP)).html);
  const { html } = await visitor.post(SETUP, { code: codeOf(secret) });
  later(60);
  return { email, visitor, secret, codes: codesIn(html) };
}

/** A browser that gave the correct password and must give a code. */
async function halfIn(email: string, next = ""): Promise<Visitor> {
  const visitor = new Visitor();
  const answer = await visitor.post(`/login${next}`, { email, password: PASSWORD });
  expect(answer.location).toMatch(/^\/login\/second/);
  return visitor;
}

const eventsOf = async (email: string) =>
  (
    await identity.rows<{ kind: string }>(
      "select e.kind from identity_events e join identity_users u on u.id = e.user_id where u.email = $1 order by e.at, e.id",
      [email],
    )
  ).map(({ kind }) => kind);

const mailAbout = async (email: string, subject: string) =>
  (await identity.mailsTo(email)).find((mail) => mail.subject === subject)?.text;

describe("setting up an authenticator app", () => {
  test("shows the secret as QR code and text, checks the first code, and shows ten recovery codes once", async () => {
    const visitor = await signedIn("setup@example.com");
    expect((await visitor.get(SECURITY)).html).toContain("Set up an authenticator app");
    expect(await visitor.post(SECURITY, { intent: "totp-begin" })).toMatchObject({
      status: 303,
      location: SETUP,
    });
    const { html } = await visitor.get(SETUP);
    const secret = secretIn(html);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(html).toMatch(/<path d="M4 4h7v1h-7z/);
    expect(html).toContain(`secret=${secret}`);
    const done = await visitor.post(SETUP, { code: ` ${codeOf(secret).replace(/^.../, "$& ")} ` });
    expect(done.status).toBe(200);
    const codes = codesIn(done.html);
    expect(new Set(codes).size).toBe(10);
    for (const path of [SECURITY, SETUP])
      for (const code of codes) expect((await visitor.get(path)).html).not.toContain(code);
    expect((await visitor.get(SECURITY)).html).toContain("10 of 10 left");
    const [mail] = (await identity.mailsTo("setup@example.com")).slice(-1);
    expect(mail).toMatchObject({ subject: "Authenticator app added", kind: "transactional" });
    expect(mail!.text).not.toContain(secret);
    expect(await eventsOf("setup@example.com")).toContain("totp-added");
  });

  test("stores the secret and codes unreadable without SECRET", async () => {
    const { email, secret, codes } = await protectedPerson("sealed");
    const stored = await identity.rows<{ row: string }>(
      `select t::text as row from identity_totp t join identity_users u on u.id = t.user_id where u.email = $1
       union all select c::text from identity_recovery_codes c join identity_users u on u.id = c.user_id where u.email = $1
       union all select e::text from identity_events e`,
      [email],
    );
    const text = stored.map(({ row }) => row).join("\n");
    for (const hidden of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      expect(text).not.toContain(hidden);
  });

  test("requires no code until one was correct, and refuses a wrong one", async () => {
    const visitor = await signedIn("unfinished@example.com");
    await visitor.post(SECURITY, { intent: "totp-begin" });
    const secret = secretIn((await visitor.get(SETUP)).html);
    const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, "0");
    for (const code of [wrong, "", "abc", "0".repeat(5000), "12\u0000\r\n34"]) {
      const { status, html } = await visitor.post(SETUP, { code });
      expect(status).toBe(422);
      expect(html).toContain("field-error");
    }
    // A second look, also in another window, shows the same secret.
    await visitor.post(SECURITY, { intent: "totp-begin" });
    expect(secretIn((await visitor.get(SETUP)).html)).toBe(secret);
    expect(
      (await new Visitor().post("/login", { email: "unfinished@example.com", password: PASSWORD })).location,
    ).toBe("/account/dashboard");
    expect(await eventsOf("unfinished@example.com")).not.toContain("totp-added");
  });

  test("completes once when the code is sent twice at the same time", async () => {
    const visitor = await signedIn("twice@example.com");
    await visitor.post(SECURITY, { intent: "totp-begin" });
    const secret = secretIn((await visitor.get(SETUP)).html);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post(SETUP, { code: codeOf(secret) })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 303, 303,
    ]);
    expect((await eventsOf("twice@example.com")).filter((kind) => kind === "totp-added")).toHaveLength(1);
    expect((await visitor.get(`${SECURITY}?on`)).html).toContain("Two-step login is on.");
  });
});

describe("the second step of a sign-in", () => {
  test("opens nothing before the code, and everything after it", async () => {
    const { email, secret } = await protectedPerson("steps");
    const sessions = await identity.sessionsOf(email);
    const visitor = await halfIn(email, "?next=%2Faccount%2Fjobs");
    expect(await identity.sessionsOf(email)).toBe(sessions);
    expect([...visitor.cookies.keys()]).toEqual(["plumbline-second"]);
    expect((await visitor.get("/login/second")).html).toContain('autoComplete="one-time-code"');
    expect((await visitor.get(SECURITY)).location).toMatch(/^\/login/);
    const answer = await visitor.post("/login/second", { code: codeOf(secret) });
    expect(answer).toMatchObject({ status: 303, location: "/account/jobs" });
    expect(visitor.cookies.has("plumbline-second")).toBe(false);
    expect((await visitor.get(SECURITY)).status).toBe(200);
    expect((await eventsOf(email)).filter((kind) => kind === "signed-in")).toHaveLength(2);
  });

  test("hides its token from scripts and URLs", async () => {
    const { email } = await protectedPerson("cookie");
    const visitor = new Visitor();
    const { headers, location } = await visitor.post("/login", { email, password: PASSWORD });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^plumbline-second=[\w-]{24}; Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(location).toBe("/login/second");
  });

  test.each([
    ["one step slow", -1, 303],
    ["one step fast", 1, 303],
    ["two steps slow", -2, 422],
    ["two steps fast", 2, 422],
  ])("takes a code from a phone that is %s: %i steps off is %i", async (name, steps, status) => {
    const { email, secret } = await protectedPerson(name.replaceAll(" ", "-"));
    later(60);
    const visitor = await halfIn(email);
    expect((await visitor.post("/login/second", { code: codeOf(secret, steps) })).status).toBe(status);
  });

  test("accepts each code once, across browsers and concurrent requests", async () => {
    const { email, secret } = await protectedPerson("replay");
    const code = codeOf(secret);
    const [one, two, three] = [await halfIn(email), await halfIn(email), await halfIn(email)];
    const answers = await Promise.all([
      one.post("/login/second", { code }),
      two.post("/login/second", { code }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 422]);
    expect((await three.post("/login/second", { code })).status).toBe(422);
    // Nor a code of an earlier step after a later one.
    expect((await three.post("/login/second", { code: codeOf(secret, -1) })).status).toBe(422);
    later(30);
    expect((await three.post("/login/second", { code: codeOf(secret) })).status).toBe(303);
  });

  test("refuses the code that confirmed the setup", async () => {
    const visitor = await signedIn("setup-code@example.com");
    await visitor.post(SECURITY, { intent: "totp-begin" });
    const code = codeOf(secretIn((await visitor.get(SETUP)).html));
    expect((await visitor.post(SETUP, { code })).status).toBe(200);
    expect((await (await halfIn("setup-code@example.com")).post("/login/second", { code })).status).toBe(422);
  });

  test("accepts a recovery code once, in any notation, and notifies the person", async () => {
    const { email, codes } = await protectedPerson("recovery");
    const visitor = await halfIn(email);
    const typed = ` ${codes[3]!.toUpperCase().replaceAll("-", " ").replaceAll("0", "O").replaceAll("1", "l")} `;
    expect((await visitor.post("/login/second", { recovery: typed })).status).toBe(303);
    expect(await mailAbout(email, "Recovery code used")).toContain("9 codes left");
    expect((await visitor.get(SECURITY)).html).toContain("9 of 10 left");
    const again = await halfIn(email);
    const { status, html } = await again.post("/login/second", { recovery: codes[3]! });
    expect(status).toBe(422);
    expect(html).toContain("Each code works once.");
    const [one, two] = [await halfIn(email), await halfIn(email)];
    const both = await Promise.all(
      [one, two].map((each) => each.post("/login/second", { recovery: codes[4]! })),
    );
    expect(both.map((answer) => answer.status).toSorted((one, other) => one - other)).toEqual([303, 422]);
  });

  test("refuses another person's codes", async () => {
    const mine = await protectedPerson("mine");
    const theirs = await protectedPerson("theirs");
    const visitor = await halfIn(mine.email);
    expect((await visitor.post("/login/second", { code: codeOf(theirs.secret) })).status).toBe(422);
    expect((await visitor.post("/login/second", { recovery: theirs.codes[0]! })).status).toBe(422);
    expect((await visitor.post("/login/second", { code: codeOf(mine.secret) })).status).toBe(303);
  });

  test("returns to the first step when it is missing, used, forged or expired", async () => {
    const { email, secret } = await protectedPerson("challenges");
    const nobody = new Visitor();
    expect(await nobody.get("/login/second?next=%2Faccount%2Fjobs")).toMatchObject({
      location: "/login?next=%2Faccount%2Fjobs&again",
    });
    expect((await nobody.get("/login?again")).html).toContain("Please log in again.");
    for (const forged of ["x", "a".repeat(24), "%00", "a".repeat(5000)]) {
      nobody.cookies.set("plumbline-second", forged);
      expect((await nobody.post("/login/second", { code: codeOf(secret) })).location).toBe("/login?again");
    }
    const used = await halfIn(email);
    const token = used.cookies.get("plumbline-second")!;
    expect((await used.post("/login/second", { code: codeOf(secret) })).status).toBe(303);
    const thief = new Visitor();
    thief.cookies.set("plumbline-second", token);
    later(30);
    expect((await thief.post("/login/second", { code: codeOf(secret) })).location).toBe("/login?again");
    const slow = await halfIn(email);
    later(301);
    expect((await slow.post("/login/second", { code: codeOf(secret) })).location).toBe("/login?again");
    expect(slow.cookies.has("plumbline-second")).toBe(false);
  });

  test("ends when the password changes", async () => {
    const { email, secret } = await protectedPerson("reset-meanwhile");
    // A reset of a never verified address removes the app too, because someone else may have set it up.
    await identity.rows("update identity_users set email_verified = true where email = $1", [email]);
    const visitor = await halfIn(email);
    await new Visitor().post("/forgot", { email });
    const { path } = (await identity.mailsTo(email)).find(({ subject }) => subject.startsWith("Reset"))!;
    expect(
      (
        await new Visitor().post(path, {
          password: "nine copper nails 12",
          confirmPassword: "nine copper nails 12",
        })
      ).status,
    ).toBe(200);
    expect((await visitor.post("/login/second", { code: codeOf(secret) })).location).toBe("/login?again");
    // The new password alone opens nothing either.
    const again = await new Visitor().post("/login", { email, password: "nine copper nails 12" });
    expect(again.location).toBe("/login/second");
  });

  test("refuses the sixth wrong code in ten minutes, across browsers and attempts, and notifies the person", async () => {
    const { email, secret } = await protectedPerson("guessed");
    const guess = async () => (await halfIn(email)).post("/login/second", { code: "000000" });
    const visitor = await halfIn(email);
    const answers = await Promise.all([1, 2, 3].map(() => visitor.post("/login/second", { code: "000000" })));
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect((await guess()).status).toBe(422);
    expect((await guess()).status).toBe(422);
    const refused = await (await halfIn(email)).post("/login/second", { code: codeOf(secret) });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(500);
    expect(refused.html).toContain("Please try again in 10 minutes.");
    expect((await eventsOf(email)).filter((kind) => kind === "second-factor-refused")).toHaveLength(5);
    expect(
      (await identity.mailsTo(email)).filter(({ subject }) => subject === "Someone is guessing your codes"),
    ).toHaveLength(1);
    later(601);
    expect((await (await halfIn(email)).post("/login/second", { code: codeOf(secret) })).status).toBe(303);
  });

  test("survives any nonsense", async () => {
    const { email } = await protectedPerson("nonsense");
    for (const fields of [
      {},
      { code: "\u0000" },
      { recovery: "x".repeat(100_000) },
      { code: "<script>", recovery: "'; drop" },
    ] as Record<string, string>[]) {
      const { status, html } = await (await halfIn(email)).post("/login/second", fields);
      expect(status).toBe(422);
      expect(html).not.toContain("<script>");
    }
  });
});

describe("changing it", () => {
  test("removes the app, its codes and pending sign-ins", async () => {
    const { email, visitor, codes } = await protectedPerson("removed");
    const half = await halfIn(email);
    expect((await visitor.post(SECURITY, { intent: "totp-remove" })).location).toBe(`${SECURITY}?off`);
    expect((await half.post("/login/second", { recovery: codes[0]! })).location).toBe("/login?again");
    expect((await new Visitor().post("/login", { email, password: PASSWORD })).location).toBe(
      "/account/dashboard",
    );
    expect(await mailAbout(email, "Two-step login was turned off")).toContain("no longer need a code");
    // Repeating it does nothing and notifies nobody.
    const mails = (await identity.mailsTo(email)).length;
    await visitor.post(SECURITY, { intent: "totp-remove" });
    expect(await identity.mailsTo(email)).toHaveLength(mails);
  });

  test("replaces the recovery codes", async () => {
    const { email, visitor, codes } = await protectedPerson("renewed");
    const renewed = codesIn((await visitor.post(SECURITY, { intent: "recovery-codes" })).html);
    expect(renewed).toHaveLength(10);
    expect((await (await halfIn(email)).post("/login/second", { recovery: codes[0]! })).status).toBe(422);
    expect((await (await halfIn(email)).post("/login/second", { recovery: renewed[0]! })).status).toBe(303);
    expect(await eventsOf(email)).toContain("recovery-codes-made");
  });

  test("requires a proof from the last 15 minutes to show or change anything", async () => {
    const { email, visitor, secret } = await protectedPerson("stale");
    later(15 * 60);
    const confirm = `/account/confirm?next=${encodeURIComponent(SECURITY)}`;
    for (const intent of ["totp-begin", "totp-remove", "recovery-codes", "passkey-remove", "passkey-rename"])
      expect(await visitor.post(SECURITY, { intent, id: "x", name: "y" }), intent).toMatchObject({
        status: 303,
        location: confirm,
      });
    expect((await visitor.get(SETUP)).location).toMatch(/^\/account\/confirm/);
    expect(await visitor.get(SECURITY)).toMatchObject({
      status: 200,
      html: expect.stringContaining("Confirm now"),
    });
    expect((await halfIn(email)).cookies.has("plumbline-second")).toBe(true);
    // The way back.
    expect((await visitor.get(confirm)).html).toContain("Confirm it’s you");
    expect((await visitor.post(confirm, { password: PASSWORD, code: codeOf(secret) })).location).toBe(
      SECURITY,
    );
    expect((await visitor.post(SECURITY, { intent: "totp-remove" })).location).toBe(`${SECURITY}?off`);
  });
});

describe("/account/confirm", () => {
  const confirm = "/account/confirm?next=%2Faccount%2Fsettings%2Fsecurity";

  test("accepts the account's own password only", async () => {
    const visitor = await signedIn("own@example.com");
    await signedIn("other@example.com", "nine copper nails 12");
    later(16 * 60);
    for (const password of ["", "wrong", "nine copper nails 12"]) {
      const { status, html } = await visitor.post(confirm, { intent: "password", password });
      expect([status, html.includes("field-error")]).toEqual([422, true]);
    }
    expect((await visitor.post(SECURITY, { intent: "totp-begin" })).location).toBe(confirm);
    expect((await visitor.post(confirm, { intent: "password", password: PASSWORD })).location).toBe(SECURITY);
    expect((await visitor.post(SECURITY, { intent: "totp-begin" })).location).toBe(SETUP);
  });

  test("takes password and code of whoever signs in with both, and neither alone", async () => {
    const { visitor, secret } = await protectedPerson("confirm-both");
    later(16 * 60);
    const isStale = async () =>
      (await visitor.post(SECURITY, { intent: "totp-remove" })).location === confirm;
    const code = codeOf(secret);
    // Whatever a forged form claims to be.
    for (const intent of ["password", "code", "confirm", ""])
      for (const fields of [
        { password: PASSWORD },
        { code },
        { password: PASSWORD, code: "000000" },
        { password: "wrong", code },
      ] as Record<string, string>[]) {
        const { status, html } = await visitor.post(confirm, { intent, ...fields });
        expect([status, html.includes("field-error")], JSON.stringify({ intent, ...fields })).toEqual([
          422,
          true,
        ]);
        if (intent) break;
      }
    expect(await isStale()).toBe(true);
    // A code next to a wrong password isn't used up.
    expect((await visitor.post(confirm, { password: PASSWORD, code })).location).toBe(SECURITY);
    expect(await isStale()).toBe(false);
  });

  test("is required for a new password when sign-in requires a code", async () => {
    const { visitor, secret } = await protectedPerson("confirm-new-password");
    const you = "/account/settings/you";
    const confirmFirst = `/account/confirm?next=${encodeURIComponent(you)}`;
    const fields = {
      intent: "password",
      currentPassword: PASSWORD,
      password: "nine copper nails 12",
      confirmPassword: "nine copper nails 12",
    };
    expect((await visitor.get(you)).html).toContain('name="currentPassword"');
    later(16 * 60);
    const { html } = await visitor.get(you);
    expect(html).not.toContain('name="currentPassword"');
    expect(html).toContain("Confirm now");
    expect((await visitor.post(you, fields)).location).toBe(confirmFirst);
    expect((await visitor.post(confirmFirst, { password: PASSWORD, code: codeOf(secret) })).location).toBe(
      you,
    );
    expect((await visitor.post(you, fields)).location).toBe(`${you}?notice=password-saved`);
    // People without an app change it with their old password.
    const plain = await signedIn("plain-new-password@example.com");
    later(16 * 60);
    expect((await plain.post(you, fields)).location).toBe(`${you}?notice=password-saved`);
  });

  test("counts and records wrong passwords and codes like sign-in does", async () => {
    const { email, visitor, secret } = await protectedPerson("confirm-guessed");
    const both = (code: string, password = PASSWORD) => visitor.post(confirm, { password, code });
    for (let tries = 0; tries < 5; tries++) expect((await both("000000")).status).toBe(422);
    expect((await both(codeOf(secret))).status).toBe(429);
    expect((await (await halfIn(email)).post("/login/second", { code: codeOf(secret) })).status).toBe(429);
    expect(await eventsOf(email)).not.toContain("sign-in-refused");
    for (let tries = 0; tries < 10; tries++) expect((await both(codeOf(secret), "wrong")).status).toBe(422);
    expect((await both(codeOf(secret))).status).toBe(429);
    await expect.poll(() => eventsOf(email)).toContain("sign-in-refused");
  }, 30_000);

  test("refuses recovery codes, and asks for a code only if there is an app", async () => {
    const { visitor, codes } = await protectedPerson("confirm-recovery");
    expect((await visitor.post(confirm, { password: PASSWORD, code: codes[0]! })).status).toBe(422);
    expect((await visitor.get(confirm)).html).toContain("log in with a recovery code");
    const plain = await signedIn("confirm-plain@example.com");
    expect((await plain.get(confirm)).html).not.toContain('name="code"');
    expect((await plain.post(confirm, { intent: "code", code: "000000" })).status).toBe(422);
  });

  test("sends visitors to log in", async () => {
    expect((await new Visitor().get(confirm)).location).toMatch(/^\/login\?next=%2Faccount%2Fconfirm/);
    expect((await new Visitor().post(confirm, { password: PASSWORD })).location).toMatch(/^\/login/);
    const visitor = await signedIn("confirm-next@example.com");
    expect(
      (await visitor.post("/account/confirm?next=%2F%2Fevil.example", { password: PASSWORD })).location,
    ).toBe("/account/dashboard");
  });

  test("lets a person without a password log in again and return", async () => {
    const visitor = await signedIn("no-password@example.com");
    await identity.rows(
      "update identity_credentials set password = null where user_id = (select id from identity_users where email = 'no-password@example.com')",
    );
    const { html } = await visitor.get(confirm);
    expect(html).not.toContain('name="password"');
    expect(html).toContain("Log in again");
    expect((await visitor.post(confirm, { intent: "again" })).location).toBe(
      `/login?next=${encodeURIComponent(SECURITY)}`,
    );
    expect(await identity.sessionsOf("no-password@example.com")).toBe(0);
  });

  test("counts a session as confirmed for 15 minutes, no more, and not from the future", async () => {
    const visitor = await signedIn("minutes@example.com");
    const mayBegin = async () => (await visitor.post(SECURITY, { intent: "totp-begin" })).location === SETUP;
    later(15 * 60);
    expect(await mayBegin()).toBe(true);
    later(1);
    expect(await mayBegin()).toBe(false);
    later(-3 * 3600);
    expect(await mayBegin()).toBe(false);
    later(3 * 3600);
  });
});

test("logs nothing personal and no codes", () => {
  expect(identity.logged.join("\n")).not.toMatch(/@example|[A-Z2-7]{32}|\b\d{6}\b/);
});
