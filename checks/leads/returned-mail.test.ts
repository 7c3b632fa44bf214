// Long because each thing that comes back by mail is followed through both ways in.
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { getLead, contactStates, leadHistory } from "#trade/leads/data.server.ts";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { acceptInboundMail } from "#trade/leads/mail/inbound-mail.server.ts";
import { readMailbox } from "#trade/leads/mail/mailboxes.server.ts";
import { leadStatus } from "#trade/leads/rules.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { readInboundMail } from "#trade/leads/mail/read-mail.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { ledgerOfLead } from "#trade/sequences/status/ledger.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { recordBadAddress, mayStillSend } from "#trade/sequences/sending/may-send.server.ts";
import { outcomeOf } from "#trade/sequences/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { seal } from "#platform/config/sealing.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  type Person,
  SYSTEM_ACCOUNT,
  withAccount,
  withPerson,
  withSystem,
} from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import type { MailMessage } from "#platform/mail/message.ts";
import { messageIdHeader } from "#platform/mail/sender.server.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { startMailbox, type TestMailbox } from "#platform/mail/testing/imap-server.ts";
import { returnedMail } from "#platform/mail/testing/returned.ts";
import { outside, useOutside } from "#platform/outside/outside.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const DANA = "dana@client.test";
const clock = testClock(FRIDAY);
const strict = outside();
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };
const boxes: TestMailbox[] = [];
let test: TestDatabase;
let queue: TaskQueue;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  useOutside({ ...strict, mayReachPrivate: true });
  queue = await startTaskQueue({ tasks: [], work: false, log: quiet });
  listenForLeads();
});
afterAll(async () => {
  useOutside(strict);
  await queue.stop();
  await test.drop();
});
beforeEach(() => clock.set(FRIDAY));
afterEach(async () => {
  await Promise.all(boxes.splice(0).map((box) => box.close()));
});

/** A business with a mailbox of its own, whose lead Dana has the guide; follow-up is planned. */
async function business({ delivered = true } = {}) {
  const person: Person = { id: newId(), email: `${newId()}@owner.test`, emailVerified: true };
  await withSystem((ctx) =>
    ctx.db.execute(sql`insert into identity_users (id, name, email, email_verified, created_at, updated_at)
      values (${person.id}, '', ${person.email}, true, ${ctx.now.toString()}, ${ctx.now.toString()})`),
  );
  const { accountId: account } = await withPerson(person.id, (ctx) => enterOwnAccount(ctx, person));
  const file = await installation().files.put(account, Buffer.from("%PDF-1.7 guide"), "pdf");
  const box = await startMailbox();
  boxes.push(box);
  const server = {
    host: "127.0.0.1",
    port: box.port,
    security: "none",
    user: "office",
    password: "right",
    folder: "INBOX",
  };
  const shown = JSON.stringify({
    host: server.host,
    port: String(box.port),
    user: "office",
    folder: "INBOX",
    validity: "4711",
    uid: "0",
  });
  const page = await withAccount(account, async (ctx) => {
    await saveBusinessDetails(ctx, {
      businessName: "Summit Deck",
      postalAddress: "1 Main St, Denver",
      zone: "America/Denver",
    });
    await ctx.db.execute(sql`insert into businesses_channels (account_id, kind, sealed, shown, changed_at)
      values (${account}, 'imap', ${seal(`channel ${account} imap`, JSON.stringify(server))}, ${shown}::jsonb, ${ctx.now.toString()})`);
    const offer = {
      kind: "magnet" as const,
      magnetId: newId(),
      title: "9 questions",
      promise: "p",
      file,
      fileName: "guide.pdf",
    };
    return openPage(ctx, "Summit Deck", offer);
  });
  const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(account, work);
  const captured = async () => (await capture(page.slug, { name: "Dana Ruiz", email: DANA })).leadId;
  const lead = await captured();
  await sendDueSteps(account);
  if (delivered) await deliver(account);
  const messages = () =>
    inside(
      async (ctx) =>
        (
          await ctx.db.execute<{
            id: string;
            state: string;
            messageId: string;
            recipient: string;
            subject: string;
          }>(
            sql`select id, state, message_id_header as "messageId", recipient, subject from mail_messages order by id`,
          )
        ).rows,
    );
  return {
    account,
    box,
    address: person.email,
    lead,
    captured,
    inside,
    messages,
    messageId: (await messages())[0]!.messageId,
    ledger: async () =>
      (await inside((ctx) => ledgerOfLead(ctx, lead))).map(({ state, reason }) =>
        `${state} ${reason ?? ""}`.trim(),
      ),
    standing: async () => (await inside((ctx) => contactStates(ctx, [lead]))).get(lead)!,
    story: () => inside((ctx) => leadHistory(ctx, lead)),
    /** How much of the follow-up went out four days later. */
    async later() {
      clock.advance({ hours: 24 * 4 });
      await sendDueSteps(account);
      await deliver(account);
      return (await messages()).filter(({ state }) => state === "sent").length;
    },
  };
}
type Business = Awaited<ReturnType<typeof business>>;

/** Reads waiting mail from the webhook or IMAP_URL, like the worker. */
async function readWaiting(): Promise<void> {
  const { rows } = await withSystem((ctx) =>
    ctx.db.execute<{ id: string }>(
      sql`select id from leads_inbound_mails where read_at is null order by received_at, id`,
    ),
  );
  for (const { id } of rows) await readInboundMail(id);
}

const WAYS = {
  "the webhook": async (_: Business, raw: Buffer) => {
    await acceptInboundMail(raw);
    await readWaiting();
  },
  "its own mailbox": async ({ account, box }: Business, raw: Buffer) => {
    box.deliver(raw.toString("latin1"));
    clock.advance({ seconds: 61 });
    await readMailbox(account);
  },
};

const GOING_ON = ["handed", "waiting"];
const BAD_ADDRESS = ["handed", "not_sent their email address doesn’t work"];
const COMPLAINED = ["handed", "not_sent they marked it as spam"];
const OPTED_OUT = ["handed", "not_sent they unsubscribed"];

describe.each(Object.entries(WAYS))("what comes back by %s", (_, comes) => {
  it.each([
    "postfix-unknown",
    "qmail-no-mailbox",
    "exchange-online",
    "gmail-not-found",
    "nul-bytes",
    "report-without-status",
  ])("ends the follow-up to an address that does not work, for good: %s", async (name) => {
    const shop = await business();
    await comes(shop, returnedMail(name, shop));
    expect(await shop.ledger()).toEqual(BAD_ADDRESS);
    expect(await shop.standing()).toMatchObject({
      suppressed: "bad_address",
      repliedAt: null,
      unsubscribedAt: null,
    });
    expect(leadStatus(await shop.inside((ctx) => getLead(ctx, shop.lead)))).toBe("unreachable");
    expect((await shop.story()).replies).toEqual([]);
    expect(await shop.later()).toBe(1);
    // Entering the same address again sends nothing, and the owner reads why.
    await shop.captured();
    expect(await shop.later()).toBe(1);
  });

  it("counts the same bounce once", async () => {
    const shop = await business();
    await comes(shop, returnedMail("exim-unknown", shop));
    const before = await shop.inside((ctx) => ledgerOfLead(ctx, shop.lead));
    clock.advance({ hours: 1 });
    await comes(shop, returnedMail("exim-unknown", shop));
    await comes(shop, returnedMail("postfix-unknown", shop));
    expect(await shop.inside((ctx) => ledgerOfLead(ctx, shop.lead))).toEqual(before);
    const { rows } = await shop.inside((ctx) =>
      ctx.db.execute(sql`select reason, at from leads_suppressions`),
    );
    expect(rows).toEqual([{ reason: "bad_address", at: expect.anything() as unknown }]);
    expect(JSON.stringify(rows)).not.toContain("dana");
  });

  it.each([
    "postfix-delayed",
    "postfix-expired",
    "mailbox-full",
    "qmail-remote-full",
    "policy",
    "policy-called-unknown",
    "relayed",
  ])("lets the follow-up go on after a trouble that is not the address's: %s", async (name) => {
    const shop = await business();
    await comes(shop, returnedMail(name, shop));
    expect(await shop.ledger()).toEqual(GOING_ON);
    expect(await shop.standing()).toMatchObject({ suppressed: null, repliedAt: null });
    expect(await shop.later()).toBe(2);
  });

  it.each([
    "outlook-automatic-reply",
    "exchange-2007-automatic-reply",
    "gmail-vacation",
    "german-absence",
    "read-receipt",
    "not-spam-report",
    "garbage-report",
    "report-without-original",
  ])("takes no program for a person: %s", async (name) => {
    const shop = await business();
    await comes(shop, returnedMail(name, shop));
    expect(await shop.ledger()).toEqual(GOING_ON);
    expect(await shop.standing()).toMatchObject({ suppressed: null, repliedAt: null, unsubscribedAt: null });
    expect((await shop.story()).replies).toEqual([]);
  });

  it.each(["reply-stop-by", "reply-out-of-office-thread"])(
    "takes a person for a person: %s",
    async (name) => {
      const shop = await business();
      await comes(shop, returnedMail(name, shop));
      expect(await shop.ledger()).toEqual(["handed", "not_sent they replied"]);
      expect(await shop.standing()).toMatchObject({ suppressed: null, unsubscribedAt: null });
      expect((await shop.story()).replies).toHaveLength(1);
    },
  );

  it.each(["yahoo-complaint", "complaint-headers-only"])(
    "stops everything at once after a complaint: %s",
    async (name) => {
      const shop = await business({ delivered: false });
      await comes(shop, returnedMail(name, shop));
      expect((await shop.messages()).map(({ state }) => state)).toEqual(["suppressed"]);
      expect(await shop.ledger()).toEqual(COMPLAINED);
      expect(await shop.standing()).toMatchObject({ suppressed: "complained", repliedAt: null });
      expect(await shop.later()).toBe(0);
      const [gift, followUp] = await shop.inside((ctx) => ledgerOfLead(ctx, shop.lead));
      for (const line of [gift!, followUp!])
        expect(outcomeOf(line, clock.now(), true)).toMatchObject({
          state: "unsent",
          label: "not sent: they marked it as spam",
        });
      // A later bounce or opt-out doesn't weaken it, and asking again sends nothing.
      await comes(shop, returnedMail("postfix-unknown", shop));
      await shop.inside((ctx) => unsubscribeLead(ctx, shop.lead));
      expect((await shop.standing()).suppressed).toBe("complained");
      await shop.captured();
      expect(await shop.later()).toBe(0);
    },
  );

  it.each(["reply-gmail-stop", "reply-outlook-stop", "reply-apple-stop", "reply-html-stop"])(
    "unsubscribes who says so: %s",
    async (name) => {
      const shop = await business();
      await comes(shop, returnedMail(name, shop));
      await comes(shop, returnedMail(name, shop));
      expect(await shop.ledger()).toEqual(OPTED_OUT);
      const standing = await shop.standing();
      expect(standing).toMatchObject({ suppressed: "unsubscribed" });
      expect([standing.repliedAt, standing.unsubscribedAt]).not.toContain(null);
      expect((await shop.story()).replies).toHaveLength(1);
      expect(await shop.later()).toBe(1);
    },
  );

  it("hurts nobody by a forged bounce", async () => {
    const [shop, other] = [await business(), await business()];
    const [ours] = await shop.messages();
    const host = "plumbline.test";
    const forged = [
      // An existing message, returned by someone who didn't receive it.
      returnedMail("postfix-unknown", { messageId: shop.messageId, recipient: "somebody@else.test" }),
      returnedMail("qmail-no-mailbox", { messageId: shop.messageId, recipient: "somebody@else.test" }),
      // Messages that don't exist here: made up, of another business, of the installation.
      returnedMail("postfix-unknown", { messageId: messageIdHeader(shop.account, newId(), host) }),
      returnedMail("yahoo-complaint", { messageId: messageIdHeader(shop.account, newId(), host) }),
      returnedMail("postfix-unknown", { messageId: messageIdHeader(other.account, ours!.id, host) }),
      returnedMail("postfix-unknown", { messageId: messageIdHeader(SYSTEM_ACCOUNT, ours!.id, host) }),
      returnedMail("postfix-unknown", { messageId: "<dana@client.test>" }),
    ];
    for (const raw of forged) await comes(shop, raw);
    for (const one of [shop, other]) {
      expect(await one.ledger()).toEqual(GOING_ON);
      expect(await one.standing()).toMatchObject({ suppressed: null, repliedAt: null, unsubscribedAt: null });
    }
  });

  it("is nothing to anybody once the lead is gone", async () => {
    const shop = await business();
    await shop.inside((ctx) => ctx.db.execute(sql`delete from leads`));
    for (const name of ["postfix-unknown", "yahoo-complaint", "reply-apple-stop"])
      await comes(shop, returnedMail(name, shop));
    const { rows } = await shop.inside((ctx) => ctx.db.execute(sql`select 1 from leads_suppressions`));
    expect(rows).toEqual([]);
    const { rows: unread } = await withSystem((ctx) =>
      ctx.db.execute(sql`select 1 from leads_inbound_mails where read_at is null`),
    );
    expect(unread).toEqual([]);
  });
});

describe("a mail of its own that is no answer to anything", () => {
  let number = 0;
  const fresh = (from: string, to: string, headers = "") =>
    Buffer.from(
      `From: Dana <${from}>\r\nTo: ${to}\r\n${headers}Message-ID: <${number++}@client.test>\r\nSubject: Saturday\r\n\r\nCan you come?\r\n`,
    );
  const receive = (shop: Business, raw: Buffer) => WAYS["the webhook"](shop, raw);

  it.each([
    [
      "to its reply address",
      (address: string) => fresh("Dana@Client.test", `Summit <${address.toUpperCase()}>`),
    ],
    [
      "with a copy to it",
      (address: string) => fresh(DANA, "wife@client.test", `Cc: crew: x@y.test, ${address};\r\n`),
    ],
    [
      "forwarded from it",
      (address: string) =>
        fresh(
          DANA,
          "replies@plumbline.test",
          `Delivered-To: in@plumbline.test\r\nX-Original-To: ${address}\r\n`,
        ),
    ],
  ])("stops what goes on for who wrote it, in the business that it is for alone: %s", async (_, mailTo) => {
    const [shop, other] = [await business(), await business()];
    const raw = mailTo(shop.address);
    await receive(shop, raw);
    expect(await shop.ledger()).toEqual(["handed", "not_sent they replied"]);
    expect((await shop.story()).replies).toMatchObject([
      { via: "mail", subject: "Saturday", body: expect.stringContaining("Can you come?") as unknown },
    ]);
    expect(await other.ledger()).toEqual(GOING_ON);
  });

  it("is for whom it came to where a business sends from an address of its own", async () => {
    const shop = await business();
    const from = `office-${newId()}@summit.test`;
    await shop.inside((ctx) =>
      ctx.db.execute(sql`insert into businesses_channels (account_id, kind, sealed, shown, changed_at)
        values (${shop.account}, 'smtp', '', ${JSON.stringify({ fromAddress: from })}::jsonb, ${ctx.now.toString()})`),
    );
    await receive(shop, fresh(DANA, from));
    expect(await shop.ledger()).toEqual(["handed", "not_sent they replied"]);
  });

  it("is nobody's who merely claims its address, and nothing when a stranger or we ourselves wrote it", async () => {
    const [shop, claimer, third] = [await business(), await business(), await business()];
    const claim = (one: Business, address: string) =>
      one.inside((ctx) => ctx.db.execute(sql`update businesses_accounts set reply_address = ${address}`));
    await claim(claimer, shop.address);
    await receive(shop, fresh("stranger@client.test", shop.address));
    await receive(
      shop,
      Buffer.from(
        fresh(DANA, shop.address)
          .toString()
          .replace(/<\d+@client.test>/, messageIdHeader(shop.account, newId(), "x.test")),
      ),
    );
    expect(await shop.ledger()).toEqual(GOING_ON);
    await receive(shop, fresh(DANA, shop.address));
    expect([await shop.ledger(), await claimer.ledger()]).toEqual([
      ["handed", "not_sent they replied"],
      GOING_ON,
    ]);
    // An address claimed by two businesses and owned by neither, and the installation's own sender address.
    for (const one of [claimer, third]) await claim(one, "both@else.test");
    await receive(shop, fresh(DANA, "both@else.test"));
    await claim(claimer, installation().sender.mailbox.address);
    await receive(shop, fresh(DANA, installation().sender.mailbox.address));
    for (const one of [claimer, third]) expect(await one.ledger()).toEqual(GOING_ON);
  });
});

describe("an answer that is heard twice", () => {
  it.each([
    ["by its Message-ID", "Message-ID: <one@client.test>\r\n"],
    ["by sender, date and words where it has none", ""],
  ])("acts once: %s", async (_, messageId) => {
    const shop = await business();
    let acted = 0;
    onEvent("lead.replied", async (_ctx, { leadId }) => void (acted += Number(leadId === shop.lead)));
    const mail = (time: string) =>
      Buffer.from(
        `From: ${DANA}\r\nTo: ${shop.address}\r\nDate: Fri, 20 Nov 2026 ${time} -0700\r\n${messageId}Subject: Hi\r\n\r\nCan you come?\r\n`,
      );
    await WAYS["its own mailbox"](shop, mail("10:00:00"));
    expect(await shop.ledger()).toEqual(["handed", "not_sent they replied"]);
    // The same email again, also by the other way, like a mailbox that forwards to the webhook.
    await WAYS["its own mailbox"](shop, mail("10:00:00"));
    await WAYS["the webhook"](shop, mail("10:00:00"));
    expect([acted, (await shop.story()).replies.length]).toEqual([1, 1]);
    await WAYS["the webhook"](shop, mail("11:00:00"));
    const all = messageId ? 1 : 2;
    expect([acted, (await shop.story()).replies.length]).toEqual([all, all]);
  });
});

describe("between businesses", () => {
  it.each(["postfix-unknown", "qmail-no-mailbox", "yahoo-complaint", "reply-apple-stop"])(
    "a mailbox speaks for its own messages alone: %s",
    async (name) => {
      const [shop, stranger] = [await business(), await business()];
      // The stranger's owner puts a report about the other business's message into their own mailbox.
      await WAYS["its own mailbox"](stranger, returnedMail(name, { ...shop, recipient: DANA }));
      expect(await shop.ledger()).toEqual(GOING_ON);
      expect(await shop.standing()).toMatchObject({
        suppressed: null,
        repliedAt: null,
        unsubscribedAt: null,
      });
    },
  );

  it("a bounce through the webhook reaches the one whose message it was, and only that one", async () => {
    const [shop, other] = [await business(), await business()];
    await WAYS["the webhook"](shop, returnedMail("postfix-unknown", shop));
    expect(await shop.ledger()).toEqual(BAD_ADDRESS);
    expect(await other.ledger()).toEqual(GOING_ON);
  });
});

describe("a mail server that refuses an address at once", () => {
  it("ends in the same place as one that says so later", async () => {
    const shop = await business();
    const [row] = await shop.messages();
    const message = {
      id: newId(),
      accountId: shop.account,
      aboutId: shop.lead,
      recipient: row!.recipient,
    } as MailMessage;
    await recordBadAddress({
      message,
      state: "failed",
      addressBad: true,
      permanent: true,
      reason: "bad_address",
    });
    expect(await shop.ledger()).toEqual(BAD_ADDRESS);
    expect((await shop.standing()).suppressed).toBe("bad_address");
    expect(await mayStillSend(message)).toEqual({ suppressed: "their email address doesn’t work" });
    await WAYS["the webhook"](shop, returnedMail("yahoo-complaint", shop));
    expect(await mayStillSend(message)).toEqual({ suppressed: "they marked it as spam" });
    // The ledger shows the first reason.
    expect(await shop.ledger()).toEqual(BAD_ADDRESS);
    expect((await shop.inside((ctx) => getLead(ctx, shop.lead))).unsubscribedAt).not.toBeNull();
  });
});
