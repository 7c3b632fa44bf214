// Long because each rule about who is texted and heard is shown through the same door, from the same few
// people.
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { saveChannel } from "#ground/businesses/sending/channels.server.ts";
import { textAccounts, textStatusCallback } from "#ground/businesses/public.server.ts";
import { onEvent } from "#ground/events/public.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { action } from "#trade/leads/text/inbound-text.ts";
import {
  leadHistory,
  mayStillText,
  mayText,
  recordTextConsent,
  recordTextOutcome,
} from "#trade/leads/public.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { useDefaultTwilio } from "#platform/sms/twilio/default-account.server.ts";
import { queueTexts } from "#platform/sms/queue.server.ts";
import { TextBench } from "#platform/sms/testing/texter.ts";
import { MAGIC, TWILIO, twilioCall } from "#platform/sms/testing/twilio.ts";
import { openBusiness } from "../testing/business.ts";

const DANA = "+13035550100";
const OWN = {
  sid: `AC${"b2".repeat(16)}`,
  token: "fedcba9876543210fedcba9876543210",
  number: "+17205550111",
};
const PUBLIC = "https://plumbline.test";
const heard: string[] = [];
let test: TestDatabase;
let bench: TextBench;

beforeAll(async () => {
  test = await createTestInstallation();
  useInstallation({ ...installation(), publicUrl: PUBLIC });
  for (const type of ["lead.replied", "lead.textsStopped", "lead.textsResumed"] as const)
    onEvent(type, async (_, { leadId }) => void heard.push(`${type} ${leadId}`));
});
afterAll(() => test.drop());
beforeEach(() => {
  bench = new TextBench(test);
  useDefaultTwilio(TWILIO);
  heard.length = 0;
});
afterEach(async () => {
  await bench.asOwner("truncate leads, businesses_channels");
  await bench.clear();
  useDefaultTwilio(undefined);
});

/** A business with a lead who left a number and agreed to texts. */
async function shop({ phone = DANA, agreed = true, own = false } = {}) {
  const [account, lead] = [newId(), newId()];
  const inside = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(account, work);
  await inside(async (ctx) => {
    await ctx.db.execute(sql`insert into businesses_accounts (account_id, name, phone, created_at)
      values (${account}, 'Summit Deck', '(303) 555-0142', ${ctx.now.toString()})`);
    await ctx.db.execute(sql`insert into leads (account_id, id, name, email, phone, created_at)
      values (${account}, ${lead}, 'Dana Ruiz', ${`${lead}@client.test`}, nullif(${phone}, ''), ${ctx.now.toString()})`);
    if (agreed)
      await recordTextConsent(ctx, {
        leadId: lead,
        wording: "Text me too.",
        wordingVersion: "2026-11",
        source: "/p/summit-deck",
      });
    if (own) await saveChannel(ctx, "twilio", OWN, { sid: OWN.sid, number: OWN.number });
  });
  const refusal = () => inside(async (ctx) => (await mayText(ctx, [lead])).get(lead)?.refusal);
  const replies = () =>
    inside(async (ctx) => (await leadHistory(ctx, lead)).replies.map(({ via, body }) => [via, body]));
  const queue = (to = phone) => {
    const id = newId();
    return inside((ctx) =>
      queueTexts(ctx.db, [{ id, accountId: account, to, body: "Hi Dana", aboutId: lead }], { now: ctx.now }),
    ).then(() => id);
  };
  return { account, lead, inside, refusal, replies, queue };
}

const texter = () =>
  bench.texter({
    accounts: textAccounts,
    mayStillSend: mayStillText,
    onOutcome: recordTextOutcome,
    statusCallback: textStatusCallback,
    clock: { now: () => Temporal.Now.instant() },
  });

/** Sends a text from the shop, so that the next reply belongs to it. */
async function texted(one: Awaited<ReturnType<typeof shop>>): Promise<string> {
  const id = await one.queue();
  await texter().sendDue();
  return id;
}

let sids = 0;
const sidOf = () => `SM${(++sids).toString(16).padStart(32, "0")}`;

async function post(
  body: string,
  { from = DANA, sid = sidOf(), account = TWILIO, more = {} } = {},
): Promise<{ status: number; twiml: string }> {
  const fields = {
    MessageSid: sid,
    SmsSid: sid,
    From: from,
    To: account.number,
    Body: body,
    NumMedia: "0",
    ...more,
  };
  return send(twilioCall(`${PUBLIC}/api/inbound/sms`, fields, account));
}

async function send(request: Request): Promise<{ status: number; twiml: string }> {
  const response = await action({ request, params: {}, context: {} } as unknown as Parameters<
    typeof action
  >[0]);
  return { status: response.status, twiml: await response.text() };
}

const EMPTY = { status: 200, twiml: '<?xml version="1.0" encoding="UTF-8"?>\n<Response/>' };

describe("who agreed to texts", () => {
  it("only who left a number, agreed to texts in words on file, and has not stopped them", async () => {
    expect(await (await shop()).refusal()).toBeNull();
    expect(await (await shop({ phone: "" })).refusal()).toBe("they left no phone number");
    expect(await (await shop({ agreed: false })).refusal()).toBe("they didn’t agree to texts");
    const one = await shop();
    const set = (what: ReturnType<typeof sql>) =>
      one.inside((ctx) => ctx.db.execute(sql`update leads set ${what}`));
    await set(sql`texts_stopped_at = now()`);
    expect(await one.refusal()).toBe("they opted out of texts");
    await set(sql`texts_stopped_at = null, outcome = 'won'`);
    expect(await one.refusal()).toBe("you won the job");
    await set(sql`outcome = 'lost'`);
    expect(await one.refusal()).toBe("you marked it as lost");
    await set(sql`outcome = null`);
    expect(await one.refusal()).toBeNull();
    await one.inside((ctx) => unsubscribeLead(ctx, one.lead));
    expect(await one.refusal()).toBe("they unsubscribed");
  });

  it("a consent to mail is none to texts, nor is another lead's", async () => {
    const one = await shop({ agreed: false });
    await one.inside((ctx) =>
      ctx.db
        .execute(sql`insert into leads_consents (account_id, id, lead_id, wording_version, wording, source, at)
        values (${one.account}, ${newId()}, ${one.lead}, '1', 'Email me', '/p/x', now())`),
    );
    await one.inside((ctx) =>
      recordTextConsent(ctx, { leadId: newId(), wording: "Text me", wordingVersion: "1", source: "/p/x" }),
    );
    expect(await one.refusal()).toBe("they didn’t agree to texts");
    const other = await shop();
    expect(await other.inside((ctx) => mayText(ctx, [one.lead]))).toEqual(new Map());
  });

  it("nobody whose number takes none, and nobody at a number they do not have any more", async () => {
    await bench.twilio();
    const one = await shop({ phone: MAGIC.landline });
    await texted(one);
    expect(await one.refusal()).toBe("their number can’t get texts");
    const two = await shop();
    await two.queue("+13035550177");
    await texter().sendDue();
    const { rows } = await two.inside((ctx) =>
      ctx.db.execute<{ state: string; reason: string }>(sql`select state, reason from sms_messages`),
    );
    expect(rows).toEqual([{ state: "suppressed", reason: "their number changed" }]);
  });
});

describe("STOP", () => {
  it("works at once: what is queued does not leave, and nothing more is", async () => {
    const { taken } = await bench.twilio();
    const one = await shop();
    await texted(one);
    await one.queue();
    expect(await post("Stop.")).toEqual(EMPTY);
    await texter().sendDue();
    expect(taken).toHaveLength(1);
    expect(await bench.states(one.account)).toEqual({ sent: 1, suppressed: 1 });
    expect(await one.refusal()).toBe("they opted out of texts");
    expect(heard).toEqual([`lead.textsStopped ${one.lead}`]);
    expect(await one.replies()).toEqual([]);
    // A text queued by a process that missed the STOP is stopped at the last moment.
    await one.queue();
    await texter().sendDue();
    expect(taken).toHaveLength(1);
  });

  it("outlives the lead, until START", async () => {
    const one = await shop();
    await post("stop");
    await one.inside(async (ctx) => {
      await ctx.db.execute(sql`delete from leads`);
      await ctx.db.execute(sql`insert into leads (account_id, id, name, email, phone, created_at)
        values (${one.account}, ${one.lead}, 'D', 'new@client.test', ${DANA}, now())`);
    });
    expect(await one.refusal()).toBe("they opted out of texts");
    expect(await post("Start")).toEqual(EMPTY);
    expect(await one.refusal()).toBeNull();
    const { consents } = await one.inside((ctx) => leadHistory(ctx, one.lead));
    expect(consents.map(({ channel, wording, source }) => [channel, wording, source])).toContainEqual([
      "text",
      "They texted: Start",
      "a text message",
    ]);
    expect(heard.at(-1)).toBe(`lead.textsResumed ${one.lead}`);
  });

  it("and START give no consent to a business that never had one", async () => {
    await bench.twilio();
    const [known, stranger] = [await shop(), await shop({ agreed: false })];
    const consents = (one: typeof known) =>
      one.inside(async (ctx) => (await leadHistory(ctx, one.lead)).consents.map(({ wording }) => wording));
    await texted(known);
    await post("START");
    expect([await consents(known), await consents(stranger)]).toEqual([
      ["Text me too.", "They texted: START"],
      [],
    ]);
    await post("STOP");
    expect([await known.refusal(), await stranger.refusal()]).toEqual([
      "they opted out of texts",
      "they opted out of texts",
    ]);
    await post("START");
    expect([await known.refusal(), await stranger.refusal()]).toEqual([null, "they didn’t agree to texts"]);
    expect(await consents(stranger)).toEqual([]);
  });

  it("told again after START does nothing: a call is one", async () => {
    const one = await shop();
    const sid = sidOf();
    await post("stop", { sid });
    await post("start");
    expect(await post("stop", { sid })).toEqual(EMPTY);
    expect(await one.refusal()).toBeNull();
    expect(heard.map((line) => line.split(" ")[0])).toEqual(["lead.textsStopped", "lead.textsResumed"]);
  });

  it("in words of one's own stops too, and is read", async () => {
    const one = await shop();
    await texted(one).catch(() => {});
    await post("Please stop texting me");
    expect(await one.refusal()).toBe("they opted out of texts");
    expect(await one.replies()).toEqual([["text", "Please stop texting me"]]);
  });

  it("counts for all who text from the number, an answer for who texted last", async () => {
    await bench.twilio();
    const [first, second, elsewhere] = [await shop(), await shop(), await shop({ own: true })];
    await texted(first);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await texted(second);
    await post("Tuesday at 9 works");
    expect([await first.replies(), await second.replies()]).toEqual([[], [["text", "Tuesday at 9 works"]]]);
    await post("STOP");
    expect([await first.refusal(), await second.refusal(), await elsewhere.refusal()]).toEqual([
      "they opted out of texts",
      "they opted out of texts",
      null,
    ]);
  });

  it("at the carrier is as good as told to us", async () => {
    await bench.twilio();
    const one = await shop({ phone: MAGIC.optedOut });
    await one.queue();
    await texted(one);
    expect(await bench.states(one.account)).toEqual({ suppressed: 2 });
    await expect.poll(one.refusal).toBe("they opted out of texts");
  });
});

describe("an answer", () => {
  it("is a reply: on the lead's page, and follow-up hears of it", async () => {
    await bench.twilio();
    const one = await shop();
    await texted(one);
    const sid = sidOf();
    expect(await post("Yes! Call me\0 🔨", { sid })).toEqual(EMPTY);
    expect(await post("Yes! Call me\0 🔨", { sid })).toEqual(EMPTY);
    expect(await one.replies()).toEqual([["text", "Yes! Call me 🔨"]]);
    expect(heard).toEqual([`lead.replied ${one.lead}`]);
  });

  it("fifty deliveries of it at once are one", async () => {
    const one = await shop();
    const sid = sidOf();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post("Yes", { sid })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await one.replies()).toEqual([["text", "Yes"]]);
    expect(heard).toHaveLength(1);
  });

  it("with a picture says so", async () => {
    const one = await shop();
    await post("", { more: { NumMedia: "2" } });
    expect(await one.replies()).toEqual([["text", "(2 pictures attached. See Twilio.)"]]);
  });

  it("from a number that nobody knows is kept nowhere", async () => {
    const one = await shop();
    for (const from of ["+13035559999", "72345", "Deck4U"])
      expect(await post("Hello there", { from })).toEqual(EMPTY);
    expect(await post("stop", { from: "+13035559999" })).toEqual(EMPTY);
    const { rows } = await one.inside((ctx) =>
      ctx.db.execute(
        sql`select (select count(*) from leads_inbound_texts) + (select count(*) from leads_suppressions) + (select count(*) from leads_replies) as n`,
      ),
    );
    expect(rows).toEqual([{ n: "0" }]);
  });

  it("to a number that several share, from somebody none of them texted, is nobody's", async () => {
    const [one, two] = [await shop(), await shop()];
    await post("Hello there");
    expect([await one.replies(), await two.replies()]).toEqual([[], []]);
  });

  it("HELP is told who we are", async () => {
    await bench.twilio();
    const one = await shop();
    await texted(one);
    await one.inside((ctx) =>
      ctx.db.execute(sql`update businesses_accounts set name = 'Smith & Sons <Decks>'`),
    );
    const { twiml } = await post("help");
    expect(twiml).toContain(
      "<Response><Message>Smith &amp; Sons &lt;Decks&gt;: follow-up you asked for. Reach us at (303) 555-0142",
    );
    expect(twiml).toContain("Reply STOP to end texts.</Message></Response>");
    // A stranger doesn't learn the name of any business.
    expect((await post("help", { from: "+13035559999" })).twiml).toContain("<Message>Plumbline: ");
    // Twilio has already answered it.
    expect(await post("help", { more: { OptOutType: "HELP" } })).toEqual(EMPTY);
    expect(await one.replies()).toEqual([]);
  });

  it("Twilio's own reading of it counts where a number has one", async () => {
    const one = await shop();
    await post("arrêt", { more: { OptOutType: "STOP" } });
    expect(await one.refusal()).toBe("they opted out of texts");
  });
});

describe("a business's own number", () => {
  it("is texted from, and heard on, with its own token alone", async () => {
    await bench.twilio({ account: OWN });
    const [one, other] = [await shop({ own: true }), await shop()];
    await one.queue();
    await texter().sendDue();
    expect(await bench.row(one.account)).toMatchObject({ state: "sent", fromNumber: OWN.number });
    expect((await post("Hi", { account: OWN })).status).toBe(200);
    expect([await one.replies(), await other.replies()]).toEqual([[["text", "Hi"]], []]);
    // The installation's token doesn't sign for this account, nor this account's for the installation's
    // number.
    expect((await post("stop", { account: { ...OWN, token: TWILIO.token } })).status).toBe(403);
    expect((await post("stop", { account: { ...OWN, number: TWILIO.number } })).status).toBe(200);
    expect([await one.refusal(), await other.refusal()]).toEqual([null, null]);
  });

  it("that stops working is shown as such", async () => {
    await bench.twilio({ account: { ...OWN, token: "another" } });
    const one = await shop({ own: true });
    const problem = () =>
      one.inside(
        async (ctx) =>
          (await ctx.db.execute<{ problem: string | null }>(sql`select problem from businesses_channels`))
            .rows[0]!.problem,
      );
    await texted(one);
    expect(await bench.states(one.account)).toEqual({ queued: 1 });
    expect(await problem()).toBe(
      "Twilio doesn’t recognize this account SID and auth token. Copy both again from your Twilio console.",
    );
    await textAccounts.recordOutcome(one.account, { ...OWN, token: "older" }, null);
    expect(await problem()).not.toBeNull();
    await textAccounts.recordOutcome(one.account, OWN, null);
    expect(await problem()).toBeNull();
  });
});

describe("a business's own Twilio account in trouble", () => {
  it("is mailed to its owner, once a day, and not after it was changed", async () => {
    const { account, owner } = await openBusiness();
    await withAccount(account, (ctx) =>
      saveChannel(ctx, "twilio", OWN, { sid: OWN.sid, number: OWN.number }),
    );
    const mails = () =>
      withSystem(
        async (ctx) =>
          (
            await ctx.db.execute<{ subject: string; text: string }>(
              sql`select subject, text from mail_messages where recipient = ${owner.email}`,
            )
          ).rows,
      );
    await textAccounts.recordOutcome(account, { ...OWN, token: "the one before" }, "credentials");
    expect(await mails()).toEqual([]);
    for (const trouble of ["credentials", "credentials", null, "suspended"] as const)
      await textAccounts.recordOutcome(account, OWN, trouble);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail!.subject).toBe("Summit Deck: your Twilio account needs a look");
    expect(mail!.text).toContain("We can’t send texts to your clients through your Twilio account.");
  });
});

describe("what Twilio tells of our texts", () => {
  const tell = (account: string, id: string, sid: string, status: string, code = "", as = TWILIO) =>
    send(
      twilioCall(
        `${PUBLIC}/api/inbound/sms?about=${account}.${id}`,
        {
          MessageSid: sid,
          MessageStatus: status,
          From: as.number,
          To: DANA,
          ...(code ? { ErrorCode: code } : {}),
        },
        as,
      ),
    );

  it("is asked for, and kept", async () => {
    const { taken } = await bench.twilio();
    const one = await shop();
    const id = await texted(one);
    const { statusCallback, sid } = taken[0]!;
    expect(statusCallback).toBe(`${PUBLIC}/api/inbound/sms?about=${one.account}.${id}`);
    expect(await tell(one.account, id, sid, "delivered")).toEqual(EMPTY);
    expect((await bench.row(one.account)).deliveredAt).not.toBeNull();
  });

  it("that they opted out stops texts", async () => {
    const { taken } = await bench.twilio();
    const one = await shop();
    const id = await texted(one);
    await one.queue();
    await tell(one.account, id, taken[0]!.sid, "undelivered", "21610");
    expect(await one.refusal()).toBe("they opted out of texts");
    expect(await bench.states(one.account)).toEqual({ failed: 1, suppressed: 1 });
  });

  it("is believed of its own texts only", async () => {
    const { taken } = await bench.twilio();
    const [one] = [await shop(), await shop({ own: true })];
    const id = await texted(one);
    expect((await tell(one.account, id, taken[0]!.sid, "failed", "30003", OWN)).status).toBe(403);
    expect(await bench.states(one.account)).toEqual({ sent: 1 });
    const calls = [
      tell(one.account, "x", taken[0]!.sid, "failed"),
      tell(one.account, `${id}.y`, taken[0]!.sid, "failed"),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([400, 400]);
  });
});

describe("a call that is not Twilio's", () => {
  const fields = { MessageSid: `SM${"9".repeat(32)}`, From: DANA, To: TWILIO.number, Body: "stop" };
  const url = `${PUBLIC}/api/inbound/sms`;
  const plain = (headers: Record<string, string>, body: string) =>
    send(new Request(url, { method: "POST", headers, body }));
  const form = { "content-type": "application/x-www-form-urlencoded" };

  it("is refused with 403 when it is forged, and does nothing", async () => {
    const one = await shop();
    const real = twilioCall(url, fields);
    const signature = real.headers.get("x-twilio-signature")!;
    const body = await real.text();
    expect((await plain(form, body)).status).toBe(403);
    expect((await plain({ ...form, "x-twilio-signature": "" }, body)).status).toBe(403);
    expect(
      (await plain({ ...form, "x-twilio-signature": signature }, body.replace("stop", "start"))).status,
    ).toBe(403);
    expect((await plain({ ...form, "x-twilio-signature": signature }, `${body}&More=1`)).status).toBe(403);
    expect((await send(twilioCall(url, fields, { ...TWILIO, token: "another" }))).status).toBe(403);
    expect((await send(twilioCall(url, fields, { ...TWILIO, sid: OWN.sid }))).status).toBe(403);
    // Signed for another address of ours.
    expect((await send(new Request(`${url}?x=1`, twilioCall(url, fields)))).status).toBe(403);
    useDefaultTwilio(undefined);
    expect((await send(twilioCall(url, fields))).status).toBe(403);
    expect(await one.refusal()).toBeNull();
  });

  it("is refused with 400 when it is malformed", async () => {
    const one = await shop();
    expect(
      (await plain({ "content-type": "application/json", "x-twilio-signature": "x" }, "{}")).status,
    ).toBe(400);
    expect((await plain({ ...form, "x-twilio-signature": "x" }, "")).status).toBe(400);
    for (const change of [{ MessageSid: "SM1" }, { MessageSid: "" }, { From: "" }, { To: "" }])
      expect((await send(twilioCall(url, { ...fields, ...change }))).status).toBe(400);
    const { Body: _, ...without } = fields;
    expect((await send(twilioCall(url, without))).status).toBe(400);
    expect((await send(new Request(url, { method: "PUT" }))).status).toBe(405);
    expect(await one.refusal()).toBeNull();
  });
});

it("a reply by mail leaves texts alone; a lead who answered is followed by nobody's rules here", async () => {
  const one = await shop();
  await one.inside((ctx) => recordReply(ctx, one.lead, { via: "mail", messageId: "<x@y>", body: "hi" }));
  expect(await one.refusal()).toBeNull();
});
