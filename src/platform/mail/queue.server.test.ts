import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newId } from "../db/ids.ts";
import { SYSTEM_ACCOUNT } from "../db/scope.server.ts";
import { createDiskStore } from "../files/disk.server.ts";
import { layOutMail } from "./compose/layout.ts";
import type { NewMail } from "./message.ts";
import { outboxFolder } from "./outbox.server.ts";
import { suppressQueued } from "./queue.server.ts";
import { createTestDatabase, type TestDatabase } from "../db/testing/test-database.ts";
import { anAccount, MailBench } from "./testing/mailer.ts";
import { POSTAL_ADDRESS, UNSUBSCRIBE_URL } from "./testing/message.ts";
import { startSink } from "./testing/sink.ts";

let test: TestDatabase;
let bench: MailBench;

beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());
beforeEach(() => {
  bench = new MailBench(test);
});
afterEach(() => bench.clear());

describe("queueing", () => {
  it("commits or rolls back with the caller's transaction", async () => {
    const account = anAccount();
    await bench
      .inAccount(account, async (db) => {
        await db.execute("select 1");
        throw new Error("undo");
      })
      .catch(() => {});
    expect(await bench.rows(account)).toEqual([]);
    const [message] = await bench.queue(account);
    const bare = (id: string) => id.replaceAll("-", "");
    expect(message!.messageIdHeader).toBe(`<${bare(account)}.${bare(message!.id)}@example.com>`);
    expect(await bench.rows(anAccount())).toEqual([]);
  });

  it("accepts thousands in one call", async () => {
    const account = anAccount();
    expect(await bench.queue(account, 1_200)).toHaveLength(1_200);
    expect(await bench.states(account)).toEqual({ queued: 1_200 });
  });

  it("stores user input as one clean line", async () => {
    const account = anAccount();
    await bench.queue(account, 1, {
      to: { name: "Dana\r\nBcc: x@y.z", address: " dana@Example.ORG" },
      subject: "Hi\0\nthere",
      text: "a\0b",
    });
    expect(await bench.row(account)).toMatchObject({
      recipientName: "Dana Bcc: x@y.z",
      recipient: "dana@example.org",
      subject: "Hi there",
      text: "ab",
    });
  });

  it.each<[string, Partial<NewMail>]>([
    ["an address with a line break", { to: { address: "dana@example.org\r\nBcc: evil@example.com" } }],
    ["two addresses", { to: { address: "a@example.org, b@example.org" } }],
    ["a reply address that is none", { replyTo: "nobody" }],
    ["no subject", { subject: " \n" }],
    ["no text", { text: " " }],
    ["a header that is ours", { headers: { "List-Unsubscribe": "<mailto:x@y.z>" } }],
    ["a header name with a line break", { headers: { "X-A\r\nBcc": "x" } }],
    [
      "a file that is not ours",
      { attachments: [{ name: "a", contentType: "text/plain", file: "../../etc/passwd" }] },
    ],
    ["an unsubscribe link that is no web address", { unsubscribeUrl: "javascript:alert(1)" }],
    ["a follow-up without a way out", { kind: "followup", unsubscribeUrl: undefined }],
    ["a follow-up without a postal address", { kind: "followup", postalAddress: undefined }],
    ["a follow-up with a blank postal address", { kind: "followup", postalAddress: "  \n" }],
    ["a follow-up whose text lacks the link", { kind: "followup", text: `Hi ${POSTAL_ADDRESS}` }],
    ["a follow-up whose text lacks the address", { kind: "followup", text: `Hi ${UNSUBSCRIBE_URL}` }],
    ["a follow-up whose HTML lacks the link", { kind: "followup", html: `<p>${POSTAL_ADDRESS}</p>` }],
    [
      "a follow-up whose HTML lacks the address",
      { kind: "followup", html: `<a href="${UNSUBSCRIBE_URL}">x</a>` },
    ],
  ])("refuses %s", async (_, change) => {
    await expect(bench.queue(anAccount(), 1, change)).rejects.toMatchObject({ code: "invalid" });
  });

  it("accepts a follow-up as the layout makes it", async () => {
    const unsubscribe = { label: "Unsubscribe", url: `${UNSUBSCRIBE_URL}?a=1&b=2` };
    const words = layOutMail({
      paragraphs: ["Hi <Dana>"],
      footer: { postalAddress: POSTAL_ADDRESS, unsubscribe },
    });
    const account = anAccount();
    await bench.queue(account, 1, {
      kind: "followup",
      ...words,
      unsubscribeUrl: unsubscribe.url,
      postalAddress: POSTAL_ADDRESS,
    });
    expect(await bench.states(account)).toEqual({ queued: 1 });
  });
});

describe("suppressing", () => {
  it("stops a lead's waiting follow-ups, and nothing else", async () => {
    const [account, other] = [anAccount(), anAccount()];
    const lead = newId();
    await bench.queue(account, 2, { kind: "followup", aboutId: lead });
    await bench.queue(account, 1, { aboutId: lead });
    await bench.queue(account, 1, { kind: "followup", aboutId: newId() });
    await bench.queue(other, 1, { kind: "followup", aboutId: lead });
    expect(
      await bench.inAccount(account, (db) =>
        suppressQueued(db, { accountId: account, aboutId: lead, reason: "replied" }),
      ),
    ).toBe(2);
    expect(await bench.states(account)).toEqual({ suppressed: 2, queued: 2 });
    expect(await bench.states(other)).toEqual({ queued: 1 });
    expect((await bench.rows(account)).filter(({ reason }) => reason === "replied")).toHaveLength(2);
  });

  it("checks a follow-up that waited again before sending", async () => {
    const sink = await startSink();
    const account = anAccount();
    const asked: string[] = [];
    const mailer = bench.mailer(sink.url, {
      mayStillSend: async ({ id, aboutId }) => {
        asked.push(id);
        return aboutId ? { suppressed: "unsubscribed" } : { ok: true };
      },
    });
    await bench.queue(account, 1, { kind: "followup" });
    await mailer.sendDue();
    expect(asked).toEqual([]);
    await bench.queue(account, 1, { kind: "followup" });
    await bench.queue(account, 1, { kind: "followup", aboutId: newId() });
    await bench.queue(account, 1, { aboutId: newId() });
    bench.clock.move({ minutes: 1 });
    await mailer.sendDue();
    expect(asked).toHaveLength(2);
    expect(await bench.states(account)).toEqual({ sent: 3, suppressed: 1 });
    expect(sink.accepted).toHaveLength(3);
    expect(bench.outcomes.find(({ state }) => state === "suppressed")).toMatchObject({
      reason: "unsubscribed",
    });
    await sink.close();
  });

  it("waits until sending is allowed, and the wait does not count toward giving up", async () => {
    const sink = await startSink();
    const account = anAccount();
    const began = bench.clock.now();
    const morning = began.add({ hours: 60 });
    const mailer = bench.mailer(sink.url, {
      mayStillSend: async () =>
        Temporal.Instant.compare(bench.clock.now(), morning) < 0 ? { notBefore: morning } : { ok: true },
    });
    await bench.queue(account, 1, { kind: "followup", aboutId: newId() });
    bench.clock.move({ minutes: 1 });
    await mailer.sendDue();
    await mailer.sendDue();
    const waits = await bench.row(account);
    expect(waits).toMatchObject({ state: "queued", attempts: 0, nextAttemptAt: morning });
    expect(Temporal.Instant.compare(waits.firstAttemptAt!, morning)).toBe(0);
    bench.clock.move({ hours: 60 });
    await mailer.sendDue();
    expect(await bench.states(account)).toEqual({ sent: 1 });
    await sink.close();
  });
});

describe("the outbox", () => {
  const files = () => readdirSync(outboxFolder(bench.dataDir));

  it("gets a file per message without a mail server", async () => {
    const account = anAccount();
    const file = await createDiskStore(path.join(bench.dataDir, "files")).put(
      account,
      Buffer.from("%PDF-1.7"),
      "pdf",
    );
    const [message] = await bench.queue(account, 1, {
      attachments: [{ name: "Plan.pdf", contentType: "application/pdf", file }],
    });
    await bench.queue(SYSTEM_ACCOUNT);
    await bench.mailer(undefined).sendDue();
    expect(files()).toHaveLength(2);
    expect(files()).toContain(`20261120T094713Z-${message!.id}.eml`);
    expect(await bench.row(account)).toMatchObject({ state: "sent", via: "outbox" });
    const mail = await PostalMime.parse(
      readFileSync(path.join(outboxFolder(bench.dataDir), `20261120T094713Z-${message!.id}.eml`)),
    );
    expect(mail).toMatchObject({
      subject: "Your deck",
      messageId: message!.messageIdHeader,
      attachments: [{ filename: "Plan.pdf" }],
    });
  });

  it("has one file per message, however often it is written", async () => {
    const account = anAccount();
    await bench.queue(account, 1, { kind: "followup" });
    const mailer = bench.mailer(undefined);
    await mailer.sendDue();
    await bench.inAccount(account, (db) =>
      db.execute("update mail_messages set state = 'claimed', claimed_by = 9, sent_at = null"),
    );
    bench.clock.move({ minutes: 5 });
    await mailer.recover();
    await mailer.sendDue();
    expect(await bench.states(account)).toEqual({ sent: 1 });
    expect(files()).toHaveLength(1);
  });

  it("that can't be written leaves messages queued", async () => {
    const account = anAccount();
    await bench.queue(account, 3);
    const blocked = path.join(bench.dataDir, "outbox");
    writeFileSync(blocked, "in the way");
    const mailer = bench.mailer(undefined);
    await mailer.sendDue();
    expect(await bench.states(account)).toEqual({ queued: 3 });
    rmSync(blocked);
    bench.clock.move({ minutes: 1 });
    await mailer.sendDue();
    expect(await bench.states(account)).toEqual({ sent: 3 });
  });

  it("fails permanently if an attachment is gone", async () => {
    const account = anAccount();
    const file = `${account}/ab/ab${"0".repeat(62)}.pdf`;
    await bench.queue(account, 1, { attachments: [{ name: "a.pdf", contentType: "application/pdf", file }] });
    await bench.mailer(undefined).sendDue();
    expect(await bench.row(account)).toMatchObject({ state: "failed", permanent: true, reason: "unusable" });
  });
});
