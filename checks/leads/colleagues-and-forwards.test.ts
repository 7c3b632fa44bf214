import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveBusinessDetails } from "#ground/businesses/public.server.ts";
import { saveChannel } from "#ground/businesses/sending/channels.server.ts";
import { acting, colleague, mailsTo } from "#ground/businesses/testing/people.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { savePaper, sendPaper, sendingSchema } from "#ground/papers/public.server.ts";
import { sendAnswer } from "#faces/inbox/send-answer.server.ts";
import { repliesNote } from "#trade/leads/public.server.ts";
import { recordBadAddress } from "#trade/sequences/sending/may-send.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, type Person, withAccount } from "#platform/db/scope.server.ts";
import { testClock } from "#platform/db/testing/installation.ts";
import { parseForm } from "#platform/http/request/form.server.ts";
import type { MailMessage } from "#platform/mail/message.ts";
import { returnedMail } from "#platform/mail/testing/returned.ts";
import { type Business, business, FRIDAY, waiting } from "../testing/follow-ups.ts";
import { openReplies, rawMail, receive, toLead, toOwner } from "../testing/replies.ts";

// What colleagues send leaves as what the owner sends, replies to papers find the conversation, and a forward
// that comes back is told.

const SERVER = {
  ...{ host: "mail.summit.test", port: 465, security: "tls" as const, user: "pat", password: "secret" },
  fromAddress: "pat@summit.test",
};
const SHOWN = { fromName: "Pat at Summit", fromAddress: "pat@summit.test", host: "mail.summit.test" };
const clock = testClock(FRIDAY);
let close: () => Promise<void>;
let shop: Business;
let owner: Person;
let lead: string;

beforeAll(async () => {
  close = await openReplies(clock);
});
afterAll(() => close());
beforeEach(async () => {
  clock.set(FRIDAY);
  shop = await business();
  owner = { id: shop.ownerId, email: shop.email, emailVerified: true };
  lead = await waiting(shop);
});

const inside = <T>(work: (ctx: AccountContext) => Promise<T>) => withAccount(shop.account, work);
const as = <T>(person: Person, work: (ctx: AccountContext) => Promise<T>) =>
  acting(person, shop.account, work);
const last = async () => (await toLead(shop.account, lead)).at(-1)!;

/** Emails a paper to these addresses, the client among them. */
async function sendsPaper(ctx: AccountContext, to: readonly string[]): Promise<void> {
  const file = await installation().files.put(shop.account, Buffer.from("%PDF-1.7"), "pdf");
  const paper = await savePaper(ctx, {
    ...{ id: newId(), kind: "quote", thingId: newId(), version: 1, jobId: newId() },
    ...{ accountPath: "/account/estimates/1", title: "New deck", file, fileName: "estimate.pdf" },
    ...{ sha256: "a".repeat(64), approvers: 1 },
  });
  await sendPaper(
    ctx,
    paper,
    sendingSchema.parse({ to: to.join(", "), words: "", days: "30", asks: "yes", form: newId() }),
    {
      page: "quote",
      zone: "America/Denver",
      client: { name: "Dana Ruiz", address: "dana@client.test", leadId: lead },
      words: {
        subject: "Your estimate",
        what: "estimate",
        button: "Open",
        about: "Here it is.",
        reason: "r",
      },
    },
  );
}

describe.each(["owner", "manager", "member"] as const)("what a %s sends", (role) => {
  it("leaves from the business's own address", async () => {
    await as(owner, (ctx) => saveChannel(ctx, "smtp", SERVER, SHOWN));
    const [gift] = await toLead(shop.account, lead);
    await receive(rawMail({ From: "dana@client.test", To: gift!.reply_to!, Subject: "Re" }, "Tuesday?"));
    const person = role === "owner" ? owner : await colleague(owner, shop.account, role);
    await as(person, (ctx) =>
      sendAnswer(
        ctx,
        lead,
        parseForm(new URLSearchParams({ via: "mail", id: newId(), body: "See you." }).toString()),
      ),
    );
    expect(await last()).toMatchObject({
      kind: "answer",
      from_name: "Pat at Summit",
      from_address: "pat@summit.test",
    });
    await as(person, (ctx) => sendsPaper(ctx, ["dana@client.test"]));
    expect(await last()).toMatchObject({ subject: "Your estimate", from_address: "pat@summit.test" });
  });

  it("isn't read back by them: the connection's password stays with owners", async () => {
    await as(owner, (ctx) => saveChannel(ctx, "smtp", SERVER, SHOWN));
    const person = role === "owner" ? owner : await colleague(owner, shop.account, role);
    const rows = await as(person, (ctx) => ctx.db.execute("select sealed from businesses_channels"));
    expect(rows.rows).toHaveLength(role === "owner" ? 1 : 0);
  });
});

describe("a reply to a paper", () => {
  it("of the client comes to the address that finds them, of others to the business's own", async () => {
    await inside((ctx) =>
      saveBusinessDetails(ctx, {
        ...{ businessName: "Summit Deck", postalAddress: "1 Main St, Denver", zone: "America/Denver" },
        replyAddress: "office@summit.test",
      }),
    );
    const [gift] = await toLead(shop.account, lead);
    await as(owner, (ctx) => sendsPaper(ctx, ["dana@client.test", "lee@client.test"]));
    const paper = await last();
    expect(paper).toMatchObject({ subject: "Your estimate", reply_to: gift!.reply_to });
    expect(paper.reply_to).toMatch(/^[a-z2-7]{42}@reply\.test$/);
    const { rows } = await inside((ctx) =>
      ctx.db.execute<{ reply_to: string }>(
        "select reply_to from mail_messages where recipient = 'lee@client.test'",
      ),
    );
    expect(rows).toEqual([{ reply_to: "office@summit.test" }]);
    await receive(rawMail({ From: "dana@client.test", To: paper.reply_to!, Subject: "Re" }, "Is it cedar?"));
    const [forward] = await toOwner("office@summit.test");
    expect(forward!.text).toContain("Is it cedar?");
  });
});

describe("a forward that comes back", () => {
  const forwarded = async () => {
    const [gift] = await toLead(shop.account, lead);
    await receive(
      rawMail({ From: "dana@client.test", To: gift!.reply_to!, Subject: "Re" }, "Tuesday works."),
    );
    return (await toOwner(shop.email)).findLast(({ subject }) => subject.startsWith("Re"))!;
  };
  const trouble = async () => (await as(owner, repliesNote)).trouble;
  const bounce = (messageId: string, recipient = shop.email) =>
    receive(returnedMail("mailbox-full", { messageId, recipient }).toString("latin1"));

  it("is told to the owners, who see where it went until they answer from there", async () => {
    await inside((ctx) =>
      saveBusinessDetails(ctx, {
        ...{ businessName: "Summit Deck", postalAddress: "1 Main St, Denver", zone: "America/Denver" },
        replyAddress: "front@summit.test",
      }),
    );
    const [gift] = await toLead(shop.account, lead);
    await receive(
      rawMail({ From: "dana@client.test", To: gift!.reply_to!, Subject: "Re" }, "Tuesday works."),
    );
    const [forward] = await toOwner("front@summit.test");
    expect(await trouble()).toBeNull();
    await bounce(forward!.message_id_header, "front@summit.test");
    await bounce(forward!.message_id_header, "front@summit.test");
    expect(await trouble()).toMatch(
      /^front@summit\.test refused a reply that we forwarded, .* in your inbox here\. Its mail server said: “/,
    );
    await deliverDue(shop.account);
    await deliverDue(shop.account);
    const told = (await mailsTo(shop.email)).filter(({ subject }) =>
      subject.includes("couldn’t be forwarded"),
    );
    expect(told.map(({ subject }) => subject)).toEqual([
      "A reply couldn’t be forwarded to front@summit.test",
    ]);
    expect(told[0]!.text).toContain(`/account/inbox/${lead}`);
    await receive(
      rawMail({ From: "front@summit.test", To: forward!.reply_to!, Subject: "Re" }, "See you then."),
    );
    expect(await trouble()).toBeNull();
  });

  it("isn't emailed to the address that refuses it, and is over with another address", async () => {
    const forward = await forwarded();
    await bounce(forward.message_id_header);
    expect(await trouble()).toContain(shop.email);
    await deliverDue(shop.account);
    const told = (await mailsTo(shop.email)).filter(({ subject }) => subject.includes("couldn’t"));
    expect(told).toEqual([]);
    await inside((ctx) =>
      saveBusinessDetails(ctx, {
        businessName: "Summit Deck",
        postalAddress: "1 Main St",
        zone: "America/Denver",
        replyAddress: "new@summit.test",
      }),
    );
    expect(await trouble()).toBeNull();
  });

  it("counts when the mail server refuses it right away", async () => {
    const { id } = await forwarded();
    const { account_id, about_id } = (await toOwner(shop.email)).find((one) => one.id === id) as unknown as {
      account_id: string;
      about_id: string;
    };
    const message = { accountId: account_id, id, aboutId: about_id, recipient: shop.email } as MailMessage;
    const outcome = { message, addressBad: true, permanent: true, reason: null };
    await recordBadAddress({ ...outcome, state: "sent", addressBad: false });
    expect(await trouble()).toBeNull();
    await recordBadAddress({ ...outcome, state: "failed" });
    expect(await trouble()).toContain(shop.email);
  });

  it("can't be forged: of what was no forward, or to somebody else", async () => {
    const forward = await forwarded();
    await bounce(forward.message_id_header.replace(/[0-9a-f](?=@)/, (digit) => (digit === "0" ? "1" : "0")));
    await bounce(forward.message_id_header, "nobody@elsewhere.test");
    expect(await trouble()).toBeNull();
  });
});
