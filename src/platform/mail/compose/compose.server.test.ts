import fc from "fast-check";
import PostalMime, { type Email } from "postal-mime";
import { describe, expect, it } from "vitest";
import MailComposer from "nodemailer/lib/mail-composer";
import { assemble, buildMessage, compile } from "./compose.server.ts";
import { headerText } from "./header-text.ts";
import type { MailMessage } from "../message.ts";
import { plainMessage } from "./plain-message.server.ts";
import { aMessage, UNSUBSCRIBE_URL } from "../testing/message.ts";

const DATE = Temporal.Instant.from("2026-11-20T09:47:13Z");
const files = { get: async () => Buffer.from("%PDF-1.7") };
const raw = (message: MailMessage) => buildMessage(message, { date: DATE, files });
const parsed = async (message: MailMessage): Promise<Email> => PostalMime.parse(await raw(message));
const headersOf = (built: Buffer) => built.toString("latin1").split("\r\n\r\n")[0]!;

const fieldsOf = (built: Buffer) =>
  headersOf(built)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")
    .map((line) => line.slice(0, line.indexOf(":")).toLowerCase());

describe("buildMessage", () => {
  it("has the headers of a follow-up, including the one-click pair", async () => {
    const built = await raw(
      aMessage({
        kind: "followup",
        unsubscribeUrl: UNSUBSCRIBE_URL,
        accountId: "01a1f87d-55d7-7a8e-9f2b-924405e95e4d",
      }),
    );
    const head = headersOf(built);
    expect(head).toContain(`\r\nList-Unsubscribe: <${UNSUBSCRIBE_URL}>\r\n`);
    expect(head).toContain("\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
    expect(head).toContain("\r\nAuto-Submitted: auto-generated\r\n");
    expect(head).toContain("\r\nDate: Fri, 20 Nov 2026 09:47:13 +0000\r\n");
    expect(head).toContain("Message-ID: <a.b@example.com>\r\n");
  });

  it("omits Auto-Submitted from personal mail, and lets the caller set it", async () => {
    const accountId = "01a1f87d-55d7-7a8e-9f2b-924405e95e4d";
    expect(headersOf(await raw(aMessage({ accountId })))).not.toContain("Auto-Submitted");
    expect(
      headersOf(await raw(aMessage({ accountId, headers: { "Auto-Submitted": "auto-replied" } }))),
    ).toContain("Auto-Submitted: auto-replied");
  });

  it("is the same for the same message, so that a receiver recognizes it", async () => {
    const message = aMessage({
      html: "<p>Hello</p>",
      attachments: [{ name: "a.pdf", contentType: "application/pdf", file: "x" }],
    });
    expect((await raw(message)).equals(await raw(message))).toBe(true);
  });

  it("has text, HTML and attachments that decode unchanged", async () => {
    const message = aMessage({
      subject: "Angebot für Ø’Neill 木 🪵",
      fromName: "Müller, Söhne & 木工",
      recipientName: 'Dana "Dee" O’Neill',
      replyTo: "reply@example.net",
      text: "Grüße,\nlong ".concat("word ".repeat(300)),
      html: `<p>${"long ".repeat(400)}–</p>`,
      attachments: [{ name: "Angebot Nr. 12 – Zaun.pdf", contentType: "application/pdf", file: "x" }],
    });
    const built = await raw(message);
    for (const line of built.toString("latin1").split("\r\n")) expect(line.length).toBeLessThan(200);
    // No bare CR or LF, and ASCII only.
    expect(built.toString("latin1")).not.toMatch(/[^\r]\n|\r[^\n]|[\u0080-\u00ff]/);
    const mail = await PostalMime.parse(built);
    expect(mail.subject).toBe(message.subject);
    expect(mail.from).toMatchObject({ name: message.fromName, address: message.fromAddress });
    expect(mail.to).toMatchObject([{ name: message.recipientName, address: message.recipient }]);
    expect(mail.replyTo).toMatchObject([{ address: "reply@example.net" }]);
    expect(mail.text?.trim()).toBe(message.text.trim());
    expect(mail.html?.trim()).toBe(message.html);
    expect(mail.attachments).toMatchObject([
      { filename: "Angebot Nr. 12 – Zaun.pdf", mimeType: "application/pdf" },
    ]);
  });

  it("preserves a line that begins with a dot or with From", async () => {
    const text = ".\n..two\nFrom here\n.";
    expect((await parsed(aMessage({ text }))).text?.trimEnd()).toBe(text);
  });
});

// Ends in a visible character: the streams break a last line that ends in spaces differently.
const words = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 }),
    fc
      .array(
        fc.constantFrom(
          "word ",
          "\r\n",
          " \r\n",
          "=",
          ".",
          "\r\n.",
          "é",
          "木",
          "🪵",
          "\t",
          "From ",
          "x".repeat(90),
        ),
        {
          minLength: 1,
          maxLength: 80,
        },
      )
      .map((parts) => parts.join("")),
  )
  .map((text) => `${text}.`);

describe("a text-only message whose headers need no encoding", () => {
  // Like rows: cleaned when they were queued. Often plain, so that the fast path is taken, and often not.
  const mostly = <T>(plain: fc.Arbitrary<T>, other: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: other });
  const name = mostly(
    fc.constantFrom("Dana Ruiz", "Bench Decks", "a".repeat(90), ""),
    fc.oneof(fc.constant("O'Neill & Sons"), fc.string({ unit: "grapheme", maxLength: 90 })),
  ).map((text) => headerText(text));
  const subject = mostly(
    fc.lorem({ maxCount: 25 }),
    fc.oneof(name, fc.constantFrom("=?x?", 'a "b" c', "a, b: c; d", "50% off (really)", "tab\there")),
  ).map((text) => headerText(text).slice(0, 200).trim());
  const address = mostly(
    fc.constantFrom("dana@example.org", "a.b+c@sub.example.org"),
    fc.oneof(
      fc.constantFrom("a..b@x.org", ".a@x.org", "jürgen@x.org", "o'neill@x.org", "a@xn--jgeva-dua.ee"),
      fc.emailAddress(),
    ),
  );

  it("equals the output of nodemailer's composer, byte for byte", async () => {
    let short = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          fromName: name,
          recipientName: name,
          subject,
          recipient: address,
          replyTo: fc.option(address),
          text: words,
          html: fc.option(
            fc.oneof(
              words,
              fc.lorem({ maxCount: 60 }),
              fc.constant(`<p style="margin:0 0 16px">${"word ".repeat(60)}</p>`),
            ),
          ),
          headers: mostly(
            fc.constant({}),
            fc.record({ "x-note": subject, "In-Reply-To": fc.constant("<a@b>") }),
          ),
        }),
        fc.date({ noInvalidDate: true, min: new Date("2000-01-01"), max: new Date("2100-01-01") }),
        async (change, at) => {
          const message = aMessage({ ...change, kind: "followup", unsubscribeUrl: UNSUBSCRIBE_URL });
          const date = Temporal.Instant.fromEpochMilliseconds(at.getTime());
          if (plainMessage(message, date, [])) short++;
          expect((await buildMessage(message, { date, files })).toString()).toBe(
            assemble(compile(message, date, [])),
          );
        },
      ),
      { numRuns: 1000 },
    );
    expect(short).toBeGreaterThan(50);
    expect(short).toBeLessThan(900);
  });
});

describe("assemble", () => {
  it("equals the output of nodemailer's own streams, byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(words, fc.option(words, { nil: undefined }), words, async (text, html, name) => {
        const compile = () =>
          new MailComposer({
            from: { name, address: "jürgen@example.com" },
            to: "b@example.com",
            subject: name,
            messageId: "<a@b>",
            date: new Date(0),
            text,
            html,
            baseBoundary: "x",
          }).compile();
        expect(assemble(compile())).toBe((await compile().build()).toString());
      }),
      { numRuns: 300 },
    );
  });
});

describe("user input never becomes a separate header", () => {
  const nasty = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 60 }),
    fc
      .array(
        fc.oneof(
          fc.constantFrom(
            "\r\n",
            "\n",
            "\r",
            "\0",
            "\u2028",
            "\u0085",
            "\t",
            " ",
            "\r\n\r\n",
            ",",
            ";",
            "<",
            ">",
            '"',
            "\\",
            ":",
            "=?utf-8?Q?=0D=0ABcc:_x=40y.z?=",
            "=?UTF-8?B?DQpCY2M6IHg=?=",
          ),
          fc.constantFrom(
            "Bcc: evil@example.com",
            "Subject: x",
            "evil@example.com",
            "Content-Type: text/html",
            "é",
            "🪵",
            "a",
          ),
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join("")),
  );

  it("in names, subject, reply address, file names and further headers", async () => {
    const plain = fieldsOf(await raw(full({})));
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, nasty, async (name, subject, file, value) => {
        const message = full({ fromName: name, recipientName: name, subject, fileName: file, value });
        const built = await raw(message);
        const head = headersOf(built);
        expect(head).not.toMatch(/[^\r]\n|\r[^\n]/);
        // oxlint-disable-next-line no-control-regex -- that is the point
        expect(head).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/);
        const empty = (text: string) => headerText(text) === "";
        const expected = plain.filter(
          (field) => !(field === "subject" && empty(subject)) && !(field === "x-note" && empty(value)),
        );
        expect(fieldsOf(built)).toEqual(expected);
        const mail = await PostalMime.parse(built);
        expect(mail.bcc ?? []).toEqual([]);
        expect(mail.subject ?? "").toBe(headerText(subject));
        expect(mail.subject ?? "").not.toMatch(/[\r\n]/);
        expect(mail.from?.address).toBe("mail@example.com");
        expect(mail.from?.name).toBe(headerText(name));
        expect(mail.to?.map(({ address }) => address)).toEqual(["dana@example.org"]);
        expect(mail.to?.[0]?.name).toBe(headerText(name));
        expect(mail.attachments).toHaveLength(1);
      }),
      { numRuns: 300 },
    );
  });

  function full({
    fileName = "a.pdf",
    value = "x",
    ...change
  }: Partial<MailMessage> & { fileName?: string; value?: string }): MailMessage {
    return aMessage({
      replyTo: "reply@example.net",
      headers: { "X-Note": value, Bcc: "evil@example.com", "Content-Type": "text/html" },
      attachments: [{ name: fileName, contentType: "application/pdf", file: "x" }],
      ...change,
    });
  }
});
