// Long because the mail and each link in it are followed through every way in which a business hears, or does
// not. Long because the mail of a day, what it holds up and what its links do are one story.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { readInboundMail } from "#trade/leads/mail/read-mail.server.ts";
import { restore, suspend } from "#faces/operator/accounts/accounts.server.ts";
import { accountsWithDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import * as page from "#trade/sequences/heads-up/page.tsx";
import { sendHeadsUps } from "#trade/sequences/heads-up/send.server.ts";
import { pauseLeadFollowUp } from "#trade/sequences/enrollment/pause-lead.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { goLive } from "#trade/sequences/live.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { type Business, business, OPERATOR, states, waiting } from "../testing/follow-ups.ts";
import { visit } from "../testing/screens.ts";

// A business whose replies the product can't see is asked before each day's follow-ups; the answer pauses or
// ends them.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const monday = (time: string) => `2026-11-23T${time}-07:00[America/Denver]`;
const clock = testClock(FRIDAY);
const at = (moment: string) => clock.set(Temporal.ZonedDateTime.from(moment).toInstant().toString());
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  useInstallation({ ...installation(), setup: undefined });
  listenForLeads();
});
afterAll(() => test.drop());
beforeEach(async () => {
  clock.set(FRIDAY);
  await withSystem((ctx) => ctx.db.execute(sql`delete from leads_inbound_mails`));
});

async function tokenOf(shop: Business): Promise<string> {
  at(monday("07:30"));
  await sendHeadsUps();
  return /\/h\/([\w-]{68})\?do=hold/.exec((await shop.told()).at(-1)!.text)![1]!;
}

const look = (token: string, query = "") => visit(new Visitor(), page, `/h/${token}${query}`, { token });
const answer = (token: string, what: string) =>
  visit(new Visitor(), page, `/h/${token}`, { token }, { do: what });

describe("the day's mail", () => {
  it("comes at half past seven by the business's clock, once, and names each person, mail and time", async () => {
    const shop = await business();
    await waiting(shop);
    await waiting(shop, "sam@client.test", "Sam <b>Oak</b>");
    at(monday("07:29:59"));
    await sendHeadsUps();
    expect(await shop.told()).toEqual([]);
    at(monday("07:30"));
    await sendHeadsUps();
    await sendHeadsUps();
    const [mail, ...others] = await shop.told();
    expect(others).toEqual([]);
    expect(mail?.subject).toBe("Today: 2 follow-ups go out from 9:00 AM");
    expect(mail?.text).toMatch(
      /Dana Ruiz, 9:00 AM\nDid the guide answer your question\?\nThey replied: http:\/\/localhost:3000\/h\/[\w-]{68}\?do=replied\nHold: http:\/\/localhost:3000\/h\/[\w-]{68}\?do=hold\n/,
    );
    expect(mail?.text).toContain("/account/settings/sending");
    expect(mail?.html).toContain("Sam &lt;b&gt;Oak&lt;/b&gt;");
    at(monday("12:00"));
    await sendHeadsUps();
    expect(await shop.told()).toHaveLength(1);
  });

  it("is one mail however many workers send it at the same moment", async () => {
    const shop = await business();
    await waiting(shop);
    at(monday("07:30"));
    await Promise.all(Array.from({ length: 6 }, () => sendHeadsUps()));
    await sendHeadsUps();
    expect(await shop.told()).toHaveLength(1);
  });

  it("is not lost with a transaction that broke off, and one business that can't be told holds up no other", async () => {
    const shops = [await business(), await business(), await business()];
    for (const shop of shops) await waiting(shop);
    const broken = shops[1]!;
    const rename = (to: string) =>
      withSystem((ctx) =>
        ctx.db.execute(sql`update identity_users set email = ${to} where id = ${broken.ownerId}`),
      );
    await rename("no address at all");
    at(monday("07:30"));
    await expect(sendHeadsUps()).rejects.toThrow();
    expect(await Promise.all(shops.map(async (shop) => (await shop.told()).length))).toEqual([1, 0, 1]);
    await rename(broken.email);
    await sendHeadsUps();
    expect(await Promise.all(shops.map(async (shop) => (await shop.told()).length))).toEqual([1, 1, 1]);
  });

  it("comes on each day with follow-ups, and on none without: not at the weekend", async () => {
    const shop = await business();
    const emails = [1, 4].map((day) => ({ day, subject: `Day ${day}`, body: "Hi." }));
    await withAccount(shop.account, (ctx) =>
      goLive(ctx, shop.pageId, { name: "D", dripId: newId(), emails, title: "9 questions" }),
    );
    await waiting(shop);
    for (const day of [
      "2026-11-21",
      "2026-11-22",
      "2026-11-23",
      "2026-11-24",
      "2026-11-25",
      "2026-11-26",
      "2026-11-27",
    ])
      for (const time of ["07:30", "09:00"]) {
        at(`${day}T${time}-07:00[America/Denver]`);
        await sendHeadsUps();
        await shop.send();
      }
    // Thanksgiving is skipped as well.
    expect((await shop.told()).map(({ text }) => /Day \d/.exec(text)?.[0])).toEqual(["Day 1", "Day 4"]);
    expect(await shop.followUps()).toBe(3);
  });

  it("comes late where nobody worked at half past seven, and not when everything of the day is out", async () => {
    const [late, over] = [await business(), await business()];
    await waiting(late);
    await waiting(over);
    await withAccount(late.account, (ctx) =>
      ctx.db.execute(
        sql`update sequences_steps set due_at = ${ctx.now.add({ hours: 24 * 3 + 4 }).toString()} where state = 'waiting'`,
      ),
    );
    at(monday("09:00"));
    const silent = installation();
    useInstallation({
      ...silent,
      setup: { dataDir: "", mailServer: null, mailbox: "imap.plumbline.test", mailboxTakes: () => true },
    });
    await over.send();
    useInstallation(silent);
    at(monday("10:00"));
    await sendHeadsUps();
    await over.come("new@client.test");
    at(monday("10:05"));
    await sendHeadsUps();
    expect([(await late.told()).length, (await over.told()).length]).toEqual([1, 0]);
  });

  it("goes before the day's first follow-up also where nobody worked at half past seven, and to nobody whose replies are heard", async () => {
    const [shop, heard] = [await business(), await business()];
    await waiting(shop);
    await waiting(heard);
    await withAccount(heard.account, (ctx) =>
      ctx.db.execute(sql`insert into businesses_channels (account_id, kind, sealed, shown, changed_at)
        values (${ctx.account.id}, 'imap', '', '{}', ${ctx.now.toString()})`),
    );
    at(monday("09:20"));
    for (const one of [shop, heard]) await one.send();
    expect([await shop.followUps(), await heard.followUps()]).toEqual([2, 2]);
    expect((await shop.told()).map(({ subject }) => subject)).toEqual([
      "Today: 1 follow-up goes out at 9:20 AM",
    ]);
    expect(await heard.told()).toEqual([]);
    const { rows } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute<{ id: string }>(
        sql`select id from mail_messages where account_id = ${shop.account} order by id desc limit 1`,
      ),
    );
    // Ids sort by time: the owner's email was queued before the client's.
    expect((await shop.told())[0]!.id < rows[0]!.id).toBe(true);
    at(monday("09:25"));
    await sendHeadsUps();
    expect(await shop.told()).toHaveLength(1);
  });

  it("is not used up by a clock that was a day ahead", async () => {
    const shop = await business();
    await waiting(shop);
    at("2026-11-24T08:00-07:00[America/Denver]");
    await sendHeadsUps();
    at(monday("07:30"));
    await sendHeadsUps();
    await shop.come("sam@client.test");
    at(monday("09:00"));
    await shop.send();
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(
        sql`update sequences_steps set due_at = due_at - interval '1 day' where state = 'waiting'`,
      ),
    );
    at("2026-11-24T07:30-07:00[America/Denver]");
    await sendHeadsUps();
    expect(await shop.told()).toHaveLength(3);
  });

  it("leaves out whoever answered or unsubscribed, gifts, and what is held", async () => {
    const shop = await business();
    const [answered, gone, held] = [
      await waiting(shop, "a@c.test"),
      await waiting(shop, "b@c.test"),
      await waiting(shop, "c@c.test"),
    ];
    await withAccount(shop.account, (ctx) => recordReply(ctx, answered, { via: "owner" }));
    await withAccount(shop.account, (ctx) => unsubscribeLead(ctx, gone));
    await withAccount(shop.account, (ctx) => pauseLeadFollowUp(ctx, held));
    at(monday("07:30"));
    await shop.come("gift@c.test");
    await sendHeadsUps();
    expect(await shop.told()).toEqual([]);
  });

  it("comes to nobody whose replies are heard, who is suspended, or whose mail does not go out anyway", async () => {
    const shops = [
      await business(),
      await business({ verified: false }),
      await business({ postalAddress: "" }),
      await business(),
    ];
    const [mailbox, , , held] = shops as [Business, Business, Business, Business];
    for (const shop of shops) await waiting(shop);
    const connect = (problem: string | null) =>
      withAccount(mailbox.account, (ctx) =>
        ctx.db
          .execute(sql`insert into businesses_channels (account_id, kind, sealed, shown, changed_at, problem)
          values (${ctx.account.id}, 'imap', '', '{}', ${ctx.now.toString()}, ${problem})
          on conflict (account_id, kind) do update set problem = excluded.problem`),
      );
    await connect(null);
    await suspend(OPERATOR, held.account, "spam");
    at(monday("07:30"));
    await sendHeadsUps();
    for (const shop of shops)
      expect((await shop.told()).filter(({ subject }) => subject.startsWith("Today"))).toEqual([]);
    // A mailbox that can't be read receives no replies.
    await connect("It does not take the password.");
    await sendHeadsUps();
    expect(await mailbox.told()).toHaveLength(1);
  });

  it("is not needed where mail to the business arrives at the webhook, until none has for thirty days", async () => {
    const [shop, other] = [await business(), await business()];
    for (const one of [shop, other]) await waiting(one);
    at(monday("07:30"));
    const mail = newId();
    const raw = Buffer.from(`From: a@b.test\r\nTo: ${shop.email}\r\n\r\nHello\r\n`).toString("base64");
    await withSystem((ctx) =>
      ctx.db.execute(
        sql`insert into leads_inbound_mails (id, hash, raw, received_at) values (${mail}, ${mail}, ${raw}, ${ctx.now.toString()})`,
      ),
    );
    await readInboundMail(mail);
    const arrived = (days: number) =>
      withSystem((ctx) =>
        ctx.db.execute(
          sql`update leads_inbound_mails set received_at = ${ctx.now.subtract({ hours: 24 * days }).toString()}`,
        ),
      );
    await arrived(29);
    await sendHeadsUps();
    // Emails received for one business say nothing about replies to another.
    expect([(await shop.told()).length, (await other.told()).length]).toEqual([0, 1]);
    await arrived(31);
    await sendHeadsUps();
    expect(await shop.told()).toHaveLength(1);
  });

  it("is not needed by the business whose replies go to the mailbox of the installation, and by others it is", async () => {
    const [shop, other] = [await business(), await business()];
    for (const one of [shop, other]) await waiting(one);
    const before = installation();
    useInstallation({
      ...before,
      setup: {
        dataDir: "",
        mailServer: null,
        mailbox: "imap.test",
        mailboxTakes: (address) => address === shop.email,
      },
    });
    at(monday("07:30"));
    await sendHeadsUps();
    expect([(await shop.told()).length, (await other.told()).length]).toEqual([0, 1]);
    useInstallation(before);
    await sendHeadsUps();
    expect(await shop.told()).toHaveLength(1);
  });

  it("goes by the zone of each business", async () => {
    const [tokyo, denver] = [await business({ zone: "Asia/Tokyo" }), await business()];
    await waiting(tokyo);
    await waiting(denver);
    at("2026-11-23T07:30+09:00[Asia/Tokyo]");
    await sendHeadsUps();
    expect([(await tokyo.told()).length, (await denver.told()).length]).toEqual([1, 0]);
  });
});

describe("a link of the day's mail", () => {
  it("changes nothing when it is looked at, and shows who it is about and what would go out, the chosen answer first", async () => {
    const shop = await business();
    const lead = await waiting(shop);
    const token = await tokenOf(shop);
    const { status, shown } = await look(token, "?do=hold");
    expect(status).toBe(200);
    expect(shown).toMatchObject({
      name: "Dana Ruiz",
      situation: "planned",
      isHoldFirst: true,
      steps: [
        {
          subject: "Did the guide answer your question?",
          label: "planned",
          words: "Mon, Nov 23, 9:00 AM MST",
        },
      ],
    });
    expect(await states(shop, lead)).toEqual(["handed", "waiting"]);
    expect((await look(token, "?do=replied")).shown).toMatchObject({ isHoldFirst: false });
  });

  it("holds, twice is once, and lets it go on", async () => {
    const shop = await business();
    const lead = await waiting(shop);
    const token = await tokenOf(shop);
    for (let time = 0; time < 2; time++) expect((await answer(token, "hold")).status).toBe(303);
    expect((await look(token)).shown).toMatchObject({
      situation: "held",
      steps: [{ label: "on hold", state: "stopped" }],
    });
    at(monday("09:00"));
    expect(await accountsWithDueSteps(1000)).not.toContain(shop.account);
    await shop.send();
    expect(await states(shop, lead)).toEqual(["handed", "held"]);
    at(monday("20:00"));
    for (let time = 0; time < 2; time++) await answer(token, "go-on");
    expect((await shop.ledger(lead))[1]).toMatchObject({
      state: "waiting",
      dueAt: Temporal.Instant.from("2026-11-24T16:00:00Z"),
    });
    at("2026-11-24T07:30-07:00[America/Denver]");
    await sendHeadsUps();
    at("2026-11-24T09:00-07:00[America/Denver]");
    await shop.send();
    expect(await shop.followUps()).toBe(2);
  });

  it("notes a reply, also of what is held, and then nothing goes on", async () => {
    const shop = await business();
    const lead = await waiting(shop);
    const token = await tokenOf(shop);
    await answer(token, "hold");
    await answer(token, "replied");
    await answer(token, "go-on");
    await answer(token, "hold");
    expect(await states(shop, lead)).toEqual(["handed", "not_sent they replied"]);
    expect((await look(token)).shown).toMatchObject({ situation: "replied" });
    at(monday("09:00"));
    await shop.send();
    expect(await shop.followUps()).toBe(1);
  });

  it("says that it is too late, once it is", async () => {
    const shop = await business();
    const lead = await waiting(shop);
    const token = await tokenOf(shop);
    at(monday("09:00"));
    await shop.send();
    at(monday("09:10"));
    expect((await look(token)).shown).toMatchObject({
      situation: "over",
      steps: [{ label: "sent", words: "Mon, Nov 23, 9:00 AM MST" }],
    });
    await answer(token, "hold");
    expect(await states(shop, lead)).toEqual(["handed", "handed"]);
    await answer(token, "replied");
    expect((await look(token)).shown).toMatchObject({ situation: "replied", steps: [{ label: "sent" }] });
  });

  it("works for seven days", async () => {
    const shop = await business();
    await waiting(shop);
    const token = await tokenOf(shop);
    clock.advance({ hours: 7 * 24 });
    expect((await look(token)).status).toBe(200);
    clock.advance({ hours: 24 });
    const shown = await look(token);
    expect([shown.status, shown.shown["message"]]).toEqual([404, expect.stringContaining("seven days")]);
    expect((await answer(token, "hold")).status).toBe(404);
  });

  it("opens nothing when a letter of it is another, or under another account", async () => {
    const [shop, other] = [await business(), await business()];
    const lead = await waiting(shop);
    await waiting(other);
    const token = await tokenOf(shop);
    const bytes = Buffer.from(token, "base64url");
    const elsewhere = Buffer.concat([
      Buffer.from(other.account.replaceAll("-", ""), "hex"),
      bytes.subarray(16),
    ]).toString("base64url");
    const forged = Array.from(
      token,
      (letter, place) => token.slice(0, place) + (letter === "A" ? "B" : "A") + token.slice(place + 1),
    );
    for (const bad of [...forged, elsewhere, token.slice(1), `${token}A`, "", "x"]) {
      expect((await look(bad)).status).toBe(404);
      expect((await answer(bad, "replied")).status).toBe(404);
    }
    expect(await states(shop, lead)).toEqual(["handed", "waiting"]);
    for (const nonsense of ["", "delete"]) expect((await answer(token, nonsense)).status).toBe(422);
  });

  it("does nothing for a suspended account, nor for one that is gone", async () => {
    const shop = await business();
    const lead = await waiting(shop);
    const token = await tokenOf(shop);
    await suspend(OPERATOR, shop.account, "spam");
    expect([(await look(token)).status, (await answer(token, "hold")).status]).toEqual([403, 403]);
    await withAccount(shop.account, (ctx) => ctx.db.execute(sql`delete from leads where id = ${lead}`));
    await withAccount(shop.account, (ctx) => ctx.db.execute(sql`delete from sequences_enrolments`));
    await restore(OPERATOR, shop.account);
    expect([(await look(token)).status, (await answer(token, "hold")).status]).toEqual([404, 404]);
  });
});
