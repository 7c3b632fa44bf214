import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { bookLead, endLead } from "#trade/leads/stage/endings.server.ts";
import { eraseLeadWithRetry } from "#trade/leads/personal-data/erase.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import { valueLead } from "#trade/leads/history/notes.server.ts";
import { listenForErased } from "#faces/pipeline/listeners.server.ts";
import * as page from "#faces/pipeline/weekly/page.tsx";
import { sendWeeklies } from "#faces/pipeline/weekly/weekly.server.ts";
import { reasonToCall, type ToCall, weekToReport, chooseToCall } from "#faces/pipeline/weekly/weekly.ts";
import { suspend } from "#faces/operator/accounts/accounts.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { type Business, business, OPERATOR } from "../testing/follow-ups.ts";
import { visit } from "../testing/screens.ts";

// On Monday at seven a business gets an email about its week and whom to call: once, regardless of workers
// and clocks.

const WEDNESDAY = "2026-11-18T17:00:00Z"; // 10:00 in Denver
const clock = testClock(WEDNESDAY);
const denver = (moment: string) =>
  Temporal.ZonedDateTime.from(`${moment}[America/Denver]`).toInstant().toString();
const at = (moment: string) => clock.set(denver(moment));
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForDeeds();
  listenForLeads();
  listenForPeople();
  listenForErased();
});
afterAll(() => test.drop());

/** A business with a week behind it, on Wednesday. */
async function busy(
  options: Parameters<typeof business>[0] = {},
): Promise<Business & { people: Record<"dana" | "sam" | "lee" | "ann", string> }> {
  clock.set(WEDNESDAY);
  const shop = await business(options);
  const come = (name: string) => shop.come(`${newId()}@client.test`, name);
  const people = {
    dana: await come("Dana Ruiz"),
    sam: await come("Sam <b>Oak</b>"),
    lee: await come("Lee Park"),
    ann: await come("Ann Other"),
  };
  await withAccount(shop.account, async (ctx) => {
    await recordReply(ctx, people.dana, { via: "mail", messageId: newId(), body: "Call me" });
    await recordReply(ctx, people.sam, { via: "text", messageId: newId(), body: "Yes" });
    await valueLead(ctx, people.sam, 900_000);
    await ctx.db.execute(sql`update leads set phone = '+13035550142' where id = ${people.sam}`);
    await valueLead(ctx, people.ann, 420_000);
    await endLead(ctx, people.ann, "won");
    await publish(ctx, { type: "lead.did", leadId: people.lee, what: "clicked", about: "the guide" });
  });
  return { ...shop, people };
}

const weekly = async (shop: Business) =>
  (await shop.told()).filter(({ subject }) => subject.startsWith("Your week"));

describe("the mail about a week", () => {
  it("comes on Monday at seven by the business's clock, once, with three numbers and three people", async () => {
    const shop = await busy();
    at("2026-11-23T06:59:59");
    await sendWeeklies();
    expect(await weekly(shop)).toEqual([]);
    at("2026-11-23T07:00");
    await sendWeeklies();
    await sendWeeklies();
    const [mail, ...others] = await weekly(shop);
    expect(others).toEqual([]);
    expect(mail!.subject).toBe("Your week: 4 leads, 2 replies, 1 won");
    expect(mail!.text).toContain("4 new leads\n2 replies\n1 won, worth $4,200\n");
    expect(mail!.text).toContain("Nov 16, 2026 to Nov 22, 2026");
    // First those who replied, by value, then those who only looked.
    const names = [
      ...mail!.text.matchAll(/^(Sam <b>Oak<\/b>, \$9,000|Dana Ruiz|Lee Park|Ann Other)\n(.+)$/gm),
    ].map(([, name, why]) => [name, why]);
    expect(names).toEqual([
      ["Sam <b>Oak</b>, $9,000", "Replied on Wednesday, but nothing is scheduled yet."],
      ["Dana Ruiz", "Replied on Wednesday, but nothing is scheduled yet."],
      ["Lee Park", "Opened your guide or clicked a link on Wednesday, but hasn’t replied."],
    ]);
    expect(mail!.text).toContain("Call +13035550142: tel:+13035550142");
    expect(mail!.text).toContain(`http://localhost:3000/account/leads/${shop.people.dana}`);
    expect(mail!.html).toContain("Sam &lt;b&gt;Oak&lt;/b&gt;");
    expect(mail!.html).toContain('name="color-scheme" content="light dark"');
    for (const time of ["2026-11-23T12:00", "2026-11-24T07:00", "2026-11-25T07:00", "2026-11-29T23:00"]) {
      at(time);
      await sendWeeklies();
    }
    expect(await weekly(shop)).toHaveLength(1);
  });

  it("is one mail however many workers send it at once, and again after the week it is about", async () => {
    const shop = await busy();
    at("2026-11-23T07:00");
    await Promise.all(Array.from({ length: 6 }, () => sendWeeklies()));
    expect(await weekly(shop)).toHaveLength(1);
    at("2026-11-30T07:00");
    await Promise.all(Array.from({ length: 6 }, () => sendWeeklies()));
    // No one new came, but two who replied are still waiting.
    expect((await weekly(shop)).map(({ subject }) => subject)).toEqual([
      "Your week: 4 leads, 2 replies, 1 won",
      "Your week: 0 leads, 0 replies, 0 won",
    ]);
  });

  it("does not come where nothing happened, to nobody whose address is not verified, and to no suspended business", async () => {
    clock.set(WEDNESDAY);
    const quiet = await business();
    const [unverified, suspended] = [await busy({ verified: false }), await busy()];
    await suspend(OPERATOR, suspended.account, "spam");
    at("2026-11-23T07:00");
    await sendWeeklies();
    for (const shop of [quiet, unverified, suspended]) expect(await weekly(shop)).toEqual([]);
  });

  it("is made up for on Tuesday where nobody worked on Monday, and is let go after that", async () => {
    const [late, later] = [await busy(), await busy()];
    at("2026-11-24T23:59");
    await sendWeeklies();
    expect(await weekly(late)).toHaveLength(1);
    expect(await weekly(later)).toHaveLength(1);
    const gone = await busy();
    at("2026-11-25T00:00");
    await sendWeeklies();
    expect(await weekly(gone)).toEqual([]);
  });

  it("is not lost with a clock that was ahead, nor sent twice by a zone that changes", async () => {
    const shop = await busy();
    at("2026-11-30T07:00");
    await sendWeeklies();
    at("2026-11-23T07:00");
    await sendWeeklies();
    expect((await weekly(shop)).map(({ subject }) => subject)).toContain(
      "Your week: 4 leads, 2 replies, 1 won",
    );
    const count = (await weekly(shop)).length;
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(
        sql`update businesses_accounts set zone = 'Pacific/Honolulu' where account_id = ${shop.account}`,
      ),
    );
    clock.set("2026-11-23T17:30:00Z");
    await sendWeeklies();
    expect(await weekly(shop)).toHaveLength(count);
  });

  it("is not lost with a business that can't be told, which holds up no other", async () => {
    const shops = [await busy(), await busy(), await busy()];
    const broken = shops[1]!;
    const rename = (to: string) =>
      withSystem((ctx) =>
        ctx.db.execute(sql`update identity_users set email = ${to} where id = ${broken.ownerId}`),
      );
    await rename("no address at all");
    at("2026-11-23T07:00");
    await expect(sendWeeklies()).rejects.toThrow();
    await rename(broken.email);
    await sendWeeklies();
    expect(await Promise.all(shops.map(async (shop) => (await weekly(shop)).length))).toEqual([1, 1, 1]);
  });

  it("forgets who has themselves erased, by name, number and link", async () => {
    const shop = await busy();
    at("2026-11-23T07:00");
    await sendWeeklies();
    await eraseLeadWithRetry(shop.account, shop.people.sam);
    const [mail] = await weekly(shop);
    for (const words of [mail!.text, mail!.html]) {
      expect(words).not.toMatch(/Sam|Oak|3035550142/);
      expect(words).not.toContain(shop.people.sam);
      expect(words).toContain("Someone who had their data deleted");
      expect(words).toContain("Dana Ruiz");
    }
  });
});

describe("the link that turns it off", () => {
  const tokenOf = async (shop: Business) => {
    const [mail] = await weekly(shop);
    return /\/w\/([\w-]{64})/.exec(mail!.text)![1]!;
  };
  const look = (token: string) => visit(new Visitor(), page, `/w/${token}`, { token });
  const post = (token: string, fields: Record<string, string>) =>
    visit(new Visitor(), page, `/w/${token}`, { token }, fields);

  it("changes nothing by being looked at, works by a mail program's button, and can be taken back", async () => {
    const shop = await busy();
    at("2026-11-23T07:00");
    await sendWeeklies();
    const token = await tokenOf(shop);
    const { rows } = await withSystem((ctx) =>
      ctx.db.execute<{ unsubscribe_url: string }>(
        sql`select unsubscribe_url from mail_messages where recipient = ${shop.email} and subject like 'Your week%'`,
      ),
    );
    expect(rows).toEqual([{ unsubscribe_url: `http://localhost:3000/w/${token}` }]);
    for (let looks = 0; looks < 3; looks++)
      expect((await look(token)).shown).toMatchObject({ wants: true, face: { business: "Summit Deck" } });
    expect(await post(token, { "List-Unsubscribe": "One-Click" })).toMatchObject({
      status: 303,
      location: `/w/${token}`,
    });
    expect((await look(token)).shown).toMatchObject({ wants: false });
    await withAccount(shop.account, (ctx) => bookLead(ctx, shop.people.lee));
    at("2026-11-30T07:00");
    await sendWeeklies();
    expect(await weekly(shop)).toHaveLength(1);
    await post(token, { do: "on" });
    expect((await look(token)).shown).toMatchObject({ wants: true });
    at("2026-12-07T07:00");
    await sendWeeklies();
    expect(await weekly(shop)).toHaveLength(2);
  });

  it("opens nothing that we did not make, and nothing for somebody who is no owner any more", async () => {
    const shop = await busy();
    at("2026-11-23T07:00");
    await sendWeeklies();
    const token = await tokenOf(shop);
    for (const forged of ["x", `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`, "A".repeat(64)]) {
      expect((await look(forged)).status).toBe(404);
      expect((await post(forged, { do: "off" })).status).toBe(404);
    }
    const other = newId();
    await withAccount(shop.account, (ctx) =>
      ctx.db.execute(
        sql`update businesses_members set user_id = ${other} where account_id = ${shop.account}`,
      ),
    );
    expect((await look(token)).status).toBe(404);
  });
});

describe("rules", () => {
  const zoned = (moment: string) => Temporal.ZonedDateTime.from(moment);

  it.each([
    "America/Denver",
    "Pacific/Auckland",
    "Asia/Kathmandu",
    "America/St_Johns",
    "Europe/Berlin",
    "Pacific/Honolulu",
  ])("each week of a year is told once, at seven, and its days are all told: %s", (zone) => {
    let told: Temporal.PlainDate | null = null;
    let end: Temporal.Instant | null = null;
    let weeks = 0;
    const last = zoned(`2027-01-04T00:00[${zone}]`).toInstant();
    for (
      let now = zoned(`2026-01-05T00:00[${zone}]`).toInstant();
      Temporal.Instant.compare(now, last) < 0;
      now = now.add({ minutes: 30 })
    ) {
      const week = weekToReport(now, zone, told);
      if (!week) continue;
      weeks++;
      told = week.monday;
      expect(now.toZonedDateTimeISO(zone).toPlainTime().toString()).toBe("07:00:00");
      if (end) expect(week.from.equals(end)).toBe(true);
      end = week.to;
    }
    expect(weeks).toBe(52);
  });

  it("names each once, by the best reason, and says it in words", () => {
    const now = Temporal.Instant.from(denver("2026-11-23T07:00"));
    const one = (leadId: string, why: ToCall["why"], days: number, value: number | null = null): ToCall => ({
      leadId,
      name: leadId,
      phone: null,
      value,
      why,
      at: now.subtract({ hours: days * 24 }),
    });
    const found = chooseToCall([
      one("d", "did", 1),
      one("a", "did", 1),
      one("a", "answered", 3),
      one("b", "answered", 2),
      one("c", "quoted", 9, 500),
      one("e", "call", 1),
    ]);
    expect(found.map(({ leadId, why }) => `${leadId} ${why}`)).toEqual([
      "b answered",
      "a answered",
      "e call",
    ]);
    expect(reasonToCall(one("c", "quoted", 9), now, "America/Denver")).toBe(
      "Got a quote or an appointment November 14. Check in with them.",
    );
    expect(chooseToCall([])).toEqual([]);
  });
});
