import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { textAccounts } from "#ground/businesses/public.server.ts";
import { saveChannel } from "#ground/businesses/sending/channels.server.ts";
import { removePerson } from "#ground/businesses/people/people.server.ts";
import { colleague } from "#ground/businesses/testing/people.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import {
  proveNumber,
  removeNumber,
  savedPhone,
  sendCode,
} from "#ground/notifications/texts/phones.server.ts";
import { APPROVED, DECLINED, notify, QUESTION, VIEWED } from "#ground/notifications/public.server.ts";
import { MOST_A_DAY } from "#ground/notifications/texts/texts.server.ts";
import { loadSettings } from "#ground/notifications/settings/settings.server.ts";
import { eraseLeadWithRetry } from "#trade/leads/personal-data/erase.server.ts";
import { recordTextOutcome } from "#trade/leads/public.server.ts";
import { action } from "#trade/leads/text/inbound-text.ts";
import { mayTextLeave } from "#trade/sequences/sending/may-send.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { database, type Person } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { useDefaultTwilio } from "#platform/sms/twilio/default-account.server.ts";
import type { Texter } from "#platform/sms/sending/texter.ts";
import { TextBench } from "#platform/sms/testing/texter.ts";
import { type StandIn, TWILIO, twilioCall } from "#platform/sms/testing/twilio.ts";
import { FRIDAY, listenForNotifications, MORNING, NIGHT, notifiedShop } from "../testing/notified-shop.ts";

// What happened, by text: from a number that its person proved, to the phone, from the business's number.

const OWN = {
  sid: `AC${"b2".repeat(16)}`,
  token: "fedcba9876543210fedcba9876543210",
  number: "+17205550111",
};
const clock = testClock(FRIDAY);
let test: TestDatabase;
let bench: TextBench;
let twilio: StandIn;
let texters: Texter[] | undefined;
let phones = 0;
/** Another one each time: codes for a number are few. */
const anyPhone = () => `+1303555${String(1000 + phones++)}`;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForNotifications();
});
afterAll(() => test.drop());
beforeEach(async () => {
  clock.set(FRIDAY);
  useDefaultTwilio(TWILIO);
  bench = new TextBench(test);
  twilio = await bench.twilio();
  texters = undefined;
});
afterEach(async () => {
  await bench.asOwner("truncate leads, businesses_channels");
  await bench.clear();
  useDefaultTwilio(undefined);
});

/** Two processes send what is due. */
async function send(): Promise<void> {
  texters ??= [1, 2].map(() =>
    bench.texter({
      accounts: textAccounts,
      mayStillSend: mayTextLeave,
      onOutcome: recordTextOutcome,
      clock,
    }),
  );
  await Promise.all(texters.map((texter) => texter.sendDue()));
}

async function shop() {
  const one = await notifiedShop(clock);
  const deliver = async () => {
    await one.deliver();
    await send();
  };
  /** Has a person prove their number. */
  const prove = async (person: Person, phone = anyPhone()) => {
    await one.as(person, (ctx) => sendCode(ctx, phone));
    await send();
    expect(await one.as(person, (ctx) => proveNumber(ctx, codeTo(phone)))).toBeNull();
    return phone;
  };
  const choose = (person: Person, fields: Readonly<Record<string, string>> = { "leads.new.text": "yes" }) =>
    one.choose(person, fields);
  return { ...one, deliver, prove, choose };
}

const textsTo = (phone: string) => twilio.taken.filter(({ to }) => to === phone).map(({ body }) => body);
const codeTo = (phone: string) => /^\d{6}/.exec(textsTo(phone).at(-1)!)![0];
/** Without the code. */
const newsTo = (phone: string) => textsTo(phone).filter((body) => !/^\d{6} is your code/.test(body));

let sids = 0;
async function textIn(body: string, from: string, account = TWILIO): Promise<void> {
  const sid = `SM${(++sids).toString(16).padStart(32, "0")}`;
  const url = `${installation().publicUrl}/api/inbound/sms`;
  const fields = { MessageSid: sid, SmsSid: sid, From: from, To: account.number, Body: body, NumMedia: "0" };
  const request = twilioCall(url, fields, account);
  const args = { request, params: {}, context: {} } as unknown as Parameters<typeof action>[0];
  expect((await action(args)).status).toBe(200);
}

describe("a number", () => {
  it("gets nothing before its person enters the code that was texted to it", async () => {
    const { owner, as, lead, deliver, choose } = await shop();
    const phone = anyPhone();
    await as(owner, (ctx) => sendCode(ctx, phone));
    await choose(owner);
    await lead();
    await deliver();
    expect(textsTo(phone)).toEqual([
      expect.stringMatching(
        /^\d{6} is your code for notifications of Summit Deck\..* Reply STOP to end texts\.$/,
      ),
    ]);
    const wrong = codeTo(phone) === "000000" ? "000001" : "000000";
    expect(await as(owner, (ctx) => proveNumber(ctx, wrong))).toMatch(/^That isn’t the code/);
    expect(
      await as(owner, (ctx) => proveNumber(ctx, ` ${codeTo(phone).slice(0, 3)} ${codeTo(phone).slice(3)}`)),
    ).toBeNull();
    await lead("Luis");
    await deliver();
    // What happened before stays unsent.
    expect(newsTo(phone)).toEqual([]);
    await choose(owner);
    await lead("Kim");
    await deliver();
    expect(newsTo(phone)).toEqual([expect.stringMatching(/^New lead: Kim\nhttp.*\/account\/leads\//)]);
  });

  it("isn't proven by guessing, by an old code, or by a code for another number", async () => {
    const { owner, as } = await shop();
    const [phone, other] = [anyPhone(), anyPhone()];
    await as(owner, (ctx) => sendCode(ctx, phone));
    await send();
    const old = codeTo(phone);
    await as(owner, (ctx) => sendCode(ctx, other));
    await send();
    if (codeTo(other) !== old)
      expect(await as(owner, (ctx) => proveNumber(ctx, old))).toMatch(/isn’t the code/);
    for (let tries = 0; tries < 6; tries++) await as(owner, (ctx) => proveNumber(ctx, "nonsense"));
    expect(await as(owner, (ctx) => proveNumber(ctx, codeTo(other)))).toMatch(/^Too many wrong codes/);
    await as(owner, (ctx) => sendCode(ctx, other));
    await send();
    clock.advance({ minutes: 11 });
    expect(await as(owner, (ctx) => proveNumber(ctx, codeTo(other)))).toMatch(/expired/);
    expect((await as(owner, (ctx) => savedPhone(ctx, owner.id)))!.provenAt).toBeNull();
  });

  it("is refused if it is none, and after many codes", async () => {
    const { owner, as } = await shop();
    await expect(as(owner, (ctx) => sendCode(ctx, "555"))).rejects.toMatchObject({
      fields: { phone: expect.any(String) as string },
    });
    for (let count = 0; count < 5; count++) await as(owner, (ctx) => sendCode(ctx, anyPhone()));
    await expect(as(owner, (ctx) => sendCode(ctx, anyPhone()))).rejects.toMatchObject({ status: 429 });
  });

  it("isn't asked for where the business can't text", async () => {
    const { owner, as } = await shop();
    useDefaultTwilio(undefined);
    expect((await as(owner, loadSettings)).texts).toBeNull();
    await expect(as(owner, (ctx) => sendCode(ctx, anyPhone()))).rejects.toMatchObject({ code: "conflict" });
  });

  it("is told to every member whose texts come from the business's own number", async () => {
    const { owner, account, inside, as, prove, lead, deliver, choose } = await shop();
    await inside((ctx) => saveChannel(ctx, "twilio", OWN, { sid: OWN.sid, number: OWN.number }));
    twilio = await bench.twilio({ account: OWN });
    const member = await colleague(owner, account, "member");
    expect((await as(member, loadSettings)).texts).toMatchObject({ from: "(720) 555-0111", isOwn: true });
    const phone = await prove(member);
    await choose(member);
    await lead();
    await deliver();
    expect(newsTo(phone)).toHaveLength(1);
    expect(twilio.taken.every(({ from }) => from === OWN.number)).toBe(true);
  });
});

describe("a text", () => {
  it("comes once, for what its person chose, and has no words that cost without saying more", async () => {
    const { owner, inside, prove, choose, deliver, lead } = await shop();
    const phone = await prove(owner);
    await choose(owner, {
      "client.viewed.text": "yes",
      "client.approved.text": "yes",
      "client.declined.text": "yes",
      "client.asked.text": "yes",
    });
    await lead();
    for (const kind of [VIEWED, APPROVED, DECLINED, QUESTION]) {
      clock.advance({ seconds: 1 });
      await inside((ctx) =>
        notify(ctx, kind, [
          {
            ...{ key: kind.kind, about: "e", title: `${kind.label}: EST-2026-001`, text: "…" },
            ...{ path: "/account/estimates/1", action: "Open" },
          },
        ]),
      );
      await deliver();
      await deliver();
    }
    const { publicUrl } = installation();
    expect(newsTo(phone)).toEqual(
      ["Viewed", "Approved", "Declined", "Question"].map(
        (label) => `${label}: EST-2026-001\n${publicUrl}/account/estimates/1`,
      ),
    );
  });

  it("waits for the end of quiet hours, also if it was queued before they began", async () => {
    const { owner, account, prove, choose, lead, deliver } = await shop();
    const phone = await prove(owner);
    const quiet = { isQuiet: "yes", quietFrom: "21:00", quietTo: "07:00", zone: "America/Denver" };
    await choose(owner, { "leads.new.text": "yes", ...quiet });
    clock.set("2026-11-21T03:59:00Z");
    await lead("Early");
    await deliverDue(account);
    clock.set(NIGHT);
    await lead("Late");
    await lead("Later");
    await deliver();
    expect(newsTo(phone)).toEqual([]);
    clock.set(MORNING);
    await deliver();
    const { publicUrl } = installation();
    expect(newsTo(phone).toSorted()).toEqual([
      `2 things happened at Summit Deck\n${publicUrl}/account/dashboard`,
      expect.stringMatching(/^New lead: Early\n/),
    ]);
  });

  it("comes a few times a day at most", async () => {
    const { owner, prove, choose, lead, deliver } = await shop();
    const phone = await prove(owner);
    await choose(owner);
    for (let count = 0; count < MOST_A_DAY + 2; count++) {
      await lead(`Lead ${count}`);
      await deliver();
    }
    expect(textsTo(phone)).toHaveLength(MOST_A_DAY);
    expect(textsTo(phone).at(-1)).toContain("That's the last text today.");
    clock.advance({ hours: 25 });
    await choose(owner);
    await lead("Tomorrow");
    await deliver();
    expect(textsTo(phone).at(-1)).toContain("New lead: Tomorrow");
  });

  it("isn't sent to who left, who removed the number, or who turned it off since", async () => {
    const { owner, account, as, prove, choose, lead } = await shop();
    const [left, removed] = [
      await colleague(owner, account, "member"),
      await colleague(owner, account, "member"),
    ];
    const numbers = [await prove(left), await prove(removed)];
    await choose(left);
    await choose(removed);
    await lead();
    await deliverDue(account);
    await as(owner, (ctx) => removePerson(ctx, left.id));
    await as(removed, removeNumber);
    await send();
    expect(numbers.map(newsTo)).toEqual([[], []]);
  });

  it("is gone once the client it names is erased", async () => {
    const { owner, account, inside, prove, choose, lead, deliver } = await shop();
    await prove(owner);
    await choose(owner);
    const { leadId } = await lead();
    await deliver();
    const named = () =>
      inside(async (ctx) => {
        const { rows } = await ctx.db.execute(sql`select 1 from sms_messages where body like '%Dana%'`);
        return rows.length;
      });
    expect(await named()).toBe(1);
    await eraseLeadWithRetry(account, leadId);
    expect(await named()).toBe(0);
  });

  it("is forgotten after a week", async () => {
    const { owner, inside, prove, choose, lead, deliver } = await shop();
    await prove(owner);
    await choose(owner);
    await lead();
    await deliver();
    const count = () =>
      inside(async (ctx) => (await ctx.db.execute(sql`select 1 from sms_messages`)).rows.length);
    const forget = (before: Temporal.Instant) =>
      database().app.query("select notifications_forget($1)", [before.toString()]);
    await forget(clock.now().subtract({ hours: 1 }));
    expect(await count()).toBe(2);
    await forget(clock.now().add({ hours: 1 }));
    expect(await count()).toBe(0);
  });
});

describe("STOP", () => {
  it("ends texts to a person of the business, who is no lead, until START", async () => {
    const { owner, as, prove, choose, lead, deliver } = await shop();
    const phone = await prove(owner);
    await choose(owner);
    await textIn("Stop.", phone);
    await lead();
    await deliver();
    expect(newsTo(phone)).toEqual([]);
    expect((await as(owner, loadSettings)).texts).toMatchObject({ isProven: true, isStopped: true });
    await textIn("START", phone);
    await lead("Kim");
    await deliver();
    expect(newsTo(phone)).toEqual([expect.stringMatching(/^New lead: Kim/)]);
  });

  it("counts although the number was removed and given again", async () => {
    const { owner, as, prove } = await shop();
    const phone = await prove(owner);
    await textIn("stop", phone);
    await as(owner, removeNumber);
    await as(owner, (ctx) => sendCode(ctx, phone));
    await send();
    expect(textsTo(phone)).toHaveLength(1);
    expect((await as(owner, loadSettings)).texts).toMatchObject({ isProven: false, isRefused: true });
  });

  it("counts where the carrier heard it", async () => {
    const { owner, as, prove, choose, lead, deliver } = await shop();
    await prove(owner);
    await choose(owner);
    twilio = await bench.twilio({
      before: () => ({ status: 400, code: 21610, message: "Attempt to send to unsubscribed recipient" }),
    });
    await lead();
    await deliver();
    await expect
      .poll(async () => (await as(owner, loadSettings)).texts)
      .toMatchObject({ isProven: true, isStopped: true });
  });
});
