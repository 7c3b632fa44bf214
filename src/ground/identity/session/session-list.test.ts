import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testClock } from "#platform/db/testing/installation.ts";
import { EVENTS } from "../security/events.server.ts";
import { findPerson } from "../public.server.ts";
import { describeActivity, formatAgo } from "./session-list.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

const HERE = "/account/settings/sessions";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1";
const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const clock = testClock("2026-11-20T16:00:00Z");
let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => void (identity = await openIdentity({ clock })));
afterAll(() => identity.drop());

const another = async (email: string, options: { userAgent?: string; address?: string } = {}) => {
  const visitor = new Visitor(options);
  expect((await visitor.post("/login", { email, password: PASSWORD })).status).toBe(303);
  return visitor;
};
const idsIn = (html: string) =>
  [...html.matchAll(/name="session" value="([^"]+)"/g)].map((match) => match[1]!);
const eventsOf = (email: string) =>
  identity.rows<{ kind: string; details: Record<string, string>; address: string | null }>(
    "select e.kind, e.details, e.address from identity_events e join identity_users u on u.id = e.user_id where u.email = $1 order by e.at, e.id",
    [email],
  );
const lastUsed = async (email: string) =>
  (
    await identity.rows<{ at: Date | null; last_address: string | null }>(
      "select s.last_used_at as at, s.last_address from identity_sessions s join identity_users u on u.id = s.user_id where u.email = $1 order by s.created_at",
      [email],
    )
  ).map((row) => ({
    ...row,
    at: row.at && Temporal.Instant.fromEpochMilliseconds(row.at.getTime()).toString(),
  }));

describe("formatAgo", () => {
  const at = Temporal.Instant.from("2026-11-20T16:00:00Z");
  test.each([
    [{ seconds: 0 }, "just now"],
    [{ minutes: 5, seconds: 59 }, "just now"],
    [{ minutes: 6 }, "6 minutes ago"],
    [{ minutes: 59 }, "59 minutes ago"],
    [{ hours: 1 }, "1 hour ago"],
    [{ hours: 23, minutes: 59 }, "23 hours ago"],
    [{ hours: 24 }, "1 day ago"],
    [{ hours: 24 * 8 }, "1 week ago"],
    [{ hours: 24 * 29 }, "4 weeks ago"],
    [{ hours: 24 * 61 }, "2 months ago"],
    [{ hours: 24 * 800 }, "2 years ago"],
    [{ hours: -3 }, "just now"],
  ])("%j is %s", (ago, words) => {
    expect(formatAgo(at.subtract(ago), at)).toBe(words);
  });

  test("never goes back in time", () => {
    fc.assert(
      fc.property(fc.integer({ min: 360, max: 86_400 * 900 }), (seconds) => {
        const [, count, word = ""] =
          /^(\d+) (\w+?)s? ago$/.exec(formatAgo(at.subtract({ seconds }), at)) ?? [];
        const length = {
          minute: 60,
          hour: 3600,
          day: 86_400,
          week: 604_800,
          month: 2_592_000,
          year: 31_536_000,
        }[word]!;
        expect(Number(count)).toBe(Math.floor(seconds / length));
        expect(Number(count)).toBeGreaterThan(0);
      }),
    );
  });
});

test("describeActivity describes every kind, and passes unknown ones through", () => {
  for (const [kind, words] of Object.entries(EVENTS)) expect(describeActivity(kind, words, {})).toBe(words);
  expect(describeActivity("signed-in", EVENTS["signed-in"], { by: "magic-link" })).toBe(
    "Logged in with an emailed link",
  );
  expect(describeActivity("signed-in", EVENTS["signed-in"], { by: "carrier pigeon" })).toBe("Logged in");
  expect(describeActivity("signed-in", EVENTS["signed-in"], { by: "passkey", device: "new" })).toBe(
    "Logged in with a passkey, on a new device",
  );
  expect(describeActivity("sessions-ended", EVENTS["sessions-ended"], { count: "1" })).toBe(
    "Logged out 1 other device",
  );
  expect(describeActivity("passkey-added", EVENTS["passkey-added"], { name: "iPhone" })).toBe(
    "Passkey added: iPhone",
  );
});

describe("/account/settings/sessions", () => {
  test("is for nobody who is not signed in", async () => {
    const answer = await new Visitor().get(HERE);
    expect([answer.status, answer.location]).toEqual([302, `/login?next=${encodeURIComponent(HERE)}`]);
    expect((await new Visitor().post(HERE, { intent: "others" })).status).toBe(303);
  });

  test("lists every device with its place, marks the current one, and shows no tokens", async () => {
    const mine = await signedIn("lists@example.com");
    const phone = await another("lists@example.com", { userAgent: IPHONE, address: "8.8.8.8" });
    await another("lists@example.com", { userAgent: WINDOWS, address: "192.168.1.9" });
    const { status, html } = await mine.get(HERE);
    expect(status).toBe(200);
    expect(html).toContain("Safari on iPhone");
    expect(html).toContain("United States");
    expect(html).toContain("8.8.8.8");
    expect(html).toContain("Chrome on Windows");
    expect(html).toContain("This network");
    expect(html.match(/This device/g)).toHaveLength(1);
    expect(idsIn(html)).toHaveLength(2);
    const tokens = await identity.rows<{ token: string }>("select token from identity_sessions");
    for (const { token } of tokens) expect(html).not.toContain(token);
    expect(idsIn((await phone.get(HERE)).html)).toHaveLength(2);
    // Neither list has a button for the other person's sessions.
    expect(idsIn((await phone.get(HERE)).html)).not.toEqual(idsIn(html));
  });

  test("signs out one device at its next request, and no others", async () => {
    const mine = await signedIn("one@example.com");
    const phone = await another("one@example.com", { userAgent: IPHONE });
    const laptop = await another("one@example.com", { userAgent: WINDOWS });
    const { html } = await mine.get(HERE);
    const row = html.split("<tr").find((part) => part.includes("Safari on iPhone"))!;
    const answer = await mine.post(HERE, { session: idsIn(row)[0]! });
    expect([answer.status, answer.location]).toEqual([303, `${HERE}?out=one`]);
    expect(await findPerson(phone.request("/"))).toBeNull();
    expect((await phone.get(HERE)).location).toContain("/login");
    expect(await findPerson(laptop.request("/"))).not.toBeNull();
    expect(await findPerson(mine.request("/"))).not.toBeNull();
    expect((await eventsOf("one@example.com")).at(-1)).toMatchObject({
      kind: "session-ended",
      details: { device: "Safari on iPhone" },
    });
    // Pressed again, there is nothing left to end.
    const again = await mine.post(HERE, { session: idsIn(row)[0]! });
    expect(again.status).toBe(404);
    expect(again.html).toContain("already logged out");
  });

  test.each(["", "x", "00000000-0000-7000-8000-000000000000", "' or 1=1 --", "\u0000", "x".repeat(5000)])(
    "changes nothing for an invalid id: %#",
    async (session) => {
      const mine = await signedIn(`none-${session.length}-${session.charCodeAt(0)}@example.com`);
      expect((await mine.post(HERE, { session })).status).toBe(404);
      expect(await findPerson(mine.request("/"))).not.toBeNull();
    },
  );

  test("doesn't end another person's session", async () => {
    const victim = await signedIn("victim@example.com");
    await another("victim@example.com", { userAgent: IPHONE });
    const [theirs] = idsIn((await victim.get(HERE)).html);
    const thief = await signedIn("thief@example.com");
    expect((await thief.post(HERE, { session: theirs! })).status).toBe(404);
    expect((await thief.post(HERE, { intent: "others" })).location).toBe(`${HERE}?out=none`);
    expect(await identity.sessionsOf("victim@example.com")).toBe(2);
    expect((await eventsOf("victim@example.com")).map(({ kind }) => kind)).not.toContain("session-ended");
  });

  test("signs out everywhere else, once", async () => {
    const mine = await signedIn("others@example.com");
    const others = [await another("others@example.com"), await another("others@example.com")];
    const answers = await Promise.all([
      mine.post(HERE, { intent: "others" }),
      mine.post(HERE, { intent: "others" }),
    ]);
    expect(new Set(answers.map(({ location }) => location))).toEqual(
      new Set([`${HERE}?out=none`, `${HERE}?out=others`]),
    );
    for (const other of others) expect(await findPerson(other.request("/"))).toBeNull();
    expect(await findPerson(mine.request("/"))).not.toBeNull();
    expect((await mine.get(`${HERE}?out=others`)).html).toContain("All your other devices are logged out.");
    expect(
      (await eventsOf("others@example.com")).filter(({ kind }) => kind === "sessions-ended"),
    ).toMatchObject([{ details: { count: "2" } }]);
  });

  test("signs out when the current session is ended", async () => {
    const mine = await signedIn("own@example.com");
    const other = await another("own@example.com");
    const own = idsIn((await other.get(HERE)).html)[0]!;
    const answer = await mine.post(HERE, { session: own });
    expect([answer.status, answer.location]).toEqual([303, "/"]);
    expect([...mine.cookies.keys()]).toEqual(["plumbline-device"]);
  });

  test("lists sign-ins, sign-outs, and at most one refusal a minute", async () => {
    const email = "activity@example.com";
    const mine = await signedIn(email);
    const guesser = new Visitor({ userAgent: WINDOWS, address: "84.160.1.1" });
    for (let index = 0; index < 3; index++)
      await guesser.post("/login", { email, password: "wrong wrong wrong" });
    await new Visitor().post("/login", {
      email: "nobody-activity@example.com",
      password: "wrong wrong wrong",
    });
    const phone = await another(email, { userAgent: IPHONE });
    await phone.post("/logout", {});
    // The refusal is written in the background.
    await expect
      .poll(async () => (await eventsOf(email)).filter(({ kind }) => kind === "sign-in-refused").length)
      .toBe(1);
    const kinds = (await eventsOf(email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "signed-in")).toHaveLength(2);
    expect(kinds).toContain("signed-out");
    const { html } = await mine.get(HERE);
    expect(html).toContain("Login refused");
    expect(html).toMatch(/Germany<span[^>]*>84\.160\.1\.1</);
    expect(html).toContain("Logged in with your password, on a new device");
    expect(html).not.toContain("New device");
    expect(html).toContain("Logged out");
    clock.advance({ minutes: 2 });
    await guesser.post("/login", { email, password: "wrong wrong wrong" });
    await expect
      .poll(async () => (await eventsOf(email)).filter(({ kind }) => kind === "sign-in-refused").length)
      .toBe(2);
  });

  test("shows thirty lines of the person's own activity only", async () => {
    const email = "many@example.com";
    const mine = await signedIn(email);
    await identity.rows(
      `insert into identity_events (id, user_id, at, kind, details)
         select gen_random_uuid(), id, $2::timestamptz + n * interval '1 second', 'signed-out', '{}' from identity_users, generate_series(1, 60) n where email = $1`,
      [email, clock.now().toString()],
    );
    await signedIn("busybody@example.com");
    const { html } = await mine.get(HERE);
    expect(html.split('id="activity"')[1]!.match(/<tr/g)).toHaveLength(31);
    expect(html).not.toContain("busybody");
  });
});

describe("last use", () => {
  test("is recorded at most every five minutes, with the address, without delaying requests", async () => {
    const email = "used@example.com";
    const mine = await signedIn(email);
    const began = clock.now();
    await mine.get(HERE);
    expect(await lastUsed(email)).toEqual([{ at: null, last_address: null }]);
    clock.advance({ minutes: 6 });
    const moved = new Visitor({ address: "24.48.0.1" });
    for (const [name, value] of mine.cookies) moved.cookies.set(name, value);
    await Promise.all([moved.get(HERE), moved.get(HERE), moved.get(HERE)]);
    await expect
      .poll(async () => (await lastUsed(email))[0])
      .toEqual({ at: clock.now().toString(), last_address: "24.48.0.1" });
    const written = clock.now().toString();
    clock.advance({ minutes: 4 });
    await mine.get(HERE);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await lastUsed(email))[0]!.at).toBe(written);
    const other = await another(email);
    const { html } = await other.get(HERE);
    expect(html).toContain("Canada");
    expect(Temporal.Instant.compare(began, clock.now())).toBe(-1);
  });

  test("fails no request when it can't be recorded", async () => {
    const mine = await signedIn("readonly@example.com");
    clock.advance({ minutes: 10 });
    const owner = new pg.Client(identity.owner);
    await owner.connect();
    await owner.query(
      "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no space' using errcode = '53100'; end $$",
    );
    await owner.query("create trigger refuse before update on identity_sessions execute function refuse()");
    try {
      expect((await mine.get(HERE)).status).toBe(200);
      expect(await findPerson(mine.request("/"))).not.toBeNull();
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await owner.query("drop trigger refuse on identity_sessions");
      await owner.end();
    }
  });
});
