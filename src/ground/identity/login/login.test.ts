import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { now } from "#platform/db/scope.server.ts";
import type { Limiter } from "#platform/http/limits/limits.server.ts";
import { useHashCost } from "#platform/identity/password-hash.server.ts";
import { signInsPerAccount, signInsPerAddress } from "./attempt-limits.server.ts";
import { completeSignIn } from "./complete-sign-in.server.ts";
import { checkPassword } from "./check-password.server.ts";
import { CHEAP_HASH, openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

const FAILED = "Login failed. Check your email/password.";
let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => {
  identity = await openIdentity();
  for (const email of ["dana@example.com", "locked@example.com", "busy@example.com"])
    await new Visitor().post("/register", { email, password: PASSWORD, confirmPassword: PASSWORD });
});
afterAll(() => identity.drop());

const right = { email: "dana@example.com", password: PASSWORD };

describe("/login", () => {
  test("shows the form of the contract", async () => {
    const { status, html, headers } = await new Visitor().get("/login");
    expect(status).toBe(200);
    for (const part of [
      'name="email"',
      'type="email"',
      'name="password"',
      'type="password"',
      'data-busy="Logging in..."',
      ">Log In</button>",
      'href="/register"',
      'href="/forgot"',
      "<h1>Log in</h1>",
    ])
      expect(html).toContain(part);
    expect(headers.getSetCookie()).toEqual([]);
  });

  test("leads to the dashboard with a session of 30 days and its hint", async () => {
    const visitor = new Visitor();
    const { status, location, headers } = await visitor.post("/login", right);
    expect([status, location]).toEqual([303, "/account/dashboard"]);
    const cookies = headers.getSetCookie();
    expect(cookies).toHaveLength(3);
    expect(cookies[2]).toMatch(
      /^plumbline-device=[\w-]{24}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(cookies[0]).toMatch(
      /^plumbline-session=[\w.%-]+; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(cookies[1]).toBe("signed-in=1; Max-Age=34560000; Path=/; HttpOnly; SameSite=Lax");
    const [session] = await identity.rows<{
      days: number;
      user_agent: string;
      ip_address: string;
      id: string;
    }>(
      "select extract(epoch from expires_at - created_at) / 86400 as days, user_agent, ip_address, s.id from identity_sessions s order by created_at desc limit 1",
    );
    expect(Number(session!.days)).toBeCloseTo(30, 3);
    expect(session).toMatchObject({ user_agent: "Test browser", ip_address: visitor.address });
    expect(session!.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  });

  test("accepts the address in any case, with surrounding spaces", async () => {
    expect((await new Visitor().post("/login", { ...right, email: "  Dana@EXAMPLE.com " })).status).toBe(303);
  });

  test("redirects to the person's destination on this site only", async () => {
    expect((await new Visitor().post("/login?next=%2Faccount%2Fjobs%3Fa%3D1", right)).location).toBe(
      "/account/jobs?a=1",
    );
    for (const next of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "/.//evil.example",
      "/login",
    ])
      expect((await new Visitor().post(`/login?next=${encodeURIComponent(next)}`, right)).location).toBe(
        "/account/dashboard",
      );
    expect((await new Visitor().get("/login?next=%2Faccount%2Fjobs")).html).toContain(
      'href="/register?next=%2Faccount%2Fjobs"',
    );
  });

  test.each([
    ["a wrong password", { ...right, password: "not the right one" }],
    ["an unknown address", { email: "nobody@example.com", password: PASSWORD }],
    ["a password beyond all limits", { ...right, password: "x".repeat(10_000) }],
    ["nothing", { email: "", password: "" }],
    ["no address", { email: "dana", password: PASSWORD }],
    ["a hostile address", { email: "a@example.com\r\nX: y\u0000", password: PASSWORD }],
    ["markup", { email: "<script>alert(1)</script>", password: "<b>" }],
    ["a very long address", { email: `${"x".repeat(10_000)}@example.com`, password: PASSWORD }],
    ["a password of controls", { ...right, password: "\u0000\r\n\u0007" }],
  ])("refuses %s in the words of the contract", async (_, fields) => {
    const visitor = new Visitor();
    const { status, html } = await visitor.post("/login", fields);
    expect(status).toBe(422);
    expect(html).toContain(FAILED);
    expect(html).not.toContain("<script>");
    expect(html).not.toContain(PASSWORD);
    expect(visitor.cookies.size).toBe(0);
  });

  test("shows the typed address again, never the password", async () => {
    const { html } = await new Visitor().post("/login", { ...right, password: "not the right one" });
    expect(html).toContain('value="dana@example.com"');
    expect(html).not.toContain("not the right one");
  });

  test("names the empty field", async () => {
    const { html } = await new Visitor().post("/login", { email: "", password: "" });
    expect(html).toContain("Enter your email address.");
    expect(html).toContain("Enter your password.");
  });

  test("refuses a body that isn't a form", async () => {
    const { status, html } = await new Visitor().postRaw("/login", "{", "application/json");
    expect(status).toBe(422);
    expect(html).toContain(FAILED);
  });

  test("starts a new session each time and ends the browser's earlier one", async () => {
    const visitor = await signedIn("rotating@example.com");
    const before = visitor.cookies.get("plumbline-session");
    await visitor.post("/login", { email: "rotating@example.com", password: PASSWORD });
    expect(visitor.cookies.get("plumbline-session")).not.toBe(before);
    expect(await identity.sessionsOf("rotating@example.com")).toBe(1);
  });

  test("redirects people who are signed in", async () => {
    const visitor = await signedIn("onward@example.com");
    expect(await visitor.get("/login")).toMatchObject({ status: 302, location: "/account/dashboard" });
    expect(await visitor.get("/login?next=%2Faccount%2Flogs")).toMatchObject({
      status: 302,
      location: "/account/logs",
    });
  });

  test("clears the hint when the session is gone", async () => {
    const visitor = await signedIn("gone@example.com");
    await identity.rows(
      "delete from identity_sessions where user_id = (select id from identity_users where email = 'gone@example.com')",
    );
    expect((await visitor.get("/login")).status).toBe(200);
    expect([...visitor.cookies.keys()]).toEqual(["plumbline-device"]);
  });

  test("refuses the eleventh guess at an account, from any address and in parallel", async () => {
    const guess = () =>
      new Visitor().post("/login", { email: "locked@example.com", password: "not the right one" });
    const answers = await Promise.all(Array.from({ length: 16 }, guess));
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(6);
    const { status, html, headers } = await new Visitor({ address: "127.0.0.1", direct: true }).post(
      "/login",
      {
        email: "Locked@example.com",
        password: PASSWORD,
      },
    );
    expect(status).toBe(429);
    expect(html).toMatch(/Too many attempts to log in\. Please try again in \d+ minutes\./);
    expect(html).toContain('value="Locked@example.com"');
    expect(html).toContain('name="password"');
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(500);
  });

  // Counts as that many failures. This tests the limit, not the slow hash.
  const useUp = (limiter: Limiter, key: string, attempts: number) => {
    for (let index = 0; index < attempts; index++) limiter.check(key, now());
  };

  test("limits an address that does not exist in the same way", async () => {
    const ghost = { email: "ghost@example.com", password: "x" };
    useUp(signInsPerAccount, ghost.email, 9);
    expect((await new Visitor().post("/login", ghost)).status).toBe(422);
    expect((await new Visitor().post("/login", ghost)).status).toBe(429);
  });

  test("accepts any number of concurrent correct passwords, and resets the count", async () => {
    const busy = { email: "busy@example.com", password: PASSWORD };
    useUp(signInsPerAccount, busy.email, 9);
    const answers = await Promise.all(Array.from({ length: 4 }, () => new Visitor().post("/login", busy)));
    expect(answers.every((answer) => answer.status === 303)).toBe(true);
    useUp(signInsPerAccount, busy.email, 9);
    expect((await new Visitor().post("/login", busy)).status).toBe(303);
  });

  test("refuses a client address after fifty wrong guesses across accounts, except this machine's", async () => {
    const visitor = new Visitor({ address: "198.51.100.9" });
    useUp(signInsPerAddress, visitor.address, 49);
    expect((await visitor.post("/login", { email: "many1@example.com", password: "x" })).status).toBe(422);
    expect((await visitor.post("/login", { email: "many2@example.com", password: "x" })).status).toBe(429);
    expect((await visitor.post("/login", right)).status).toBe(429);
    expect((await new Visitor().post("/login", right)).status).toBe(303);
    useUp(signInsPerAddress, "127.0.0.1", 50);
    expect((await new Visitor({ address: "127.0.0.1", direct: false }).post("/login", right)).status).toBe(
      429,
    );
    expect((await new Visitor({ address: "127.0.0.1", direct: true }).post("/login", right)).status).toBe(
      303,
    );
  });

  test("doesn't count correct passwords against a shared address", async () => {
    const office = new Visitor({ address: "198.51.100.10" });
    useUp(signInsPerAddress, office.address, 49);
    for (let index = 0; index < 3; index++) expect((await office.post("/login", right)).status).toBe(303);
  });

  test("refuses a password that was changed while it was compared", async () => {
    const email = "hammered@example.com";
    const owner = await signedIn(email);
    const guesser = new Visitor();
    const outcome = await checkPassword(email, PASSWORD, guesser.context());
    if (outcome.kind !== "right") throw new Error("a right password was refused");
    await owner.post("/forgot", { email });
    const { path } = (await identity.mailsTo(email)).at(-1)!;
    // Someone with the old password may try it all the time.
    const [, ...tries] = await Promise.all([
      owner.post(path, { password: "another good phrase 7", confirmPassword: "another good phrase 7" }),
      ...Array.from({ length: 8 }, () => new Visitor().post("/login", { email, password: PASSWORD })),
    ]);
    expect(tries.every(({ status }) => [303, 422].includes(status))).toBe(true);
    expect(await identity.sessionsOf(email)).toBe(0);
    const visit = { request: guesser.request("/login", { method: "POST" }), context: guesser.context() };
    const late = await completeSignIn(outcome.userId, "password", visit, "/account/jobs", outcome.hash);
    expect(late.headers.get("location")).toBe("/login?next=%2Faccount%2Fjobs&again");
    expect(late.headers.getSetCookie()).toEqual([]);
    expect(await identity.sessionsOf(email)).toBe(0);
  });

  test("takes as long for an unknown address as for a known one", async () => {
    const time = async (email: string) => {
      const began = performance.now();
      await new Visitor().post("/login", { email, password: "not the right one" });
      return performance.now() - began;
    };
    const known: number[] = [];
    const unknown: number[] = [];
    // With the real hash cost; beside a cheap hash, a busy machine's noise would dominate.
    useHashCost();
    try {
      await new Visitor().post("/register", {
        email: "timed@example.com",
        password: PASSWORD,
        confirmPassword: PASSWORD,
      });
      for (let index = 0; index < 7; index++) {
        known.push(await time("timed@example.com"));
        unknown.push(await time("untimed@example.com"));
      }
    } finally {
      useHashCost(CHEAP_HASH);
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[3]!;
    expect(median(unknown)).toBeGreaterThan(median(known) * 0.5);
    expect(median(unknown)).toBeLessThan(median(known) * 2);
  });

  test("writes no address into the log", () => {
    expect(identity.logged.join("\n")).not.toMatch(/@example|example\.com|bucket/);
  });
});
