import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testClock } from "#platform/db/testing/installation.ts";
import { confirmEmailChange } from "./change-email.server.ts";
import { findPerson } from "../public.server.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

const clock = testClock("2026-11-20T16:00:00Z");
let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(
  async () => void (identity = await openIdentity({ clock, operatorEmails: ["boss@plumbline.test"] })),
);
afterAll(() => identity.drop());

const ASK = "/account/settings/you/email";
const YOU = "/account/settings/you";
const linkTo = async (email: string) => (await identity.mailsTo(email)).at(-1)!.path;
const subjectsTo = async (email: string) => (await identity.mailsTo(email)).map(({ subject }) => subject);
const addressOf = async (visitor: Visitor) => (await findPerson(visitor.request("/")))?.email;

describe("requesting", () => {
  test("requires a recent proof", async () => {
    expect((await new Visitor().get(ASK)).location).toContain("/login?next=");
    const visitor = await signedIn("proof@example.com");
    expect((await visitor.get(ASK)).status).toBe(200);
    clock.advance({ minutes: 16 });
    for (const answer of [
      await visitor.get(ASK),
      await visitor.post(ASK, { email: "proof-new@example.com" }),
    ])
      expect(answer.location).toBe(`/account/confirm?next=${encodeURIComponent(ASK)}`);
    expect(await identity.mailsTo("proof-new@example.com")).toEqual([]);
  });

  test("mails a link to the new address and a notice to the old one, and changes nothing until it is opened", async () => {
    const visitor = await signedIn("asks@example.com");
    const answer = await visitor.post(ASK, { email: " Asks-New@Example.com " });
    expect([answer.status, answer.location]).toEqual([303, `${YOU}?notice=email-asked`]);
    const [mail] = await identity.mailsTo("asks-new@example.com");
    expect(mail).toMatchObject({
      subject: "Your new address for Plumbline",
      kind: "transactional",
      state: "queued",
    });
    expect(mail!.path).toMatch(/^\/verify\/email\?token=[\w-]{24}$/);
    const notice = (await identity.mailsTo("asks@example.com")).at(-1)!;
    expect(notice.subject).toBe("Someone asked to change your email");
    expect(notice.text).toContain("asks-new@example.com");
    expect(notice.text).not.toContain("token=");
    expect(await addressOf(visitor)).toBe("asks@example.com");
    const { html } = await visitor.get(YOU);
    expect(html).toContain("asks-new@example.com");
    expect(html).toContain("Cancel the change");
  });

  test("answers the same for a taken address, and notifies its owner instead", async () => {
    const owner = await signedIn("taken@example.com");
    const asker = await signedIn("asker@example.com");
    const other = await signedIn("asker-other@example.com");
    const taken = await asker.post(ASK, { email: "Taken@example.com" });
    const free = await other.post(ASK, { email: "free1@example.com" });
    expect([taken.status, taken.location]).toEqual([free.status, free.location]);
    const page = async (visitor: Visitor, mine: string, theirs: string) =>
      (await visitor.get(YOU)).html.replaceAll(mine, "MINE").replaceAll(theirs, "THEIRS");
    expect(await page(asker, "asker@example.com", "taken@example.com")).toBe(
      await page(other, "asker-other@example.com", "free1@example.com"),
    );
    expect((await subjectsTo("taken@example.com")).at(-1)).toBe("Someone tried to use your address");
    const mail = (await identity.mailsTo("taken@example.com")).at(-1)!;
    expect(mail.text).not.toContain("asker@example.com");
    expect(mail.text).not.toContain("token=");
    expect(await addressOf(owner)).toBe("taken@example.com");
  });

  test.each([
    ["", "Enter your email address."],
    ["nonsense", "Enter an email address like"],
    ["a@example.com\r\nBcc: b@example.com", "Enter an email address like"],
    [`${"x".repeat(300)}@example.com`, "too long to be right"],
    ["WORDS@example.com", "That’s already your address."],
  ])("says beside the field what is wrong with %j", async (email, text) => {
    const visitor = new Visitor();
    await new Visitor().post("/register", {
      email: "words@example.com",
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    await visitor.post("/login", { email: "words@example.com", password: PASSWORD });
    const before = (await identity.mailsTo("words@example.com")).length;
    const { status, html } = await visitor.post(ASK, { email });
    expect(status).toBe(422);
    expect(html).toContain(text);
    expect(await identity.mailsTo("words@example.com")).toHaveLength(before);
  });

  test("sends at most three emails an hour to one address, five from one person", async () => {
    const askers = [await signedIn("flood-1@example.com"), await signedIn("flood-2@example.com")];
    const answers: number[] = [];
    for (let index = 0; index < 4; index++)
      answers.push((await askers[index % 2]!.post(ASK, { email: "flooded@example.com" })).status);
    expect(answers).toEqual([303, 303, 303, 429]);
    const from: number[] = [];
    for (let index = 0; index < 4; index++)
      from.push((await askers[0]!.post(ASK, { email: `spread-${index}@example.com` })).status);
    expect(from).toEqual([303, 303, 303, 429]);
    const refused = await askers[0]!.post(ASK, { email: "one-more@example.com" });
    expect(refused.html).toContain('value="one-more@example.com"');
    expect(await identity.mailsTo("one-more@example.com")).toEqual([]);
  });
});

describe("/verify/email", () => {
  test("changes the requester's address once, and invalidates links mailed to the old one", async () => {
    const visitor = await signedIn("old@example.com");
    const phone = new Visitor();
    await phone.post("/login", { email: "old@example.com", password: PASSWORD });
    await new Visitor().post("/forgot", { email: "old@example.com" });
    const reset = await linkTo("old@example.com");
    await visitor.post(ASK, { email: "new@example.com" });
    const link = await linkTo("new@example.com");
    // Without a session, like an email scanner, nothing happens.
    for (let look = 0; look < 2; look++) {
      const page = await new Visitor().get(link);
      expect(page.status).toBe(200);
      expect(page.html).toContain("Log in first");
      expect(page.html).toContain(`/login?next=${encodeURIComponent(link)}`);
      expect(page.headers.get("X-Robots-Tag")).toBe("noindex");
    }
    const answer = await visitor.get(link);
    expect([answer.status, answer.location]).toEqual([303, `${YOU}?notice=email-changed`]);
    expect(await findPerson(visitor.request("/"))).toMatchObject({
      email: "new@example.com",
      emailVerified: true,
    });
    expect(await addressOf(phone)).toBe("new@example.com");
    expect((await visitor.get(link)).status).toBe(410);
    expect((await new Visitor().get(link)).html).toContain("This link no longer works");
    expect((await new Visitor().get(reset)).status).toBe(410);
    expect((await subjectsTo("old@example.com")).at(-1)).toBe("Your email was changed");
    expect(
      (await new Visitor().post("/login", { email: "old@example.com", password: PASSWORD })).status,
    ).toBe(422);
    expect(
      (await new Visitor().post("/login", { email: "NEW@example.com", password: PASSWORD })).status,
    ).toBe(303);
    expect((await visitor.get("/account/settings/sessions")).html).toContain(
      "Email changed from old@example.com to new@example.com",
    );
  });

  test("changes nothing for another person, even the mailbox's owner, and stays valid for the requester", async () => {
    const visitor = await signedIn("right@example.com");
    await visitor.post(ASK, { email: "right-new@example.com" });
    const link = await linkTo("right-new@example.com");
    const wrong = await signedIn("wrong@example.com");
    const page = await wrong.get(link);
    expect(page.status).toBe(200);
    expect(page.html).toContain("is for a different account");
    expect(page.html).not.toContain("right@example.com");
    expect(await addressOf(wrong)).toBe("wrong@example.com");
    // The function behind the page refuses too.
    const token = link.split("token=")[1]!;
    const person = (await findPerson(wrong.request("/")))!;
    expect(await confirmEmailChange(token, person, { address: "", userAgent: "" })).toBe("gone");
    expect(await addressOf(wrong)).toBe("wrong@example.com");
    expect(await addressOf(visitor)).toBe("right@example.com");
    expect((await visitor.get(link)).status).toBe(303);
  });

  test("accepts only the newest link, for 24 hours, until canceled", async () => {
    const visitor = await signedIn("newest@example.com");
    await visitor.post(ASK, { email: "newest-1@example.com" });
    const first = await linkTo("newest-1@example.com");
    await visitor.post(ASK, { email: "newest-2@example.com" });
    const second = await linkTo("newest-2@example.com");
    expect((await visitor.get(first)).status).toBe(410);
    expect((await visitor.post(YOU, { intent: "keep-email" })).location).toBe(`${YOU}?notice=email-kept`);
    expect((await visitor.get(second)).status).toBe(410);
    expect((await visitor.get(YOU)).html).not.toContain("Cancel the change");

    await identity.rows("update identity_sessions set confirmed_at = $1", [clock.now().toString()]);
    await visitor.post(ASK, { email: "newest-3@example.com" });
    const third = await linkTo("newest-3@example.com");
    clock.advance({ hours: 24 });
    expect((await visitor.get(third)).status).toBe(410);
    expect(await addressOf(visitor)).toBe("newest@example.com");
  });

  test("gives an address to the first of two people, and tells the other", async () => {
    const people = [await signedIn("race-1@example.com"), await signedIn("race-2@example.com")];
    const links: string[] = [];
    for (const person of people) {
      await person.post(ASK, { email: "prize@example.com" });
      links.push(await linkTo("prize@example.com"));
    }
    const answers = await Promise.all(people.map((person, index) => person.get(links[index]!)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 409]);
    expect(answers.find(({ status }) => status === 409)!.html).toContain("This address can’t be used");
    const [row] = await identity.rows<{ count: number }>(
      "select count(*)::int as count from identity_users where email = 'prize@example.com'",
    );
    expect(row!.count).toBe(1);
  });

  test("changes once when opened in two tabs at the same time", async () => {
    const visitor = await signedIn("tabs@example.com");
    await visitor.post(ASK, { email: "tabs-new@example.com" });
    const link = await linkTo("tabs-new@example.com");
    const answers = await Promise.all([visitor.get(link), visitor.get(link), visitor.get(link)]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      303, 410, 410,
    ]);
    expect(
      (await subjectsTo("tabs@example.com")).filter((subject) => subject === "Your email was changed"),
    ).toHaveLength(1);
  });

  test("requires the operator's mailbox for an operator's address", async () => {
    const visitor = await signedIn("climber@example.com");
    await visitor.post(ASK, { email: "boss@plumbline.test" });
    for (const token of ["", "x", "a".repeat(24), "%00"])
      expect((await visitor.get(`/verify/email?token=${token}`)).status).toBe(410);
    for (const fields of [
      { email: "boss@plumbline.test" },
      { intent: "keep-email", email: "boss@plumbline.test" },
    ])
      await visitor.post(YOU, fields as Record<string, string>);
    expect(await addressOf(visitor)).toBe("climber@example.com");
    // The operator opens the email in their own browser, which isn't the requester's.
    const boss = await signedIn("boss@plumbline.test");
    await boss.get(await linkTo("boss@plumbline.test"));
    expect(await addressOf(visitor)).toBe("climber@example.com");
    expect(await addressOf(boss)).toBe("boss@plumbline.test");
  });
});
