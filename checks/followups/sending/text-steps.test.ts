// Long because each rule about when a text goes, and what stops one, is shown on the same few people and the
// same clock.
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endLead } from "#trade/leads/stage/endings.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { recordTextConsent, recordTextOutcome } from "#trade/leads/public.server.ts";
import { stopTexts } from "#trade/leads/text/text-consent.server.ts";
import { pauseLead, spaceMails } from "#trade/leads/preferences/preferences.server.ts";
import { restore, suspend } from "#faces/operator/accounts/accounts.server.ts";
import { createSequence } from "#trade/sequences/create.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { pauseLeadFollowUp, resumeLeadFollowUp } from "#trade/sequences/enrollment/pause-lead.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { outcomeOf } from "#trade/sequences/status/outcome.ts";
import { mayTextLeave } from "#trade/sequences/sending/may-send.server.ts";
import type { Step } from "#trade/sequences/plan/planner.ts";
import { startSequence } from "#trade/sequences/enrollment/start.server.ts";
import { sendHeadsUps } from "#trade/sequences/heads-up/send.server.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { markMessageSentByHand } from "#platform/sending/by-hand.server.ts";
import { saveDeliveryStatus } from "#platform/sms/twilio/delivery-status.server.ts";
import { TextBench } from "#platform/sms/testing/texter.ts";
import { MAGIC } from "#platform/sms/testing/twilio.ts";
import { openBusiness } from "../../testing/business.ts";
import { OPERATOR } from "../../testing/follow-ups.ts";

// A text step from its plan to Twilio's stand-in, with the real database and a simulated clock.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const DENVER = "+13035550100";
const clock = testClock(FRIDAY);
let test: TestDatabase;
let bench: TextBench;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
});
afterAll(() => test.drop());
beforeEach(() => {
  clock.set(FRIDAY);
  bench = new TextBench(test);
});
afterEach(() => bench.clear());

const wait = (amount: number, unit: "minutes" | "hours" | "days" = "minutes") => ({ amount, unit });
const text = (delay = wait(0), body = "Hi {{first_name}}, did the guide help?"): Step => ({
  kind: "text",
  delay,
  body,
});
const mail = (delay = wait(0)): Step => ({ kind: "mail", delay, subject: "A mail", body: "Hi." });

/** A business in Denver and a lead enrolled in a sequence since `at`, with nothing else planned. */
async function inside(steps: readonly Step[], { phone = DENVER, agreed = true, at = FRIDAY } = {}) {
  clock.set(at);
  const shop = await openBusiness({ postalAddress: "1 Main St, Denver, CO 80205" });
  const within = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(shop.account, work);
  const lead = await shop.captured("dana@client.test");
  const agree = () =>
    within((ctx) =>
      recordTextConsent(ctx, {
        leadId: lead,
        wording: "Text me.",
        wordingVersion: "1",
        source: "/p/summit-deck",
      }),
    );
  await within(async (ctx) => {
    await ctx.db.execute(sql`delete from sequences_steps where account_id = ${shop.account}`);
    await ctx.db.execute(
      sql`update leads set phone = nullif(${phone}, '') where account_id = ${shop.account}`,
    );
  });
  if (agreed) await agree();
  const id = await within((ctx) =>
    createSequence(ctx, { name: "Texts", trigger: { kind: "manual" }, steps: [...steps] }),
  );
  await within((ctx) => startSequence(ctx, id, [lead]));
  const line = async (step = 0) => (await shop.ledger(lead))[step]!;
  return {
    ...shop,
    lead,
    within,
    agree,
    line,
    decide: () => sendDueSteps(shop.account),
    said: async (step = 0) => outcomeOf(await line(step), clock.now(), true),
    state: async (step = 0) => {
      const { state, reason } = await line(step);
      return reason ? `${state}: ${reason}` : state;
    },
    due: async (step = 0) => String((await line(step)).dueAt),
  };
}

const texter = (found?: "none") =>
  bench.texter({ clock, mayStillSend: mayTextLeave, onOutcome: recordTextOutcome }, found);

/** A Twilio stand-in that records when it accepted each text. */
async function twilio(options: Parameters<TextBench["twilio"]>[0] = {}) {
  const taken: { at: string; to: string; body: string }[] = [];
  const sender = texter();
  await bench.twilio({
    ...options,
    taken: ({ to, body }) => void taken.push({ at: String(clock.now()), to, body }),
  });
  return { taken, send: () => sender.sendDue() };
}

/** Decides and sends every 15 minutes until a moment. */
async function run(
  one: { decide(): Promise<number> },
  sender: { send(): Promise<void> },
  end: string,
): Promise<void> {
  for (;;) {
    await one.decide();
    await sender.send();
    if (Temporal.Instant.compare(clock.now(), Temporal.Instant.from(end)) >= 0) return;
    clock.advance({ minutes: 15 });
  }
}

describe("the hours of a text", () => {
  it.for([
    {
      who: "at night in Denver",
      phone: DENVER,
      at: "2026-11-21T05:00:00Z",
      step: text(wait(10)),
      sent: "2026-11-21T15:00:00Z",
    },
    {
      who: "in the morning of Denver, to Honolulu",
      phone: "+18085550100",
      at: FRIDAY,
      step: text(),
      sent: "2026-11-20T18:00:00Z",
    },
    {
      who: "on a Sunday, to Alabama",
      phone: "+12515550100",
      at: "2026-11-22T18:00:00Z",
      step: text(),
      sent: "2026-11-23T15:00:00Z",
    },
    {
      who: "after days, in the owner's hours",
      phone: DENVER,
      at: FRIDAY,
      step: text(wait(1, "days")),
      sent: "2026-11-23T16:00:00Z",
    },
    {
      who: "after days, to Honolulu, when both are open",
      phone: "+18085550100",
      at: FRIDAY,
      step: text(wait(1, "days")),
      sent: "2026-11-23T18:00:00Z",
    },
  ])("are legal wherever they may be: $who", async ({ phone, at, step, sent }) => {
    const one = await inside([step], { phone, at });
    const sender = await twilio();
    await run(one, sender, "2026-11-23T21:00:00Z");
    expect(sender.taken.map((each) => each.at)).toEqual([sent]);
    expect(await one.said()).toMatchObject({ label: "sent", state: "done" });
  });

  it("are none where the law of their country is not known here, which is said", async () => {
    const one = await inside([text()], { phone: "+4930555010" });
    const sender = await twilio();
    await run(one, sender, FRIDAY);
    expect(await one.state()).toBe("not_sent: the number isn’t in the United States or Canada");
    expect(sender.taken).toEqual([]);
  });

  it("are those of a retry too: what Twilio could not take in the evening waits for the morning", async () => {
    const evening = "2026-11-21T03:55:00Z"; // 20:55 in Denver
    const one = await inside([text()], { at: evening });
    const sender = await twilio({
      before: () =>
        Temporal.Instant.compare(clock.now(), Temporal.Instant.from("2026-11-21T04:00:00Z")) < 0
          ? { status: 503 }
          : undefined,
    });
    await one.decide();
    await sender.send();
    expect(await one.said()).toMatchObject({ label: "will try again" });
    await run(one, sender, "2026-11-21T16:00:00Z");
    expect(sender.taken.map(({ at }) => at.slice(0, 14))).toEqual(["2026-11-21T15:"]);
    expect(await one.said()).toMatchObject({ label: "sent" });
  });
});

describe("the words of a text", () => {
  it("name the business and how to stop the first time, and then no more", async () => {
    const one = await inside([text(), text(wait(1, "hours"), "Another one, {{first_name}}")]);
    const sender = await twilio();
    await run(one, sender, "2026-11-20T19:00:00Z");
    expect(sender.taken.map(({ body }) => body)).toEqual([
      "Summit Deck: Hi Dana, did the guide help?\nReply STOP to opt out",
      "Another one, Dana",
    ]);
    expect((await one.line()).subject).toBe("Text: Hi Dana, did the guide help?");
  });

  it("of one that was taken back before it left were not the first", async () => {
    const one = await inside([text(wait(0), "One"), text(wait(30), "Two")]);
    const sender = await twilio();
    await one.decide();
    await one.within((ctx) => pauseLeadFollowUp(ctx, one.lead));
    clock.advance({ hours: 1 });
    await one.within((ctx) => resumeLeadFollowUp(ctx, one.lead));
    await run(one, sender, "2026-11-20T20:00:00Z");
    expect(sender.taken.map(({ body }) => body)).toEqual(["Summit Deck: One\nReply STOP to opt out", "Two"]);
  });
});

describe("a text that must not go", () => {
  it.for([
    { given: { agreed: false }, why: "they didn’t agree to texts" },
    { given: { phone: "" }, why: "they left no phone number" },
  ])("says so: $why", async ({ given, why }) => {
    const one = await inside([text(), mail(wait(30))], given);
    const sender = await twilio();
    await run(one, sender, "2026-11-20T18:00:00Z");
    expect([await one.state(0), await one.state(1)]).toEqual([`not_sent: ${why}`, "handed"]);
    expect(await one.said()).toMatchObject({ state: "unsent", label: `not sent: ${why}` });
    expect(sender.taken).toEqual([]);
  });

  it("is stopped by STOP after it was queued; mail goes on", async () => {
    const one = await inside([text(), mail(wait(30)), text(wait(30))]);
    const sender = await twilio();
    await one.decide();
    await one.within((ctx) => stopTexts(ctx, DENVER));
    await run(one, sender, "2026-11-20T18:30:00Z");
    await deliver(one.account);
    await run(one, sender, "2026-11-20T19:30:00Z");
    expect(sender.taken).toEqual([]);
    expect((await one.said()).label).toBe("not sent: they opted out of texts");
    expect([await one.state(1), await one.state(2)]).toEqual(["handed", "not_sent: they opted out of texts"]);
  });

  it("is stopped by an answer, also while Twilio is being asked", async () => {
    const one = await inside([text(), text(wait(1, "hours"))]);
    let asked = 0;
    const sender = await twilio({
      before: async () => {
        if (asked++ === 0) await one.within((ctx) => recordReply(ctx, one.lead, { via: "owner" }));
        return { status: 503 };
      },
    });
    await run(one, sender, "2026-11-20T20:00:00Z");
    expect(asked).toBe(1);
    expect((await one.said(0)).label).toBe("not sent: they replied");
    expect(await one.state(1)).toBe("not_sent: they replied");
  });

  it("is stopped by the end of the matter while it waits", async () => {
    const one = await inside([text()]);
    const sender = await twilio();
    await one.decide();
    await one.within((ctx) => endLead(ctx, one.lead, "lost"));
    await run(one, sender, "2026-11-20T18:00:00Z");
    expect(sender.taken).toEqual([]);
    expect((await one.said()).label).toBe("not sent: they said no");
  });

  it("needs no mailing address", async () => {
    const one = await inside([text(), mail()]);
    await one.within((ctx) =>
      ctx.db.execute(
        sql`update businesses_accounts set postal_address = null where account_id = ${one.account}`,
      ),
    );
    const sender = await twilio();
    await run(one, sender, "2026-11-20T18:00:00Z");
    expect([await one.state(0), await one.state(1)]).toEqual(["handed", "not_sent: no mailing address"]);
  });
});

describe("a text that waits", () => {
  it("is taken back by hold and goes once they go on, in the hours of its number", async () => {
    const one = await inside([text()]);
    const sender = await twilio();
    await one.decide();
    await one.within((ctx) => pauseLeadFollowUp(ctx, one.lead));
    await sender.send();
    expect([await one.state(), sender.taken.length]).toEqual(["held", 0]);
    clock.set("2026-11-21T06:00:00Z");
    await one.within((ctx) => resumeLeadFollowUp(ctx, one.lead));
    expect(await one.state()).toBe("waiting");
    await run(one, sender, "2026-11-21T16:00:00Z");
    expect(sender.taken.map(({ at }) => at)).toEqual(["2026-11-21T15:00:00Z"]);
  });

  it("that is held while Twilio is being asked goes on with the others", async () => {
    const one = await inside([text()]);
    let asked = 0;
    const sender = await twilio({
      before: async () => {
        if (asked++ > 0) return undefined;
        await one.within((ctx) => pauseLeadFollowUp(ctx, one.lead));
        return { status: 503 };
      },
    });
    await run(one, sender, "2026-11-20T18:00:00Z");
    expect([await one.state(), asked]).toEqual(["held", 1]);
    await one.within((ctx) => resumeLeadFollowUp(ctx, one.lead));
    await run(one, sender, "2026-11-20T18:30:00Z");
    expect(sender.taken.length).toBe(1);
  });

  it("is moved by a suspension", async () => {
    const one = await inside([text()]);
    const sender = await twilio();
    await one.decide();
    await suspend(OPERATOR, one.account, "spam");
    await sender.send();
    expect([await one.state(), sender.taken.length]).toEqual(["waiting: account suspended", 0]);
    clock.advance({ hours: 3 });
    await restore(OPERATOR, one.account);
    await run(one, sender, "2026-11-20T21:00:00Z");
    expect(sender.taken.map(({ at }) => at)).toEqual(["2026-11-20T20:00:00Z"]);
  });

  it("waits for the end of a pause", async () => {
    const one = await inside([text()]);
    const sender = await twilio();
    await one.decide();
    await one.within((ctx) => pauseLead(ctx, one.lead, Temporal.PlainDate.from("2026-11-28")));
    expect(await one.state()).toBe("waiting");
    clock.set("2026-11-28T00:00:00Z");
    await run(one, sender, "2026-11-28T18:00:00Z");
    expect(sender.taken.map(({ at }) => at)).toEqual(["2026-11-28T15:00:00Z"]);
  });

  it("is as far from mails as they asked mails to be, and mails from it", async () => {
    const one = await inside([text(), mail(wait(1, "hours")), text(wait(1, "hours"))]);
    await one.within((ctx) => spaceMails(ctx, one.lead, "two-weeks"));
    const sender = await twilio();
    await run(one, sender, FRIDAY);
    const [second, third] = [await one.line(1), await one.line(2)];
    const apart = (from: Temporal.Instant, to: Temporal.Instant) => from.until(to).total("hours") / 24;
    expect(apart(Temporal.Instant.from(FRIDAY), second.dueAt)).toBeGreaterThanOrEqual(14);
    expect(apart(second.dueAt, third.dueAt)).toBeGreaterThanOrEqual(14);
    clock.set(String(second.dueAt));
    await run(one, sender, String(second.dueAt));
    await deliver(one.account);
    expect([await one.state(1), sender.taken.length]).toEqual(["handed", 1]);
  });

  it("goes once, whatever number of workers decide and send", async () => {
    const one = await inside([text(), text(wait(1), "Two")]);
    const sender = await twilio();
    const other = texter();
    for (let round = 0; round < 4; round++) {
      await Promise.all([one.decide(), one.decide(), one.decide()]);
      await Promise.all([sender.send(), other.sendDue()]);
      clock.advance({ minutes: 1 });
    }
    expect(sender.taken.length).toBe(2);
    expect(await bench.states(one.account)).toEqual({ sent: 2 });
  });
});

describe("what became of a text", () => {
  it("without Twilio is the owner's: it waits for their phone, and is sent once they say so", async () => {
    const one = await inside([text()]);
    await one.decide();
    await texter("none").sendDue();
    expect(await one.said()).toMatchObject({
      state: "now",
      label: "waiting for you to send it from your phone",
    });
    const [row] = await bench.rows(one.account);
    await one.within((ctx) =>
      markMessageSentByHand(
        ctx.db,
        "sms",
        { accountId: one.account, id: row!.id, aboutId: one.lead },
        ctx.now,
      ),
    );
    expect(await one.said()).toMatchObject({ state: "done", label: "sent by you" });
  });

  it("in the outbox ends with an answer", async () => {
    const one = await inside([text()]);
    await one.decide();
    await texter("none").sendDue();
    await one.within((ctx) => recordReply(ctx, one.lead, { via: "owner" }));
    expect((await one.said()).label).toBe("not sent: they replied");
  });

  it("is said with the carrier's words: delivered, or not", async () => {
    for (const [status, errorCode, label] of [
      ["delivered", undefined, "delivered"],
      ["undelivered", 30005, "not sent: their number can’t get texts"],
    ] as const) {
      const one = await inside([text()]);
      const sender = await twilio();
      await run(one, sender, FRIDAY);
      const row = await bench.row(one.account);
      await one.within((ctx) =>
        saveDeliveryStatus(
          ctx.db,
          { accountId: one.account, id: row.id, sid: row.sid!, status, errorCode },
          ctx.now,
        ),
      );
      expect((await one.said()).label).toBe(label);
    }
  });

  it("that Twilio refuses is said with its words, and an unknown end is said to be unknown", async () => {
    const refused = await inside([text()], { phone: MAGIC.landline });
    const sender = await twilio();
    await run(refused, sender, "2026-11-20T19:00:00Z");
    expect(await refused.said()).toMatchObject({
      state: "unsent",
      explanation: expect.stringContaining("not a valid mobile number") as string,
    });
    await bench.clear();
    const lost = await inside([text()]);
    await bench.twilio({ taken: () => "hang up" });
    await lost.decide();
    await texter().sendDue();
    expect(await lost.said()).toMatchObject({ state: "stopped", label: "can’t tell whether it arrived" });
  });
});

it("is in the day's mail to an owner whose replies nobody hears, at the time it may go", async () => {
  const one = await inside([text(wait(3, "days"), "Is the deck still wanted, {{first_name}}?")], {
    phone: "+18085550100",
  });
  const silent = await inside([text(wait(3, "days"))], { agreed: false });
  clock.set("2026-11-23T14:30:00Z");
  const heard = installation();
  useInstallation({ ...heard, setup: undefined });
  await sendHeadsUps();
  useInstallation(heard);
  const told = async ({ owner }: { owner: { email: string } }) =>
    (
      await withSystem((ctx) =>
        ctx.db.execute<{ text: string }>(
          sql`select text from mail_messages where recipient = ${owner.email}`,
        ),
      )
    ).rows;
  const [mailed, ...others] = await told(one);
  expect(others).toEqual([]);
  expect(mailed!.text).toContain("Dana Ruiz, 11:00 AM\nText: Is the deck still wanted,");
  expect(await told(silent)).toEqual([]);
});
