import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { openDatabase } from "#platform/db/database.server.ts";
import { useDatabase, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { asForm, asJson, visit } from "../testing/visit.ts";
import * as api from "./api.ts";
import * as page from "./contact.tsx";

const clock = testClock("2026-11-20T09:00:00Z");
const OPERATORS = ["first@operator.test", "second@operator.test"];
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestInstallation(clock);
  useInstallation({ ...installation(), operatorEmails: OPERATORS });
});
afterAll(() => database.drop());

const words = (change: Record<string, unknown> = {}) => ({
  name: "Dana Ruiz",
  email: "Dana@Client.test",
  message: "Does it work for\r\nroofers?\r\n\r\nThanks",
  ...change,
});
const asText = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
const send = (fields: unknown, from = {}) => visit("/api/contact", api, asJson(fields), from);
const post = (fields: Record<string, unknown>) => visit("/contact", page, asForm(asText(fields)));

const rows = async (text: string): Promise<Record<string, unknown>[]> =>
  (await withSystem(({ db }) => db.execute(text))).rows;
const kept = () => rows("select * from site_contact_messages order by received_at, id");
const mails = () =>
  rows(
    "select recipient, reply_to, subject, text, html, kind, from_address from mail_messages order by recipient",
  );
afterEach(async () => {
  useDatabase(database.database, clock);
  await rows("delete from site_contact_messages");
  await rows("delete from mail_messages");
});

const away = () =>
  useDatabase(openDatabase({}, { host: "127.0.0.1", port: 1, user: "nobody", database: "nothing" }), clock);

describe("POST /api/contact", () => {
  test("keeps a message and mails it to every operator, answers going to the writer", async () => {
    const answer = await send(words());
    expect(answer).toMatchObject({ status: 200, body: "Message sent successfully!\n" });
    expect(await kept()).toMatchObject([
      {
        name: "Dana Ruiz",
        email: "dana@client.test",
        message: "Does it work for\nroofers?\n\nThanks",
        held_because: null,
      },
    ]);
    const sent = await mails();
    expect(sent.map((mail) => mail["recipient"])).toEqual(OPERATORS);
    for (const mail of sent) {
      expect(mail).toMatchObject({
        reply_to: "dana@client.test",
        subject: "Message from Dana Ruiz",
        kind: "transactional",
        from_address: "mail@plumbline.test",
      });
      for (const part of [
        "Does it work for",
        "Dana Ruiz (dana@client.test) wrote",
        "to reach dana@client.test",
      ]) {
        expect(mail["text"]).toContain(part);
        expect(mail["html"]).toContain(part);
      }
    }
  });

  test("takes forms too, and shows a form's sender the page that says so", async () => {
    const plain = await visit("/api/contact", api, asForm(asText(words())));
    expect([plain.status, plain.headers.get("Location")]).toEqual([303, "/contact?sent"]);
    const multipart = new FormData();
    for (const [name, value] of Object.entries(asText(words({ message: "Another" }))))
      multipart.set(name, value);
    expect((await visit("/api/contact", api, { method: "POST", body: multipart })).status).toBe(303);
    expect(await kept()).toHaveLength(2);
    const refused = await visit("/api/contact", api, asForm({ name: "Dana", email: "nobody", message: "" }));
    expect(refused).toMatchObject({
      status: 422,
      body: "Enter an email address like you@example.com. Write a message.\n",
    });
    expect((await visit("/contact?sent", page)).body).toMatch(
      /role="status"[^>]*data-kind="done"[^>]*>Message sent successfully!</,
    );
    expect((await visit("/contact", page)).body).not.toContain(">Message sent successfully!<");
  });

  test("refuses what is no message in plain text that reads well after `Error: `, and keeps nothing", async () => {
    const cases: [RequestInit, number, string][] = [
      [asJson({}), 422, "Enter your name. Enter your email address. Write a message."],
      [asJson(words({ name: "  \u2028 " })), 422, "Enter your name."],
      [asJson(words({ name: { $gt: "" } })), 422, "Enter your name."],
      [asJson(words({ email: ["a@b.test"] })), 422, "Enter your email address."],
      [
        asJson(words({ email: "a@b.test\r\nBcc: c@d.test" })),
        422,
        "Enter an email address like you@example.com.",
      ],
      [
        asJson(words({ email: `${"x".repeat(250)}@b.test` })),
        422,
        "That email address is too long to be right.",
      ],
      [asJson(words({ name: "x".repeat(121) })), 422, "That name is too long. Keep it to 120 characters."],
      [
        asJson(words({ message: "x".repeat(5001) })),
        422,
        "That message is too long. Keep it to 5,000 characters, or send it in two.",
      ],
      [asJson(words({ message: "\0\u0007 \n" })), 422, "Write a message."],
      [asJson("{"), 400, "That isn’t a JSON object. Nothing was saved."],
      [asJson("[1]"), 400, "That isn’t a JSON object. Nothing was saved."],
      [asJson("null"), 400, "That isn’t a JSON object. Nothing was saved."],
      [asJson(""), 400, "That isn’t a JSON object. Nothing was saved."],
      [
        { method: "POST", body: "name=a" },
        415,
        "Send this as JSON (Content-Type: application/json) or as a form. Nothing was saved.",
      ],
      [
        { method: "POST", headers: { "Content-Type": "multipart/form-data; boundary=x" }, body: "--x" },
        400,
        "We can’t read this form. Nothing was saved.",
      ],
      [
        { method: "PUT", headers: { "Content-Type": "application/json" }, body: "{}" },
        405,
        "Send a POST with name, email and message.",
      ],
      [{}, 405, "Send a POST with name, email and message."],
    ];
    for (const [init, status, text] of cases) {
      const answer = await visit("/api/contact", api, init);
      expect([answer.status, answer.body, answer.headers.get("Content-Type")]).toEqual([
        status,
        `${text}\n`,
        "text/plain; charset=utf-8",
      ]);
    }
    expect(await kept()).toEqual([]);
  });

  test("takes what fills every limit, and counts a line break once", async () => {
    const long = { name: "n".repeat(120), email: "dana@client.test", message: "m\r\n".repeat(2500) };
    expect((await send(long)).status).toBe(200);
    expect((await kept())[0]!["message"]).toHaveLength(4999);
    expect((await mails())[0]!["subject"]).toHaveLength(50);
  });

  test("lets nothing that was typed become a header or markup of the mail", async () => {
    const name = `Eve\r\nBcc: victim@evil.test\r\n\r\n<script>alert(1)</script>`;
    expect(
      (await send(words({ name, message: `<img src=x onerror=alert(1)>\u001b[31m "quoted" \ud800` }))).status,
    ).toBe(200);
    for (const mail of await mails()) {
      expect(mail["subject"]).not.toMatch(/[\r\n]/);
      expect(mail["html"]).not.toMatch(/<script|<img/);
      expect(mail["html"]).toContain("&lt;img src=x");
    }
    expect((await mails()).map((mail) => mail["recipient"])).toEqual(OPERATORS);
  });

  test("makes one message and one mail each of fifty at once, and of the same again later that day", async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(words())));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(
      new Set(["200 Message sent successfully!\n"]),
    );
    expect((await post(words())).status).toBe(200);
    expect(await kept()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
    clock.advance({ hours: 24 });
    await send(words());
    await send(words({ message: "Another thing" }));
    expect(await kept()).toHaveLength(3);
  });

  test("keeps likely spam and mails none of it, with the same answer", async () => {
    for (const sign of [
      { website: "https://pills.test" },
      { elapsed: 2 },
      { elapsed: 500, message: "Buy https://pills.test" },
    ])
      expect(await send(words(sign))).toMatchObject({ status: 200, body: "Message sent successfully!\n" });
    expect((await kept()).map((row) => String(row["held_because"])).sort()).toEqual([
      "faster than a person",
      "faster than a person",
      "hidden field filled",
    ]);
    expect(await mails()).toEqual([]);
    // A genuine message isn't treated as a duplicate of a quarantined one with the same text.
    await send(words({ website: "", elapsed: 9000 }));
    expect(await mails()).toHaveLength(2);
  });

  test("keeps messages where nobody is named to mail them to", async () => {
    useInstallation({ ...installation(), operatorEmails: [] });
    try {
      expect((await send(words())).status).toBe(200);
      expect([await kept(), await mails()]).toMatchObject([[{ name: "Dana Ruiz" }], []]);
    } finally {
      useInstallation({ ...installation(), operatorEmails: OPERATORS });
    }
  });

  test("stores nothing when the mail can't be queued", async () => {
    useInstallation({ ...installation(), operatorEmails: ["no address"] });
    try {
      expect((await send(words())).status).toBeGreaterThanOrEqual(400);
      expect(await kept()).toEqual([]);
    } finally {
      useInstallation({ ...installation(), operatorEmails: OPERATORS });
    }
  });

  test("limits messages per client address, and says when to come back", async () => {
    const from = { address: "203.0.113.9" };
    for (let index = 0; index < 10; index++)
      expect((await send(words({ message: `no ${index}` }), from)).status).toBe(200);
    const answer = await send(words({ message: "one more" }), from);
    expect(answer).toMatchObject({
      status: 429,
      body: "You’ve sent several messages in a short time. Please try again in 10 minutes.\n",
    });
    expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(500);
    expect(await kept()).toHaveLength(10);
    for (let index = 0; index < 12; index++)
      expect(
        (await send(words({ message: `local ${index}` }), { address: "127.0.0.1", direct: true })).status,
      ).toBe(200);
  });

  test("answers 503 while the database is away", async () => {
    away();
    expect(await send(words())).toMatchObject({ status: 503, body: "Server error. Please try again.\n" });
  });
});

describe("/contact", () => {
  test("is the form of the contract", async () => {
    const { body } = await visit("/contact", page);
    for (const part of [
      "Contact Us</h1>",
      'name="name"',
      'type="email"',
      'name="email"',
      'rows="5"',
      ">Send Message</button>",
    ])
      expect(body).toContain(part);
    expect(body.match(/ required=""/g)).toHaveLength(3);
    expect(body).toMatch(/role="status" data-kind="info"><\/p>/);
    expect(body).toMatch(
      /<input type="text" tabindex="-1" autoComplete="off" name="website"|name="website"[^>]*tabindex="-1"/i,
    );
  });

  test("without script: sends, empties the fields and says so", async () => {
    const { status, body } = await post(words());
    expect(status).toBe(200);
    expect(body).toMatch(/data-kind="done"[^>]*>Message sent successfully!</);
    expect(body).not.toContain("Dana");
    expect(await mails()).toHaveLength(2);
  });

  test("without script: says what is wrong beside the field and beneath, with what was typed still there", async () => {
    const { status, body } = await post({ name: "<b>Dana</b>", email: "nobody", message: "Hello" });
    expect(status).toBe(422);
    expect(body).toMatch(/id="field-email-error".*Enter an email address like you@example.com\./s);
    expect(body).toMatch(/data-kind="error"[^>]*>Error: Enter an email address like you@example.com\.</);
    expect(body).toContain('value="&lt;b&gt;Dana&lt;/b&gt;"');
    expect(body).toContain('value="nobody"');
    expect(body).toContain(">Hello</textarea>");
    expect(await kept()).toEqual([]);
  });

  test("without script: 503 with the contract's text and the fields kept while the database is away", async () => {
    away();
    const { status, body } = await post(words());
    expect(status).toBe(503);
    expect(body).toMatch(/role="alert" data-kind="error"[^>]*>Error: Server error. Please try again.</);
    for (const part of ['value="Dana Ruiz"', 'value="Dana@Client.test"', "Does it work for"])
      expect(body).toContain(part);
  });

  test("shows the form again for bodies that are no form", async () => {
    for (const type of ["application/json", "text/plain", "multipart/form-data; boundary=x"]) {
      const { status, body } = await visit("/contact", page, {
        method: "POST",
        headers: { "Content-Type": type },
        body: "{}",
      });
      expect(status).toBe(422);
      expect(body).toContain("Enter your name.");
    }
  });
});
