import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { findLeadByEmail, getLead, contactStates, leadHistory } from "#trade/leads/data.server.ts";
import { eraseLeadWithRetry } from "#trade/leads/personal-data/erase.server.ts";
import { listHistory, listenForHistory } from "#trade/leads/history/history.server.ts";
import { readInboundText } from "#trade/leads/text/read-text.server.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { noteMailInMailbox } from "#trade/leads/mail/read-mail.server.ts";
import { removeReplyFiles, replyFile } from "#trade/leads/mail/reply-files.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { readThread } from "#faces/inbox/thread.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { ledgerOfLead } from "#trade/sequences/status/ledger.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  type Person,
  withAccount,
  withPerson,
  withSystem,
} from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";

const CASES = path.resolve("src/platform/mail/testing/cases");
const clock = testClock("2026-11-20T17:00:00Z");
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };
let test: TestDatabase;
let queue: TaskQueue;
let account: string;
let slug: string;

const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(account, work);

beforeAll(async () => {
  test = await createTestInstallation(clock);
  queue = await startTaskQueue({ tasks: [], work: false, log: quiet });
  listenForLeads();
  listenForHistory();
  const person: Person = { id: newId(), email: `${newId()}@owner.test`, emailVerified: true };
  await withSystem((ctx) =>
    ctx.db.execute(sql`insert into identity_users (id, name, email, email_verified, created_at, updated_at)
      values (${person.id}, '', ${person.email}, true, ${ctx.now.toString()}, ${ctx.now.toString()})`),
  );
  ({ accountId: account } = await withPerson(person.id, (ctx) => enterOwnAccount(ctx, person)));
  const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
  ({ slug } = await inside(async (ctx) => {
    await saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress: "1 Main St, Denver",
      zone: "America/Denver",
    });
    const offer = {
      kind: "magnet" as const,
      magnetId: newId(),
      title: "9 questions",
      promise: "p",
      file,
      fileName: "guide.pdf",
    };
    return openPage(ctx, "Summit Deck", offer);
  }));
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
});

/** A lead who got the guide, and the fixture email of that name, rewritten to be from or about that lead. */
async function written(name: string, change: (raw: string) => string) {
  const raw = change(readFileSync(path.join(CASES, `${name}.eml`), "latin1"));
  // Where a fixture has the client's address: the sender, the subject of a report, or a line of a notice.
  const forms = [/\b((?:kk|words|dsn|fbl)[\w.]+@client\.example)/m, /^From: .*<(.+@client\.example)>/m];
  const theirs = forms.map((form) => form.exec(raw)?.[1]).find(Boolean);
  const email = `${newId()}@client.example`;
  const { leadId } = await capture(slug, { name: "Dana Ruiz", email });
  await sendDueSteps(account);
  await deliver(account);
  const { rows } = await inside((ctx) =>
    ctx.db.execute<{ id: string }>(
      sql`select message_id_header as id from mail_messages where about_id = ${leadId}`,
    ),
  );
  const mail = Buffer.from(
    raw
      .replaceAll("<OUR-MESSAGE-ID@plumbline.example>", rows[0]!.id)
      .replaceAll(theirs ?? email, email)
      .replace(/^Message-ID: <[^>]+>/im, `Message-ID: <${newId()}@client.example>`),
    "latin1",
  );
  return { leadId, email, mail };
}

async function heard(name: string, change = (raw: string) => raw) {
  const { leadId, mail } = await written(name, change);
  await inside((ctx) => noteMailInMailbox(ctx, mail));
  // A mailbox is read again after an interruption.
  await inside((ctx) => noteMailInMailbox(ctx, mail));
  return inside(async (ctx) => ({
    leadId,
    lead: await getLead(ctx, leadId),
    suppressed: (await contactStates(ctx, [leadId])).get(leadId)!.suppressed,
    ledger: (await ledgerOfLead(ctx, leadId)).map(({ state }) => state),
    replies: (await leadHistory(ctx, leadId)).replies,
    happenings: await listHistory(ctx, leadId),
    thread: await readThread(ctx, leadId, { zone: "UTC", email: "x@y.test", phone: null, mayMail: true }),
  }));
}

const GOING_ON = ["handed", "waiting"];

describe("what comes in by mail", () => {
  it("leaves a trace, whatever it is, and stops only what it should", async () => {
    const wrong: string[] = [];
    for (const file of readdirSync(CASES)) {
      const name = file.replace(".eml", "");
      const { lead, suppressed, replies, happenings } = await heard(name);
      const traces = replies.length + happenings.filter(({ what }) => what !== "replied").length;
      if (traces !== 1 && !(traces === 2 && lead.unsubscribedAt)) wrong.push(`${name}: ${traces} traces`);
      const isReply = replies.length === 1;
      if (isReply !== (lead.repliedAt !== null))
        wrong.push(`${name}: ${isReply ? "a reply that counts for nothing" : "no reply, yet replied"}`);
      if (
        /^(?:dsn|notice)/.test(name) &&
        (suppressed === "bad_address") === /policy|full|rate|rejected|blocklist/.test(name)
      )
        wrong.push(`${name}: ${suppressed}`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it("tells an automatic reply with its words, once, and lets follow-up go on", async () => {
    const { happenings, ledger, replies, thread } = await heard("auto-icloud-vacation");
    expect(happenings).toMatchObject([{ what: "automatic", words: "We are at the lake until December." }]);
    expect(replies).toEqual([]);
    expect(ledger).toEqual(GOING_ON);
    expect(thread.waiting).toBe(false);
    expect(thread.entries).toContainEqual(
      expect.objectContaining({
        title: "Automatic reply: Auto reply: Hiring a deck builder",
        body: "We are at the lake until December.",
      }),
    );
  });

  it("tells a reaction as one, and lets follow-up go on", async () => {
    const { happenings, ledger, thread } = await heard("gmail-reaction-real");
    expect(happenings).toMatchObject([{ what: "reacted", words: "👍" }]);
    expect(ledger).toEqual(GOING_ON);
    expect(thread.entries).toContainEqual(
      expect.objectContaining({ title: "Reacted with 👍 to one of your messages" }),
    );
  });

  it("tells what a mail server refused without giving the address up", async () => {
    const { happenings, ledger, suppressed } = await heard("dsn-gmail-rate-521");
    expect(happenings).toMatchObject([
      { what: "returned", words: expect.stringContaining("at a rate") as unknown },
    ]);
    expect([ledger, suppressed]).toEqual([GOING_ON, null]);
  });

  it("shows the words below what is quoted, and folds that", async () => {
    const { thread } = await heard("bottom-posted-answer");
    const entry = thread.entries.find(({ who }) => who === "them");
    expect(entry).toMatchObject({
      body: "Yes, come on Tuesday at nine.",
      tail: expect.stringContaining("Here is your guide") as unknown,
    });
  });

  it("unsubscribes whom a mail program unsubscribes", async () => {
    const { lead, suppressed } = await heard("reply-stop-subject-apple");
    expect(lead.unsubscribedAt).not.toBeNull();
    expect(suppressed).toBe("unsubscribed");
  });

  it.each(["fbl-arf", "fbl-jmrp"])("takes a complaint in either form: %s", async (name) => {
    const { suppressed } = await heard(name);
    expect(suppressed).toBe("complained");
  });
});

describe("what comes with a reply", () => {
  it("is named, kept, offered as a download of nothing that runs, and gone with its lead", async () => {
    // Files that no other lead in these tests has sent.
    const [photo, plan] = [newId(), newId()].map((id) => Buffer.from(id));
    const change = (raw: string) =>
      raw.replace(/^iVBOR\S+$/m, photo!.toString("base64")).replace("JVBERi0=", plan!.toString("base64"));
    const { leadId, replies, thread } = await heard("reply-words-and-photos", change);
    const [reply] = replies;
    expect(reply!.files).toMatchObject([
      { name: "deck.png", type: "image/png", bytes: 36 },
      { name: "plan.pdf", type: "application/pdf", bytes: 36 },
    ]);
    const entry = thread.entries.find(({ who }) => who === "them")!;
    expect(entry.files).toMatchObject([
      { name: "deck.png", about: "PNG, 36\u00a0bytes", href: `/account/inbox/${leadId}/file/${reply!.id}/0` },
      { name: "plan.pdf" },
    ]);
    const kept = await inside((ctx) => replyFile(ctx, { leadId, replyId: reply!.id, at: 1 }));
    expect(await installation().files.get(kept.file)).toEqual(plan);
    // Not for another account, and not for a file that doesn't exist.
    await expect(
      withAccount(newId(), (ctx) => replyFile(ctx, { leadId, replyId: reply!.id, at: 1 })),
    ).rejects.toMatchObject({
      code: "not_found",
    });
    for (const at of [-1, 2, Number.NaN])
      await expect(inside((ctx) => replyFile(ctx, { leadId, replyId: reply!.id, at }))).rejects.toMatchObject(
        { code: "not_found" },
      );
    // The same photo from another lead remains when the first lead is erased.
    const other = await heard("reply-photo-only", change);
    const shared = other.replies[0]!.files[0]!.file!;
    expect(shared).toBe(reply!.files[0]!.file);
    await eraseLeadWithRetry(account, leadId);
    await removeReplyFiles(account, [shared, kept.file]);
    expect(await installation().files.exists(shared)).toBe(true);
    expect(await installation().files.exists(kept.file)).toBe(false);
    await eraseLeadWithRetry(account, other.leadId);
    await removeReplyFiles(account, [shared]);
    expect(await installation().files.exists(shared)).toBe(false);
  });

  it("folds what we sent, however a program quotes it, and hears no wish in it", async () => {
    const { leadId, email } = await written("reply-photo-only", (raw) => raw);
    const [sent] = await inside(async (ctx) => {
      const { rows } = await ctx.db.execute<{ text: string; id: string }>(
        sql`select text, message_id_header as id from mail_messages where about_id = ${leadId}`,
      );
      return rows;
    });
    // Without our greeting and footer, which are recognized by themselves.
    const [ours = ""] = sent!.text.split("\n----");
    const body = `Cedar, please.\n\nSummit alikirjoitti 24.11.2026 klo 9.12:\n\n${ours.slice(ours.indexOf("\n")).trim()}`;
    const mail = `From: Dana <${email}>\nSubject: Re: x\nMessage-ID: <${newId()}@c.test>\nIn-Reply-To: ${sent!.id}\n\n${body}`;
    await inside((ctx) => noteMailInMailbox(ctx, Buffer.from(mail)));
    const { entries } = await inside((ctx) =>
      readThread(ctx, leadId, { zone: "UTC", email: "x@y.test", phone: null, mayMail: true }),
    );
    const theirs = entries.find(({ who }) => who === "them")!;
    expect(theirs.body).toBe("Cedar, please.");
    expect(theirs.tail).toContain("9 questions");
  });

  it("counts as a reply without any words", async () => {
    const { thread, lead } = await heard("reply-photo-only");
    expect(lead.repliedAt).not.toBeNull();
    expect(thread.entries.find(({ who }) => who === "them")).toMatchObject({ body: "Sent a photo" });
  });
});

describe("what comes in by text", () => {
  it("tells a tap on a text as a reaction, once, that stops nothing", async () => {
    const email = "tap@client.example";
    await capture(slug, { name: "Tap", email });
    const lead = (await inside((ctx) => findLeadByEmail(ctx, email)))!;
    await inside((ctx) => ctx.db.execute(sql`update leads set phone = '+13035550199' where id = ${lead.id}`));
    const text = {
      sid: `SM${"a".repeat(32)}`,
      from: "+13035550199",
      body: "Liked “See you Tuesday”",
      wish: undefined,
      asksToStop: false,
      pictures: 0,
    };
    expect(await readInboundText(text, { all: [account], answers: [account] })).toMatchObject({
      kind: "reaction",
    });
    expect(await readInboundText(text, { all: [account], answers: [account] })).toMatchObject({
      kind: "again",
    });
    const happenings = await inside((ctx) => listHistory(ctx, lead.id));
    expect(happenings).toMatchObject([{ what: "reacted", words: "liked" }]);
    expect((await inside((ctx) => getLead(ctx, lead.id))).repliedAt).toBeNull();
  });
});
