import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { now, withSystem } from "#platform/db/scope.server.ts";
import { signInsPerAccount } from "../login/attempt-limits.server.ts";
import { findPerson } from "../public.server.ts";
import { finishReset } from "./finish-reset.server.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

const NEW = "gravel bucket tide 41";
let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => void (identity = await openIdentity()));
afterAll(() => identity.drop());

const register = (email: string) =>
  new Visitor().post("/register", { email, password: PASSWORD, confirmPassword: PASSWORD });
const twice = (password: string) => ({ password, confirmPassword: password });
/** Requests a reset and returns the path of its link. */
const askFor = async (email: string): Promise<string> => {
  await new Visitor().post("/forgot", { email });
  return (await identity.mailsTo(email)).at(-1)!.path;
};

describe("/forgot", () => {
  test("answers the same with or without an account, and mails only existing ones", async () => {
    await register("asks@example.com");
    const known = await new Visitor().post("/forgot", { email: "Asks@Example.com" });
    const unknown = await new Visitor().post("/forgot", { email: "unknown@example.com" });
    expect(known).toMatchObject({ status: 200, html: unknown.html });
    expect(known.html).toContain("If that address has an account, we’ve sent it a link.");
    const mails = await identity.mailsTo("asks@example.com");
    expect(mails.map((mail) => mail.subject)).toEqual([
      "Verify your address for Plumbline",
      "Reset your Plumbline password",
    ]);
    expect(mails[1]).toMatchObject({ kind: "transactional", state: "queued" });
    expect(mails[1]!.text).toContain("1 hour");
    expect(mails[1]!.path).toMatch(/^\/reset\?token=\w{24}$/);
    expect(await identity.mailsTo("unknown@example.com")).toEqual([]);
  });

  test("stores no plaintext token outside the email", async () => {
    await register("clear@example.com");
    const token = (await askFor("clear@example.com")).split("=")[1]!;
    const stored = await identity.rows<{ identifier: string; value: string }>(
      "select identifier, value from identity_verifications",
    );
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test("takes as long for an unknown address", async () => {
    await register("slow@example.com");
    for (const email of ["slow@example.com", "nobody@example.com"]) {
      const began = performance.now();
      await new Visitor().post("/forgot", { email });
      expect(performance.now() - began).toBeGreaterThanOrEqual(245);
    }
  });

  test.each([
    [""],
    ["x"],
    ["a@example.com\r\nBcc: b@example.com"],
    ["\u0000"],
    ["<script>"],
    [`${"x".repeat(10_000)}@example.com`],
  ])("answers a hostile address with a clear message: %#", async (email) => {
    const { status, html } = await new Visitor().post("/forgot", { email });
    expect(status).toBe(422);
    expect(html).toMatch(/Enter (your|an) email address|too long to be right/);
  });

  test("mails an address at most three times an hour, and answers the same for unknown ones", async () => {
    await register("flooded@example.com");
    for (const email of ["flooded@example.com", "nobody-flooded@example.com"]) {
      for (let index = 0; index < 3; index++)
        expect((await new Visitor().post("/forgot", { email })).status).toBe(200);
      const { status, html, headers } = await new Visitor({ address: "127.0.0.1", direct: true }).post(
        "/forgot",
        { email },
      );
      expect(status).toBe(429);
      expect(html).toContain(`value="${email}"`);
      expect(Number(headers.get("Retry-After"))).toBeGreaterThan(3500);
    }
    expect(await identity.mailsTo("flooded@example.com")).toHaveLength(4);
  });
});

describe("/reset", () => {
  test("changes the password once, ends every session, and verifies the address", async () => {
    const visitor = await signedIn("resets@example.com");
    const link = await askFor("resets@example.com");
    const form = await new Visitor().get(link);
    expect(form.status).toBe(200);
    expect(form.html).toContain('name="confirmPassword"');
    expect(form.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(form.headers.get("X-Robots-Tag")).toBe("noindex");
    const { status, html } = await visitor.post(link, twice(NEW));
    expect(status).toBe(200);
    expect(html).toContain("Your new password is saved");
    expect(await identity.sessionsOf("resets@example.com")).toBe(0);
    expect([...visitor.cookies.keys()]).toEqual(["plumbline-device"]);
    expect(
      (await new Visitor().post("/login", { email: "resets@example.com", password: PASSWORD })).status,
    ).toBe(422);
    expect((await visitor.post("/login", { email: "resets@example.com", password: NEW })).status).toBe(303);
    expect(await findPerson(visitor.request("/"))).toMatchObject({ emailVerified: true });
    for (const answer of [await new Visitor().get(link), await new Visitor().post(link, twice(PASSWORD))]) {
      expect(answer.status).toBe(410);
      expect(answer.html).toContain("This link no longer works");
      expect(answer.html).toContain('href="/forgot"');
    }
  });

  test("ends a session that began while the password was being saved", async () => {
    const email = "between@example.com";
    const visitor = await signedIn(email);
    const { id } = (await findPerson(visitor.request("/")))!;
    // The library has ended the sessions it saw by now; this one came after.
    await withSystem(({ db, now: at }) => finishReset(db, id, at, true));
    expect(await identity.sessionsOf(email)).toBe(0);
  });

  test("keeps the link valid after a refusal", async () => {
    await register("picky@example.com");
    const link = await askFor("picky@example.com");
    const refusals = [
      [{ password: NEW, confirmPassword: `${NEW}!` }, "Passwords do not match."],
      [twice("short"), "Password too short"],
      [twice("y".repeat(129)), "Password too long"],
      [twice("password1"), "password is too common"],
      [twice("picky@example.com"), "That’s your email address"],
      [{ password: "", confirmPassword: "" }, "Choose a password."],
    ] as const;
    for (const [fields, text] of refusals) {
      const { status, html } = await new Visitor().post(link, fields);
      expect(status).toBe(422);
      expect(html).toContain(text);
      if (fields.password) expect(html).not.toContain(`"${fields.password}"`);
    }
    expect((await new Visitor().post(link, twice(NEW))).status).toBe(200);
  });

  test("accepts a link once for concurrent requests", async () => {
    await register("parallel@example.com");
    const link = await askFor("parallel@example.com");
    const passwords = Array.from({ length: 5 }, (_, index) => `${NEW} ${index}`);
    const answers = await Promise.all(passwords.map((password) => new Visitor().post(link, twice(password))));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 410)).toHaveLength(4);
    const winner = passwords[answers.findIndex((answer) => answer.status === 200)]!;
    expect(
      (await new Visitor().post("/login", { email: "parallel@example.com", password: winner })).status,
    ).toBe(303);
  });

  test("invalidates earlier links after a reset", async () => {
    await register("earlier@example.com");
    const first = await askFor("earlier@example.com");
    const second = await askFor("earlier@example.com");
    expect((await new Visitor().post(second, twice(NEW))).status).toBe(200);
    expect((await new Visitor().post(first, twice(PASSWORD))).status).toBe(410);
  });

  test("refuses a link after an hour", async () => {
    await register("late@example.com");
    const link = await askFor("late@example.com");
    const [left] = await identity.rows<{ seconds: number }>(
      "select extract(epoch from expires_at - now())::int as seconds from identity_verifications v join identity_users u on u.id::text = v.value where email = 'late@example.com'",
    );
    expect(left!.seconds).toBeGreaterThan(3500);
    expect(left!.seconds).toBeLessThanOrEqual(3600);
    await identity.rows("update identity_verifications set expires_at = now() - interval '1 second'");
    expect((await new Visitor().get(link)).status).toBe(410);
    expect((await new Visitor().post(link, twice(NEW))).status).toBe(410);
    expect(
      (await new Visitor().post("/login", { email: "late@example.com", password: PASSWORD })).status,
    ).toBe(303);
  });

  test("lifts the limit that wrong guesses had reached", async () => {
    await register("closed@example.com");
    for (let index = 0; index < 10; index++) signInsPerAccount.check("closed@example.com", now());
    expect(
      (await new Visitor().post("/login", { email: "closed@example.com", password: PASSWORD })).status,
    ).toBe(429);
    await new Visitor().post(await askFor("closed@example.com"), twice(NEW));
    expect((await new Visitor().post("/login", { email: "closed@example.com", password: NEW })).status).toBe(
      303,
    );
  });

  test.each([
    "x",
    "%00",
    "%ff",
    "a".repeat(5000),
    "'%20or%201=1",
    "..%2f..",
    "%0d%0aX:y",
    "reset-password:x",
  ])("answers the token %.20s with a clear message", async (token) => {
    for (const answer of [
      await new Visitor().get(`/reset?token=${token}`),
      await new Visitor().post(`/reset?token=${token}`, twice(NEW)),
    ]) {
      expect(answer.status).toBe(410);
      expect(answer.html).toContain("This link no longer works");
    }
  });

  test("redirects to the request form without a link", async () => {
    expect(await new Visitor().get("/reset")).toMatchObject({ status: 302, location: "/forgot" });
    expect((await new Visitor().post("/reset", twice(NEW))).status).not.toBe(500);
  });
});
