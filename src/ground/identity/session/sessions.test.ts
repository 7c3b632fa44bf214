// Long because every way a session can end or belong to someone else is tried here.
import { createHmac } from "node:crypto";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "#platform/db/database.server.ts";
import { database, useDatabase } from "#platform/db/scope.server.ts";
import { isStorageAway } from "#platform/errors/app-error.ts";
import { createLibrary } from "#platform/identity/better-auth.server.ts";
import { createLog } from "#platform/log/log.server.ts";
import {
  findPeople,
  findPerson,
  hasSessionHint,
  requirePerson,
  resendVerification,
  revokeSessions,
} from "../public.server.ts";
import {
  identityCredentials,
  identitySessions,
  identityUsers,
  identityVerifications,
} from "../tables.server.ts";
import { openIdentity, PASSWORD, signedIn, TEST_SECRET, Visitor } from "../testing/visits.ts";

let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => void (identity = await openIdentity()));
afterAll(() => identity.drop());

const thrownBy = async (work: Promise<unknown>): Promise<Response> => {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Response)) throw new Error(`no redirect: ${String(thrown)}`);
  return thrown;
};

describe("findPerson", () => {
  test("finds the signed-in person only", async () => {
    const visitor = await signedIn("sam@example.com");
    expect(await findPerson(visitor.request("/account/jobs"))).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: "sam@example.com",
      emailVerified: false,
    });
    expect(await findPerson(new Visitor().request("/"))).toBeNull();
  });

  test("refuses a tampered cookie", async () => {
    const visitor = await signedIn("tamper@example.com");
    const [value] = [...visitor.cookies.values()];
    const [token = "", signature = ""] = decodeURIComponent(value!).split(/\.(?=[^.]+$)/);
    const other = decodeURIComponent([...(await signedIn("other@example.com")).cookies.values()][0]!).split(
      ".",
    )[0]!;
    const tampered = [
      token,
      `${token}.`,
      `.${signature}`,
      `${token}.${signature.slice(0, -1)}`,
      `${token}.${signature}x`,
      `${token}.${"A".repeat(43)}=`,
      `${token}x.${signature}`,
      `${other}.${signature}`,
      `${token}.${signature.toLowerCase()}`,
      "",
      ".",
      "%",
      "%zz",
      "%00",
      "x".repeat(4000),
      "' or 1=1 --.abc",
    ];
    for (const wrong of tampered)
      for (const cookie of [wrong, encodeURIComponent(wrong)]) {
        const request = new Request("http://localhost:3000/", {
          headers: { cookie: `a=b; plumbline-session=${cookie}` },
        });
        expect(await findPerson(request), cookie).toBeNull();
      }
    expect(await findPerson(visitor.request("/"))).not.toBeNull();
  });

  test("queries the database once, and not at all without a cookie that we signed", async () => {
    const visitor = await signedIn("once@example.com");
    const real = database();
    let queries = 0;
    const app = new Proxy(real.app, {
      get(target, property) {
        if (property === "query")
          return (...args: never[]) => (queries++, Reflect.apply(target.query, target, args));
        const value: unknown = Reflect.get(target, property);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    useDatabase({ ...real, app });
    try {
      await findPerson(visitor.request("/"));
      expect(queries).toBe(1);
      await findPerson(new Visitor().request("/"));
      await findPerson(
        new Request("http://localhost/", { headers: { cookie: "plumbline-session=abc.def" } }),
      );
      expect(queries).toBe(1);
    } finally {
      useDatabase(real);
    }
  });

  test("refuses an expired session, and extends one in use", async () => {
    const visitor = await signedIn("rolling@example.com");
    const mine = "where user_id = (select id from identity_users where email = 'rolling@example.com')";
    const expiry = async () =>
      (
        await identity.rows<{ days: number }>(
          `select extract(epoch from expires_at - now())::int / 86400.0 as days from identity_sessions ${mine}`,
        )
      )[0]!.days;
    await identity.rows(
      `update identity_sessions set expires_at = now() + interval '29 days 1 hour' ${mine}`,
    );
    await findPerson(visitor.request("/"));
    expect(Number(await expiry())).toBeLessThan(29.1);
    await identity.rows(`update identity_sessions set expires_at = now() + interval '3 days' ${mine}`);
    expect(await findPerson(visitor.request("/"))).not.toBeNull();
    expect(Number(await expiry())).toBeGreaterThan(29.9);
    await identity.rows(`update identity_sessions set expires_at = now() - interval '1 second' ${mine}`);
    expect(await findPerson(visitor.request("/"))).toBeNull();
  });

  test("queries again each time in an action, which may outlast the session", async () => {
    const visitor = await signedIn("slow@example.com");
    const upload = visitor.request("/account/settings/look", { method: "POST" });
    const person = (await findPerson(upload))!;
    await revokeSessions(person);
    expect(await findPerson(upload)).toBeNull();
  });

  test("ends a session 180 days after sign-in, however often it is used", async () => {
    const visitor = await signedIn("always@example.com");
    const mine = "where user_id = (select id from identity_users where email = 'always@example.com')";
    const age = (days: string) =>
      identity.rows(
        `update identity_sessions set created_at = now() - interval '${days}', expires_at = now() + interval '20 minutes',
                last_used_at = null ${mine}`,
      );
    const left = async () =>
      Number(
        (
          await identity.rows<{ hours: string }>(
            `select extract(epoch from expires_at - now()) / 3600 as hours from identity_sessions ${mine}`,
          )
        )[0]!.hours,
      );
    await age("170 days");
    expect(await findPerson(visitor.request("/"))).not.toBeNull();
    expect(await left()).toBeGreaterThan(239);
    expect(await left()).toBeLessThanOrEqual(240);
    await age("180 days");
    expect(await findPerson(visitor.request("/"))).not.toBeNull();
    expect(await left()).toBeLessThanOrEqual(0.34);
  });

  test("uses protected cookie names with https", async () => {
    const secure = await openIdentity({ publicUrl: "https://plumb.example" });
    const visitor = await signedIn("secure@example.com");
    expect(visitor.cookieHeader).toMatch(
      /^__Host-plumbline-session=.+; signed-in=1; __Host-plumbline-device=[\w-]{24}$/,
    );
    const { headers } = await visitor.post("/login", { email: "secure@example.com", password: PASSWORD });
    for (const cookie of headers.getSetCookie())
      expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(headers.getSetCookie().join()).not.toMatch(/domain/i);
    expect(await findPerson(visitor.request("/"))).not.toBeNull();
    expect((await secure.mailsTo("secure@example.com"))[0]!.text).toContain(
      "https://plumb.example/verify/address?token=",
    );
    await secure.drop();
    await identity.drop();
    identity = await openIdentity();
  });
});

describe("revoking", () => {
  test("takes effect immediately in every browser", async () => {
    const first = await signedIn("revoked@example.com");
    const second = new Visitor();
    await second.post("/login", { email: "revoked@example.com", password: PASSWORD });
    const person = (await findPerson(first.request("/")))!;
    expect(await revokeSessions(person, second.request("/"))).toBe(1);
    expect(await findPerson(first.request("/"))).toBeNull();
    expect(await findPerson(second.request("/"))).toEqual(person);
    expect(await revokeSessions(person)).toBe(1);
    expect(await findPerson(second.request("/"))).toBeNull();
  });

  test("spares only the person's own session", async () => {
    const mine = await signedIn("mine@example.com");
    const stranger = await signedIn("stranger@example.com");
    const person = (await findPerson(mine.request("/")))!;
    expect(await revokeSessions(person, stranger.request("/"))).toBe(1);
    expect(await findPerson(mine.request("/"))).toBeNull();
    expect(await findPerson(stranger.request("/"))).not.toBeNull();
  });
});

describe("/logout", () => {
  test("ends the session, clears the cookies, and redirects home", async () => {
    const visitor = await signedIn("leaving@example.com");
    const copied = visitor.request("/");
    const { status, location, headers } = await visitor.post("/logout", {});
    expect([status, location]).toEqual([303, "/"]);
    expect(headers.getSetCookie()).toHaveLength(2);
    expect(headers.get("clear-site-data"), "what the browser kept of photos").toBe('"cache"');
    expect([...visitor.cookies.keys()]).toEqual(["plumbline-device"]);
    expect(await findPerson(copied)).toBeNull();
    expect(await identity.sessionsOf("leaving@example.com")).toBe(0);
  });

  test("changes nothing on GET, and works without a session", async () => {
    const visitor = await signedIn("looking@example.com");
    const { status, html } = await visitor.get("/logout");
    expect(status).toBe(200);
    expect(html).toContain('method="post"');
    expect(await findPerson(visitor.request("/"))).not.toBeNull();
    expect((await new Visitor().post("/logout", {})).status).toBe(303);
  });
});

describe("requirePerson", () => {
  test("returns the person, or redirects to log in and back", async () => {
    const visitor = await signedIn("required@example.com");
    expect(await requirePerson(visitor.request("/account/jobs"))).toMatchObject({
      email: "required@example.com",
    });
    const asked = await thrownBy(requirePerson(new Visitor().request("/account/job/1?tab=photos&x=//y")));
    expect([asked.status, asked.headers.get("location")]).toEqual([
      302,
      "/login?next=%2Faccount%2Fjob%2F1%3Ftab%3Dphotos%26x%3D%2F%2Fy",
    ]);
    const posted = await thrownBy(requirePerson(new Visitor().request("/account/jobs", { method: "POST" })));
    expect([posted.status, posted.headers.get("location")]).toEqual([303, "/login?next=%2Faccount%2Fjobs"]);
    const strange = await thrownBy(requirePerson(new Request("http://localhost//evil.example")));
    expect(strange.headers.get("location")).toBe("/login");
  });
});

test("hasSessionHint trusts the cookie", async () => {
  const visitor = await signedIn("hint@example.com");
  expect(hasSessionHint(visitor.request("/"))).toBe(true);
  expect(hasSessionHint(new Visitor().request("/"))).toBe(false);
});

test("findPeople omits unknown ids", async () => {
  const visitor = await signedIn("found@example.com");
  const person = (await findPerson(visitor.request("/")))!;
  const db = drizzle(database().app);
  expect(await findPeople(db, [person.id, "00000000-0000-7000-8000-000000000000"])).toEqual([person]);
  expect(await findPeople(db, [])).toEqual([]);
});

test("resendVerification queues a few emails an hour, none once verified", async () => {
  const visitor = await signedIn("resend@example.com");
  const person = (await findPerson(visitor.request("/")))!;
  for (let index = 0; index < 3; index++) expect(await resendVerification(person)).toEqual({ sent: true });
  expect(await resendVerification(person)).toMatchObject({ sent: false });
  expect(await identity.mailsTo("resend@example.com")).toHaveLength(4);
  expect(await resendVerification({ ...person, emailVerified: true })).toMatchObject({
    sent: false,
    message: "Your email is already verified.",
  });
});

test("writes cookies that the identity library also reads", async () => {
  const visitor = await signedIn("library@example.com");
  const nothing = async () => {};
  const { api } = createLibrary({
    secret: createHmac("sha256", TEST_SECRET).update("identity").digest("base64url"),
    publicUrl: "http://localhost:3000",
    cookieName: "plumbline-session",
    secureCookies: false,
    tables: {
      users: identityUsers,
      sessions: identitySessions,
      credentials: identityCredentials,
      verifications: identityVerifications,
    },
    queueVerificationMail: nothing,
    queueResetMail: nothing,
    afterReset: () => Promise.resolve(""),
    log: createLog("error"),
  });
  const session = await api.getSession({ headers: new Headers({ cookie: visitor.cookieHeader }) });
  expect(session?.user.email).toBe("library@example.com");
});

describe("while the database is unavailable", () => {
  test("preserves typed values, shows a message, and counts no attempts", async () => {
    const visitor = await signedIn("away@example.com");
    const real = database();
    const away = openDatabase(real.owner, { host: "/nowhere", user: "nobody", database: "none" });
    useDatabase(away);
    try {
      for (let index = 0; index < 12; index++) {
        const login = await new Visitor().post("/login", { email: "away@example.com", password: PASSWORD });
        expect(login.status).toBe(503);
        expect(login.html).toContain("We can’t save anything right now.");
        expect(login.html).toContain('value="away@example.com"');
        expect(login.headers.get("Retry-After")).toBe("5");
      }
      const register = await new Visitor().post("/register", {
        email: "new@example.com",
        password: PASSWORD,
        confirmPassword: PASSWORD,
      });
      expect(register.status).toBe(503);
      expect(register.html).toContain('value="new@example.com"');
      expect((await new Visitor().post("/forgot", { email: "away@example.com" })).status).toBe(503);
      expect((await new Visitor().get("/login")).status).toBe(200);
      expect((await visitor.get("/login")).status).toBe(200);
      expect((await visitor.get("/register")).status).toBe(200);
      await expect(findPerson(visitor.request("/"))).rejects.toSatisfy(isStorageAway);
      const cookies = visitor.cookieHeader;
      await visitor.post("/logout", {});
      expect(visitor.cookieHeader).toBe(cookies);
    } finally {
      useDatabase(real);
      await away.close();
    }
    expect(
      (await new Visitor().post("/login", { email: "away@example.com", password: PASSWORD })).status,
    ).toBe(303);
    expect(await findPerson(visitor.request("/"))).not.toBeNull();
  });

  test("keeps people signed in when the disk is full", async () => {
    const visitor = await signedIn("full@example.com");
    await identity.rows("update identity_sessions set expires_at = now() + interval '3 days'");
    const owner = new pg.Client(identity.owner);
    await owner.connect();
    await owner.query(
      "create function no_space() returns trigger language plpgsql as $$ begin raise exception 'no space' using errcode = '53100'; end $$",
    );
    await owner.query(
      "create trigger no_space before update on identity_sessions execute function no_space()",
    );
    try {
      expect(await findPerson(visitor.request("/"))).toMatchObject({ email: "full@example.com" });
    } finally {
      await owner.query("drop trigger no_space on identity_sessions");
      await owner.end();
    }
  });
});
