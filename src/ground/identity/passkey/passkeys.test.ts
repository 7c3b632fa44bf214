// Long because every way in which a response can be wrong is tried here.
import type { ActionFunctionArgs } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { action, loader } from "./passkeys-call.ts";
import { Authenticator } from "../testing/authenticator.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

const SECURITY = "/account/settings/security";
let clock = Temporal.Instant.from("2026-11-20T09:00:00Z");
const later = (seconds: number) => (clock = clock.add({ seconds }));

let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => {
  identity = await openIdentity({ clock: { now: () => clock } });
});
afterAll(() => identity.drop());

interface Reply {
  readonly status: number;
  readonly options?: never;
  readonly to?: string;
  readonly done?: true;
  readonly error?: string;
}

/** Calls one step as the page's script does. */
async function call(
  visitor: Visitor,
  step: string,
  body: unknown = {},
  type = "application/json",
): Promise<Reply> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = visitor.request(`/api/passkeys/${step}`, {
    method: "POST",
    body: text,
    headers: { "content-type": type },
  });
  const args = { request, params: { step }, context: visitor.context() } as unknown as ActionFunctionArgs;
  const answer = await action(args);
  for (const cookie of answer.headers.getSetCookie()) {
    const [pair = "", ...attributes] = cookie.split("; ");
    const at = pair.indexOf("=");
    if (attributes.includes("Max-Age=0")) visitor.cookies.delete(pair.slice(0, at));
    else visitor.cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
  return { status: answer.status, ...((await answer.json()) as object) };
}

const REFUSED = {
  status: 422,
  error: "That passkey didn’t work. Nothing was changed. Try again, or log in a different way.",
};
const TOO_LATE = { status: 422, error: "That took too long. Please try again." };

/** A person signed in, with a passkey on their device. */
async function withPasskey(name: string, device = new Authenticator()) {
  const email = `${name}@example.com`;
  const visitor = await signedIn(email);
  const { options } = await call(visitor, "begin-add");
  expect(await call(visitor, "add", { answer: device.make(options!) })).toEqual({ status: 200, done: true });
  return { email, visitor, device };
}

/** Requests a challenge and responds to it. */
async function sign(visitor: Visitor, device: Authenticator, deviations = {}, next?: string): Promise<Reply> {
  const { options } = await call(visitor, "begin-sign-in");
  return call(visitor, "sign-in", { answer: device.sign(options!, deviations), next });
}

const stored = async (email: string) =>
  identity.rows<{
    id: string;
    name: string;
    counter: string;
    backed_up: boolean;
    last_used_at: string | null;
  }>(
    "select p.* from identity_passkeys p join identity_users u on u.id = p.user_id where u.email = $1 order by p.created_at",
    [email],
  );
const eventsOf = async (email: string) =>
  (
    await identity.rows<{ kind: string }>(
      "select e.kind from identity_events e join identity_users u on u.id = e.user_id where u.email = $1 order by e.at, e.id",
      [email],
    )
  ).map(({ kind }) => kind);

describe("adding a passkey", () => {
  test("requests a discoverable, user-verified passkey without attestation", async () => {
    const visitor = await signedIn("asked@example.com");
    const { options } = (await call(visitor, "begin-add")) as unknown as { options: object };
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "Plumbline" },
      user: { name: "asked@example.com" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    expect(JSON.stringify((options as { user: { id: string } }).user.id)).not.toContain("asked");
  });

  test("saves it under its device's name, and notifies the person", async () => {
    const email = "iphone@example.com";
    const visitor = await signedIn(email);
    const phone = new Visitor({
      userAgent:
        "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1",
    });
    for (const [name, value] of visitor.cookies) phone.cookies.set(name, value);
    const { options } = await call(phone, "begin-add");
    await call(phone, "add", { answer: new Authenticator().make(options!) });
    expect(await stored(email)).toMatchObject([{ name: "iPhone", backed_up: true, last_used_at: null }]);
    const mail = (await identity.mailsTo(email)).find(({ subject }) => subject === "Passkey added")!;
    expect(mail.text).toContain("“iPhone”");
    expect(await eventsOf(email)).toContain("passkey-added");
    const { html } = await phone.get(SECURITY);
    expect(html).toContain("Synced to your other devices.");
    expect(html).toContain("Not used yet.");
    // The same device is offered as excluded.
    expect((await call(phone, "begin-add")).options).toMatchObject({
      excludeCredentials: [{ id: (await stored(email))[0]!.id }],
    });
  });

  test("refuses a response for another site, host or challenge, without user verification, or repeated", async () => {
    const { visitor, email } = await withPasskey("strict-add");
    for (const deviations of [
      { origin: "https://evil.example" },
      { origin: "http://localhost:3001" },
      { host: "evil.example" },
      { verified: false },
      { challenge: "AAAA" },
    ]) {
      const { options } = await call(visitor, "begin-add");
      expect(
        await call(visitor, "add", { answer: new Authenticator().make(options!, deviations) }),
        JSON.stringify(deviations),
      ).toEqual(REFUSED);
    }
    const { options } = await call(visitor, "begin-add");
    const cookie = visitor.cookies.get("plumbline-passkey")!;
    const answer = new Authenticator().make(options!);
    expect((await call(visitor, "add", { answer })).status).toBe(200);
    visitor.cookies.set("plumbline-passkey", cookie);
    expect(await call(visitor, "add", { answer })).toEqual(TOO_LATE);
    expect(await stored(email)).toHaveLength(2);
  });

  test("refuses an id already in use", async () => {
    const { device } = await withPasskey("first-owner");
    const second = await signedIn("second-owner@example.com");
    const { options } = await call(second, "begin-add");
    expect(
      await call(second, "add", { answer: new Authenticator({ id: device.id }).make(options!) }),
    ).toEqual(REFUSED);
    expect(await stored("second-owner@example.com")).toEqual([]);
    expect((await sign(new Visitor(), device)).to).toBe("/account/dashboard");
  });

  test("creates one passkey from two identical concurrent responses", async () => {
    const visitor = await signedIn("at-once@example.com");
    const { options } = await call(visitor, "begin-add");
    const answer = new Authenticator().make(options!);
    const answers = await Promise.all([1, 2, 3].map(() => call(visitor, "add", { answer })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 422, 422,
    ]);
    expect(await stored("at-once@example.com")).toHaveLength(1);
  });

  test("requires the person's session, a recent proof, and their own challenge", async () => {
    expect(await call(new Visitor(), "begin-add")).toEqual({
      status: 401,
      to: `/login?next=${encodeURIComponent(SECURITY)}`,
    });
    const [one, two] = [await signedIn("question-1@example.com"), await signedIn("question-2@example.com")];
    const { options } = await call(one, "begin-add");
    two.cookies.set("plumbline-passkey", one.cookies.get("plumbline-passkey")!);
    expect(await call(two, "add", { answer: new Authenticator().make(options!) })).toEqual(TOO_LATE);
    later(15 * 60 + 1);
    const confirm = { status: 403, to: `/account/confirm?next=${encodeURIComponent(SECURITY)}` };
    expect(await call(one, "begin-add")).toEqual(confirm);
    expect(await call(one, "add", { answer: new Authenticator().make(options!) })).toEqual(confirm);
    expect(await stored("question-2@example.com")).toEqual([]);
  });

  test("allows at most twenty", async () => {
    const { visitor, email } = await withPasskey("many");
    await identity.rows(
      `insert into identity_passkeys select 'copy-' || n || user_id, user_id, name, public_key, counter, transports, backed_up, created_at
         from identity_passkeys, generate_series(1, 19) n where user_id = (select id from identity_users where email = $1)`,
      [email],
    );
    expect((await call(visitor, "begin-add")).error).toContain("the most we allow");
  });
});

describe("signing in with a passkey", () => {
  test("needs no name or password, and leads to the person's destination", async () => {
    const { email, device } = await withPasskey("in");
    const visitor = new Visitor();
    const { options } = (await call(visitor, "begin-sign-in")) as unknown as {
      options: Record<string, unknown>;
    };
    expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
    expect(options["allowCredentials"]).toBeUndefined();
    expect((await sign(visitor, device, {}, "/account/jobs")).to).toBe("/account/jobs");
    expect((await visitor.get(SECURITY)).status).toBe(200);
    expect(visitor.cookies.has("plumbline-passkey")).toBe(false);
    expect((await stored(email))[0]!.last_used_at).not.toBeNull();
    expect((await sign(new Visitor(), device, {}, "//evil.example")).to).toBe("/account/dashboard");
  });

  test("counts as both steps", async () => {
    const { email, visitor, device } = await withPasskey("both");
    await visitor.post(SECURITY, { intent: "totp-begin" });
    await identity.rows(
      "update identity_totp set confirmed_at = created_at where user_id = (select id from identity_users where email = $1)",
      [email],
    );
    expect((await new Visitor().post("/login", { email, password: PASSWORD })).location).toBe(
      "/login/second",
    );
    expect((await sign(new Visitor(), device)).to).toBe("/account/dashboard");
  });

  test("refuses another site, host, challenge or user handle, and a missing user verification or handle", async () => {
    const { email, device } = await withPasskey("strict-in");
    const other = await withPasskey("strict-other");
    const handle = Buffer.from("0".repeat(32), "hex").toString("base64url");
    const before = await identity.sessionsOf(email);
    for (const deviations of [
      { origin: "https://evil.example" },
      { origin: "http://localhost.evil.example:3000" },
      { host: "evil.example" },
      { challenge: "AAAA" },
      { verified: false },
      { userHandle: handle },
      { userHandle: null },
      { userHandle: "%%%" },
    ])
      expect(await sign(new Visitor(), device, deviations), JSON.stringify(deviations)).toEqual(REFUSED);
    // Another device with this one's id, and one never added.
    expect(await sign(new Visitor(), new Authenticator({ id: device.id }))).toEqual(REFUSED);
    expect(await sign(new Visitor(), new Authenticator())).toEqual(REFUSED);
    expect(await identity.sessionsOf(email)).toBe(before);
    expect((await sign(new Visitor(), other.device)).to).toBe("/account/dashboard");
  });

  test("accepts a response once, from the same browser, for five minutes", async () => {
    const { device } = await withPasskey("once");
    const visitor = new Visitor();
    const { options } = await call(visitor, "begin-sign-in");
    const cookie = visitor.cookies.get("plumbline-passkey")!;
    const answer = device.sign(options!);
    expect(await call(new Visitor(), "sign-in", { answer })).toEqual(TOO_LATE);
    const both = [visitor, new Visitor()];
    both[1]!.cookies.set("plumbline-passkey", cookie);
    const answers = await Promise.all(both.map((each) => call(each, "sign-in", { answer })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
    const slow = new Visitor();
    const asked = await call(slow, "begin-sign-in");
    later(301);
    expect(await call(slow, "sign-in", { answer: device.sign(asked.options!) })).toEqual(TOO_LATE);
  });

  test("refuses and records a counter that didn't increase; doesn't record a wrong signature", async () => {
    const { email, device } = await withPasskey("counter", new Authenticator({ counts: true }));
    expect((await sign(new Visitor(), device, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) expect(await sign(new Visitor(), device, { counter })).toEqual(REFUSED);
    expect((await eventsOf(email)).filter((kind) => kind === "sign-in-refused")).toHaveLength(3);
    await sign(new Visitor(), new Authenticator({ id: device.id }), { counter: 1 });
    expect((await eventsOf(email)).filter((kind) => kind === "sign-in-refused")).toHaveLength(3);
    expect((await sign(new Visitor(), device, { counter: 8 })).status).toBe(200);
    expect((await stored(email))[0]!.counter).toBe("8");
  });

  test("rejects malformed input", async () => {
    for (const answer of [
      null,
      1,
      "x",
      [],
      {},
      { id: {} },
      { id: "a".repeat(10_000) },
      { id: "\u0000" },
      { id: "x", response: null },
    ])
      for (const step of ["sign-in", "begin-sign-in"]) {
        const visitor = new Visitor();
        await call(visitor, "begin-sign-in");
        expect([200, 422]).toContain((await call(visitor, step, { answer, next: { a: 1 } })).status);
      }
    const visitor = new Visitor();
    expect((await call(visitor, "sign-in", "{")).status).toBe(400);
    expect((await call(visitor, "sign-in", "answer=1", "application/x-www-form-urlencoded")).status).toBe(
      415,
    );
    for (const step of ["", "nothing", "__proto__", "constructor"])
      expect((await call(visitor, step)).status).toBe(404);
    expect(loader().status).toBe(405);
  });

  test("is limited per address", async () => {
    const visitor = new Visitor({ address: "198.51.100.77" });
    const statuses: number[] = [];
    for (let index = 0; index < 121; index++)
      statuses.push(
        (await call(visitor, "nothing-such", {})).status,
        (await call(visitor, "begin-sign-in")).status,
      );
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });
});

describe("/account/confirm with a passkey", () => {
  test("confirms the session with the person's own passkey only", async () => {
    const mine = await withPasskey("confirm-mine");
    const theirs = await withPasskey("confirm-theirs");
    later(16 * 60);
    const stale = async () =>
      (await mine.visitor.post(SECURITY, { intent: "totp-begin" })).location?.startsWith("/account/confirm");
    const asked = await call(mine.visitor, "begin-confirm");
    expect(asked.options).toMatchObject({ allowCredentials: [{ id: mine.device.id }] });
    expect(await call(mine.visitor, "confirm", { answer: theirs.device.sign(asked.options!) })).toEqual(
      REFUSED,
    );
    // A sign-in challenge doesn't work here, nor the other way round.
    const other = await call(mine.visitor, "begin-sign-in");
    expect(await call(mine.visitor, "confirm", { answer: mine.device.sign(other.options!) })).toEqual(
      TOO_LATE,
    );
    const own = await call(mine.visitor, "begin-confirm");
    expect(await call(mine.visitor, "sign-in", { answer: mine.device.sign(own.options!) })).toEqual(TOO_LATE);
    expect(await stale()).toBe(true);
    const again = await call(mine.visitor, "begin-confirm");
    const answer = mine.device.sign(again.options!, { userHandle: null });
    expect(await call(mine.visitor, "confirm", { answer, next: SECURITY })).toEqual({
      status: 200,
      to: SECURITY,
    });
    expect(await stale()).toBe(false);
    expect((await call(new Visitor(), "begin-confirm")).status).toBe(401);
  });
});

describe("a person's passkeys", () => {
  test("can be renamed, with limits", async () => {
    const { email, visitor, device } = await withPasskey("named");
    const rename = (name: string) =>
      visitor.post(SECURITY, { intent: "passkey-rename", id: device.id, name });
    expect((await rename(" Work\u0007 phone ")).location).toBe(`${SECURITY}?renamed`);
    expect((await stored(email))[0]!.name).toBe("Work phone");
    for (const name of ["", "  ", "x".repeat(61)]) expect((await rename(name)).status).toBe(422);
    await rename("<b>Mine</b>\r\nBcc: x@y.example");
    expect((await visitor.get(SECURITY)).html).not.toContain("<b>Mine");
    await visitor.post(SECURITY, { intent: "passkey-remove", id: device.id });
    expect((await identity.mailsTo(email)).at(-1)!.subject).toBe("Passkey removed");
  });

  test("stop working once removed", async () => {
    const { email, visitor, device } = await withPasskey("gone");
    expect((await visitor.post(SECURITY, { intent: "passkey-remove", id: device.id })).location).toBe(
      `${SECURITY}?removed`,
    );
    expect(await sign(new Visitor(), device)).toEqual(REFUSED);
    expect(await eventsOf(email)).toContain("passkey-removed");
    expect((await visitor.post(SECURITY, { intent: "passkey-remove", id: device.id })).status).toBe(404);
  });

  test("can't be seen, renamed or removed by others", async () => {
    const { email, device } = await withPasskey("theirs");
    const stranger = await signedIn("stranger@example.com");
    for (const intent of ["passkey-remove", "passkey-rename"])
      expect((await stranger.post(SECURITY, { intent, id: device.id, name: "Taken" })).status).toBe(404);
    expect((await stranger.get(SECURITY)).html).not.toContain(device.id);
    expect(await stored(email)).toMatchObject([{ name: "Passkey" }]);
  });
});
