import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testClock } from "#platform/db/testing/installation.ts";
import { withSystem } from "#platform/db/scope.server.ts";
import { findPerson, fullNamesOf, namesOf, offerName } from "../public.server.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

const clock = testClock("2026-11-20T16:00:00Z");
let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => void (identity = await openIdentity({ clock })));
afterAll(() => identity.drop());

const HERE = "/account/settings/you";
const NEW = "gravel bucket tide 41";
const change = (currentPassword: string, password: string, confirmPassword = password) => ({
  intent: "password",
  currentPassword,
  password,
  confirmPassword,
});
const canLogIn = async (email: string, password: string) =>
  (await new Visitor().post("/login", { email, password })).status === 303;
const kindsOf = async (email: string) =>
  (
    await identity.rows<{ kind: string }>(
      "select kind from identity_events e join identity_users u on u.id = e.user_id where u.email = $1 order by at, e.id",
      [email],
    )
  ).map(({ kind }) => kind);

test("requires signing in", async () => {
  expect((await new Visitor().get(HERE)).location).toBe(`/login?next=${encodeURIComponent(HERE)}`);
  expect((await new Visitor().post(HERE, change(PASSWORD, NEW))).location).toContain("/login");
});

test("shows the address, and resends the verification email until it is verified", async () => {
  const email = "shows@example.com";
  const visitor = await signedIn(email);
  const { html } = await visitor.get(HERE);
  expect(html).toContain(email);
  expect(html).toContain("Not verified yet");
  for (const place of ["mail-sent", "mail-sent", "mail-sent", "mail-limit"])
    expect((await visitor.post(HERE, { intent: "resend" })).location).toBe(`${HERE}?notice=${place}`);
  expect(await identity.mailsTo(email)).toHaveLength(4);
  const { path } = (await identity.mailsTo(email)).at(-1)!;
  await visitor.get(path);
  const verified = (await visitor.get(HERE)).html;
  expect(verified).toContain("Verified");
  expect(verified).not.toContain("Send the link again");
  await visitor.post(HERE, { intent: "resend" });
  expect(await identity.mailsTo(email)).toHaveLength(4);
  expect((await visitor.post(HERE, { intent: "nonsense" })).status).toBe(422);
});

test("saves a name, shown instead of the address, or with it where identity matters", async () => {
  const email = "named@example.com";
  const visitor = await signedIn(email);
  const [row] = await identity.rows<{ id: string }>("select id from identity_users where email = $1", [
    email,
  ]);
  const called = () =>
    withSystem(async ({ db }) => [
      (await namesOf(db, [row!.id, null])).get(row!.id),
      (await fullNamesOf(db, [row!.id])).get(row!.id),
    ]);
  // Without a name, one is derived from the address.
  expect(await called()).toEqual(["Named", email]);
  expect((await visitor.post(HERE, { intent: "name", name: "  Sam \u202E Ortiz\n" })).location).toBe(
    `${HERE}?notice=name-saved`,
  );
  expect((await visitor.get(HERE)).html).toContain('value="Sam Ortiz"');
  expect(await called()).toEqual(["Sam Ortiz", `Sam Ortiz (${email})`]);
  const refused = await visitor.post(HERE, { intent: "name", name: "a".repeat(81) });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("Use at most 80 characters.");
  await visitor.post(HERE, { intent: "name", name: " " });
  expect(await called()).toEqual(["Named", email]);
  // What they type for their business is theirs too, unless they have a name.
  for (const name of [" ", " Ruth Calloway ", "Somebody Else"])
    await withSystem(({ db }) => offerName(db, row!.id, name));
  expect(await called()).toEqual(["Ruth Calloway", `Ruth Calloway (${email})`]);
});

describe("changing the password", () => {
  test("ends other sessions, renews this one, cancels mailed resets, and sends a notice", async () => {
    const email = "changes@example.com";
    const mine = await signedIn(email);
    const other = new Visitor();
    await other.post("/login", { email, password: PASSWORD });
    await new Visitor().post("/forgot", { email });
    const reset = (await identity.mailsTo(email)).at(-1)!.path;
    expect((await new Visitor().get(reset)).status).toBe(200);
    const copied = mine.request("/");
    const before = mine.cookies.get("plumbline-session");

    const answer = await mine.post(HERE, change(PASSWORD, NEW));
    expect([answer.status, answer.location]).toEqual([303, `${HERE}?notice=password-saved`]);
    expect(mine.cookies.get("plumbline-session")).not.toBe(before);
    expect(await findPerson(mine.request("/"))).toMatchObject({ email });
    expect(await findPerson(copied)).toBeNull();
    expect(await findPerson(other.request("/"))).toBeNull();
    expect(await identity.sessionsOf(email)).toBe(1);
    expect((await new Visitor().get(reset)).status).toBe(410);
    expect(await canLogIn(email, PASSWORD)).toBe(false);
    expect(await canLogIn(email, NEW)).toBe(true);
    const [mail, ...more] = (await identity.mailsTo(email)).filter(
      ({ subject }) => subject === "Your password was changed",
    );
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ kind: "transactional", state: "queued" });
    expect(mail!.text).toContain("http://localhost:3000/forgot");
    expect(await kindsOf(email)).toContain("password-changed");
  });

  test("shows errors beside the fields, and changes nothing", async () => {
    const email = "refused@example.com";
    const visitor = await signedIn(email);
    const refusals = [
      [change("", NEW), "Enter your current password."],
      [change("not my password", NEW), "That’s not your current password."],
      [change(PASSWORD, NEW, `${NEW}!`), "Passwords do not match."],
      [change(PASSWORD, "", ""), "Choose a password."],
      [change(PASSWORD, "short"), "Password too short"],
      [change(PASSWORD, "y".repeat(129)), "Password too long"],
      [change(PASSWORD, "password1"), "password is too common"],
      [change(PASSWORD, email), "That’s your email address"],
      [change(PASSWORD, PASSWORD), "That’s already your password. Choose a different one."],
    ] as const;
    for (const [fields, text] of refusals) {
      const { status, html } = await visitor.post(HERE, fields);
      expect(status, text).toBe(422);
      expect(html).toContain(text);
      if (fields.password !== email) expect(html).not.toContain(`value="${fields.password || "-"}"`);
    }
    expect(await canLogIn(email, PASSWORD)).toBe(true);
    expect((await identity.mailsTo(email)).map(({ subject }) => subject)).not.toContain(
      "Your password was changed",
    );
  });

  test("limits guesses of the current password from an open session", async () => {
    const visitor = await signedIn("guessed@example.com");
    const statuses: number[] = [];
    for (let index = 0; index < 11; index++)
      statuses.push((await visitor.post(HERE, change(`guess number ${index}`, NEW))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429]);
    const { status, html, headers } = await visitor.post(HERE, change(PASSWORD, NEW));
    expect(status).toBe(429);
    expect(html).toContain("Too many wrong passwords.");
    expect(Number(headers.get("Retry-After") ?? 600)).toBeGreaterThan(0);
    await expect.poll(() => kindsOf("guessed@example.com")).toContain("sign-in-refused");
  });

  test("happens once when submitted twice at the same time", async () => {
    const email = "twice@example.com";
    const visitor = await signedIn(email);
    const tab = new Visitor();
    for (const [name, value] of visitor.cookies) tab.cookies.set(name, value);
    const answers = await Promise.all([
      visitor.post(HERE, change(PASSWORD, NEW)),
      tab.post(HERE, change(PASSWORD, `${NEW}!`)),
    ]);
    expect(
      answers.filter(({ status, location }) => status === 303 && location?.startsWith(HERE)),
    ).toHaveLength(1);
    expect(
      (await identity.mailsTo(email)).filter(({ subject }) => subject === "Your password was changed"),
    ).toHaveLength(1);
    expect(await identity.sessionsOf(email)).toBe(1);
  });

  test("sets a first password after a recent proof", async () => {
    const email = "first@example.com";
    const visitor = await signedIn(email);
    await identity.rows(
      "delete from identity_credentials where user_id = (select id from identity_users where email = $1)",
      [email],
    );
    const { html } = await visitor.get(HERE);
    expect(html).toContain("have a password yet.");
    expect(html).not.toContain('name="currentPassword"');
    clock.advance({ minutes: 16 });
    const late = await visitor.post(HERE, change("", NEW));
    expect(late.location).toBe(`/account/confirm?next=${encodeURIComponent(HERE)}`);
    expect(await canLogIn(email, NEW)).toBe(false);
    await identity.rows("update identity_sessions set confirmed_at = $1", [clock.now().toString()]);
    expect((await visitor.post(HERE, change("", "short"))).status).toBe(422);
    expect((await visitor.post(HERE, change("", NEW))).location).toBe(`${HERE}?notice=password-saved`);
    expect(await canLogIn(email, NEW)).toBe(true);
  });
});

test("a reset of a never verified address removes everything set up before", async () => {
  const email = "reset-hijack@example.com";
  const thief = await signedIn(email);
  await identity.rows(
    `insert into identity_credentials (id, user_id, provider_id, provider_account_id, created_at, updated_at)
       select gen_random_uuid(), id, 'https://provider.example', 'thief', $2, $2 from identity_users where email = $1`,
    [email, clock.now().toString()],
  );
  await identity.rows(
    "insert into identity_totp (user_id, sealed, created_at, confirmed_at) select id, 'x', $2, $2 from identity_users where email = $1",
    [email, clock.now().toString()],
  );
  await new Visitor().post("/forgot", { email });
  const { path } = (await identity.mailsTo(email)).at(-1)!;
  expect((await new Visitor().post(path, { password: NEW, confirmPassword: NEW })).status).toBe(200);
  expect(await findPerson(thief.request("/"))).toBeNull();
  const owner = new Visitor();
  expect((await owner.post("/login", { email, password: NEW })).location).toBe("/account/dashboard");
  expect(await findPerson(owner.request("/"))).toMatchObject({ emailVerified: true });
  expect(
    await identity.rows("select 1 from identity_credentials where provider_account_id = 'thief'"),
  ).toEqual([]);
  expect(await kindsOf(email)).toContain("password-reset");
  expect((await identity.mailsTo(email)).map(({ subject }) => subject)).toContain(
    "Your password was changed",
  );
});
