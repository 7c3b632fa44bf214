import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import PostalMime from "postal-mime";
import { expect, it } from "vitest";
import { buildMessage } from "../compose/compose.server.ts";
import { headerText } from "../compose/header-text.ts";
import type { MailMessage } from "../message.ts";
import { aMessage, UNSUBSCRIBE_URL } from "../testing/message.ts";

// Random mails that we compose, read by two independent parsers: both must find the content. If a long first
// word makes a header begin on its second line, Python leaves the space before it.

const DATE = Temporal.Instant.from("2026-11-20T09:47:13Z");
const FILE = Buffer.from("%PDF-1.7\r\n\0\x80\xff.\r\n", "latin1");
const files = { get: async () => FILE };

/**
 * Reads every file of a folder with Python's own parser, which raises at the first violation of a standard.
 */
const SCRIPT = `
import base64, email, email.policy, glob, json, sys
read = []
for name in sorted(glob.glob(sys.argv[1] + "/*.eml")):
    with open(name, "rb") as file:
        mail = email.message_from_binary_file(file, policy=email.policy.strict)
    wrong = [str(one) for _, value in mail.items() for one in getattr(value, "defects", ())]
    for part in mail.walk():
        wrong += [str(one) for one in part.defects]
    words = lambda kind: (lambda part: part and part.get_content())(mail.get_body((kind,)))
    box = lambda field: [[one.display_name, one.addr_spec] for one in mail[field].addresses] if mail[field] else []
    read.append({
        "wrong": wrong, "fields": sorted(field.lower() for field in mail.keys()), "subject": mail["subject"].lstrip(),
        "from": box("from"), "to": box("to"), "replyTo": box("reply-to"),
        "messageId": mail["message-id"].strip(), "date": mail["date"].datetime.isoformat(),
        "unsubscribe": mail["list-unsubscribe"], "text": words("plain"), "html": words("html"),
        "files": [[one.get_filename(), one.get_content_type(), base64.b64encode(one.get_content()).decode()] for one in mail.iter_attachments()],
    })
json.dump(read, sys.stdout)
`;

interface Read {
  readonly wrong: readonly string[];
  readonly fields: readonly string[];
  readonly subject: string | null;
  readonly from: readonly (readonly [string, string])[];
  readonly to: readonly (readonly [string, string])[];
  readonly replyTo: readonly (readonly [string, string])[];
  readonly messageId: string;
  readonly date: string;
  readonly unsubscribe: string | null;
  readonly text: string;
  readonly html: string | null;
  readonly files: readonly (readonly [string, string, string])[];
}

function readElsewhere(mails: readonly Buffer[]): Read[] {
  const folder = mkdtempSync(path.join(tmpdir(), "plumbline-mails-"));
  try {
    for (const [at, mail] of mails.entries())
      writeFileSync(path.join(folder, `${String(at).padStart(6, "0")}.eml`), mail);
    return JSON.parse(
      execFileSync("/usr/bin/python3", ["-c", SCRIPT, folder], { maxBuffer: 256 * 1024 * 1024 }).toString(),
    ) as Read[];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Like rows: cleaned when they were queued.
const name = fc
  .oneof(
    fc.constantFrom(
      "Dana Ruiz",
      "",
      "Müller, Söhne & 木工",
      'Dana "Dee" O’Neill',
      "a".repeat(90),
      "50% off; (really) <now>",
      "back\\slash",
    ),
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc
      .array(fc.constantFrom("\r\n", "Bcc: evil@example.com", ",", '"', ":", "é", "🪵", " ", "a"), {
        maxLength: 8,
      })
      .map((parts) => parts.join("")),
  )
  .map((text) => headerText(text));
const subject = fc
  .oneof(fc.lorem({ maxCount: 25 }), name)
  .map((text) => `${headerText(text).slice(0, 200).trim()}.`);
const words = fc
  .oneof(
    fc.lorem({ maxCount: 80 }),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 400 }),
    fc
      .array(
        fc.constantFrom("word ", "\n", "=", ".", "\n.", "é", "木", "🪵", "\t", "From ", "x".repeat(990)),
        {
          minLength: 1,
          maxLength: 60,
        },
      )
      .map((parts) => parts.join("")),
  )
  .map((text) => `${text.replaceAll("\0", "")}.`);
const attachment = fc.record({
  name: fc.constantFrom(
    "guide.pdf",
    "Angebot Nr. 12 – Zaun.pdf",
    `${"long ".repeat(30)}.pdf`,
    'a "b"; c.pdf',
    "木.pdf",
  ),
  contentType: fc.constant("application/pdf"),
  file: fc.constant("x"),
});
const message: fc.Arbitrary<MailMessage> = fc
  .record({
    fromName: name,
    recipientName: name,
    subject,
    replyTo: fc.option(fc.constant("reply@example.net")),
    text: words,
    html: fc.option(words.map((text) => `<p>${text}</p>`)),
    kind: fc.constantFrom("followup" as const, "transactional" as const),
    attachments: fc.array(attachment, { maxLength: 2 }),
    headers: fc.constantFrom<Record<string, string>>({}, { "In-Reply-To": "<a@b>" }),
  })
  .map((change) =>
    aMessage({ ...change, unsubscribeUrl: change.kind === "followup" ? UNSUBSCRIBE_URL : null }),
  );

/**
 * Python keeps the space between two encoded words of a name, which RFC 2047 (6.2) forbids: compare names
 * without spaces.
 */
const close = (text: string) => text.replaceAll(/\s/g, "");
const named = (boxes: Read["from"]) => boxes.map(([display, address]) => [close(display), address]);

/** Ignores line endings and trailing ones. */
const plain = (text: string | null | undefined) => text?.replaceAll(/\r\n?/g, "\n").trimEnd() ?? null;

it.runIf(existsSync("/usr/bin/python3"))(
  "two independent parsers read all kinds of mails alike, and as intended",
  async () => {
    const messages = fc.sample(message, 300);
    const built = await Promise.all(messages.map((one) => buildMessage(one, { date: DATE, files })));
    const read = readElsewhere(built);
    expect(read).toHaveLength(messages.length);
    for (const [at, one] of messages.entries()) {
      const there = read[at]!;
      const here = await PostalMime.parse(built[at]!);
      const source = built[at]!.toString("latin1");
      expect(there.wrong, source).toEqual([]);
      expect(
        {
          ...there,
          from: named(there.from),
          to: named(there.to),
          text: plain(there.text),
          html: plain(there.html),
        },
        source,
      ).toMatchObject({
        subject: one.subject,
        from: [[close(one.fromName), one.fromAddress]],
        to: [[close(one.recipientName), one.recipient]],
        replyTo: one.replyTo === null ? [] : [["", one.replyTo]],
        messageId: one.messageIdHeader,
        date: "2026-11-20T09:47:13+00:00",
        unsubscribe: one.unsubscribeUrl && `<${one.unsubscribeUrl}>`,
        text: plain(one.text),
        html: plain(one.html),
        files: one.attachments.map(({ name: file, contentType }) => [
          file,
          contentType,
          FILE.toString("base64"),
        ]),
      });
      expect(here.headers.map(({ key }) => key).sort(), source).toEqual(there.fields);
      expect(
        [here.subject, here.from?.name, here.to?.[0]?.name, plain(here.text), plain(here.html)],
        source,
      ).toEqual([there.subject, one.fromName, one.recipientName, plain(there.text), plain(there.html)]);
      expect(
        here.attachments.map(({ filename }) => filename),
        source,
      ).toEqual(there.files.map(([file]) => file));
    }
  },
);
