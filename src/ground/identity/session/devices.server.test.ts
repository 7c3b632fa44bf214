import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testClock } from "#platform/db/testing/installation.ts";
import { recordDevice } from "./devices.server.ts";
import { findPerson } from "../public.server.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

const clock = testClock("2026-11-20T16:30:00Z");
let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => void (identity = await openIdentity({ clock })));
afterAll(() => identity.drop());

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
const SUBJECT = "New login to your account";

const signIn = async (visitor: Visitor, email: string) => {
  expect((await visitor.post("/login", { email, password: PASSWORD })).status).toBe(303);
  return visitor;
};
const noticesTo = async (email: string) =>
  (await identity.mailsTo(email)).filter(({ subject }) => subject === SUBJECT);

describe("a sign-in from an unknown browser", () => {
  test("sends an email with device, place, time and a link to the devices", async () => {
    const email = "told@example.com";
    const first = await signedIn(email);
    expect(await noticesTo(email)).toEqual([]);
    clock.advance({ hours: 1 });
    const second = await signIn(new Visitor({ userAgent: CHROME, address: "8.8.8.8" }), email);
    const [mail, ...more] = await noticesTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      kind: "transactional",
      state: "queued",
      path: "/account/settings/sessions",
    });
    expect(mail!.text).toContain(
      "Device: Chrome on Windows\nPlace: United States (8.8.8.8)\nTime: Fri, Nov 20, 5:30 PM UTC",
    );
    expect(mail!.text).toContain("http://localhost:3000/forgot");
    // Known from now on, also after signing out and weeks later.
    for (const visitor of [first, second]) {
      await visitor.post("/logout", {});
      clock.advance({ hours: 24 * 20 });
      await signIn(visitor, email);
    }
    expect(await noticesTo(email)).toHaveLength(1);
  });

  test("sends none for the first sign-in ever, even in two tabs at once", async () => {
    const email = "first@example.com";
    await new Visitor().post("/register", { email, password: PASSWORD, confirmPassword: PASSWORD });
    const options = { userAgent: CHROME, address: "84.160.1.1" };
    await Promise.all(Array.from({ length: 4 }, () => signIn(new Visitor(options), email)));
    expect(await noticesTo(email)).toEqual([]);
  });

  test("sends one email for several tabs at once, with or without the cookie", async () => {
    const email = "tabs@example.com";
    await signedIn(email);
    clock.advance({ minutes: 5 });
    const options = { userAgent: CHROME, address: "84.160.1.2" };
    await Promise.all(Array.from({ length: 4 }, () => signIn(new Visitor(options), email)));
    expect(await noticesTo(email)).toHaveLength(1);
    clock.advance({ minutes: 5 });
    const shared = await signedIn("tabs-other@example.com");
    const tabs = Array.from({ length: 4 }, () => {
      const tab = new Visitor({ userAgent: CHROME, address: "84.160.1.3" });
      tab.cookies.set("plumbline-device", shared.cookies.get("plumbline-device")!);
      return tab;
    });
    await Promise.all(tabs.map((tab) => signIn(tab, email)));
    expect(await noticesTo(email)).toHaveLength(2);
  });

  test("sends one email however close together they are", async () => {
    const email = "close-together@example.com";
    const visitor = await signedIn(email);
    const { id } = (await findPerson(visitor.request("/")))!;
    clock.advance({ minutes: 5 });
    // Skips the passwords, which are checked sequentially.
    const origin = { userAgent: CHROME, address: "84.160.1.9" };
    const cookies = await Promise.all(
      Array.from({ length: 8 }, () => recordDevice(id, new Visitor().request("/login"), origin)),
    );
    expect(new Set(cookies.flat()).size).toBe(8);
    expect(await noticesTo(email)).toHaveLength(1);
    const [cookie = ""] = cookies[0]!;
    const known = new Visitor();
    known.cookies.set("plumbline-device", cookie.split(/[=;]/)[1]!);
    clock.advance({ hours: 1 });
    await Promise.all(
      Array.from({ length: 4 }, () =>
        recordDevice(id, known.request("/login"), { ...origin, address: "8.8.8.8" }),
      ),
    );
    expect(await noticesTo(email)).toHaveLength(1);
  });

  test("sends an email even if another new browser signed in a second ago", async () => {
    const email = "close@example.com";
    await signedIn(email);
    await signIn(new Visitor({ userAgent: CHROME, address: "84.160.1.4" }), email);
    await signIn(new Visitor({ userAgent: CHROME, address: "24.48.0.1" }), email);
    await signIn(new Visitor({ userAgent: `${CHROME} Edg/142.0.0.0`, address: "24.48.0.1" }), email);
    expect(await noticesTo(email)).toHaveLength(3);
  });

  test("notifies the account's person, not another person of that browser", async () => {
    const visitor = await signedIn("mine@example.com");
    await signedIn("lent@example.com");
    clock.advance({ minutes: 5 });
    await visitor.post("/logout", {});
    await signIn(visitor, "lent@example.com");
    expect(await noticesTo("lent@example.com")).toHaveLength(1);
    expect(await noticesTo("mine@example.com")).toEqual([]);
  });

  test.each(["", "x", "a".repeat(23), "a".repeat(5000), "%00", "' or 1=1 --"])(
    "refuses a malformed cookie: %#",
    async (forged) => {
      const email = `forged-${forged.length}@example.com`;
      await signedIn(email);
      clock.advance({ minutes: 5 });
      const visitor = new Visitor();
      visitor.cookies.set("plumbline-device", forged);
      await signIn(visitor, email);
      expect(await noticesTo(email)).toHaveLength(1);
      expect(visitor.cookies.get("plumbline-device")).toMatch(/^[\w-]{24}$/);
    },
  );

  test("notifies people who signed in before devices were recorded", async () => {
    const email = "older@example.com";
    await signedIn(email);
    await identity.rows(
      "delete from identity_devices where user_id = (select id from identity_users where email = $1)",
      [email],
    );
    clock.advance({ hours: 2 });
    await signIn(new Visitor(), email);
    expect(await noticesTo(email)).toHaveLength(1);
  });

  test("stores only a hash of the cookie", async () => {
    const visitor = await signedIn("hashed@example.com");
    const rows = await identity.rows<{ row: string }>(
      "select to_jsonb(d)::text as row from identity_devices d",
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(visitor.cookies.get("plumbline-device"));
  });
});
