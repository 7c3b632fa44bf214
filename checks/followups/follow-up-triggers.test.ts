import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publish } from "#ground/events/public.server.ts";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { suspend } from "#faces/operator/accounts/accounts.server.ts";
import { createSequence } from "#trade/sequences/create.server.ts";
import { beginDates } from "#trade/sequences/enrollment/start-by-date.server.ts";
import { sendHeadsUps } from "#trade/sequences/heads-up/send.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { retireSequence, startSequence } from "#trade/sequences/enrollment/start.server.ts";
import type { NewSequence } from "#trade/sequences/schema.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { business, OPERATOR } from "../testing/follow-ups.ts";
import { gift, mail, open, type Steps } from "../testing/sequences.ts";

// What starts a follow-up, with the real database and a simulated clock.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const clock = testClock(FRIDAY);
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForDeeds();
  listenForLeads();
});
afterAll(() => test.drop());
beforeEach(() => clock.set(FRIDAY));

describe("a sequence that is made", () => {
  it.each<[string, Partial<NewSequence>, string]>([
    ["no name", { name: " " }, "name"],
    ["no step", { steps: [] }, "steps"],
    ["only time that passes", { steps: [{ kind: "wait", delay: { amount: 1, unit: "days" } }] }, "steps"],
    [
      "a mail without a subject",
      { steps: [{ ...mail("x"), subject: "  " } as Steps[number]] },
      "steps.0.subject",
    ],
    [
      "a mail without words",
      { steps: [mail("x"), { ...mail("x"), body: "" } as Steps[number]] },
      "steps.1.body",
    ],
    [
      "a call about nothing",
      { steps: [{ kind: "call", delay: { amount: 1, unit: "days" }, say: "" }] },
      "steps.0.say",
    ],
    ["time that goes back", { steps: [mail("x", -1)] }, "steps.0.delay.amount"],
    ["time that nobody remembers", { steps: [mail("x", 400)] }, "steps.0.delay"],
    ["half a day", { steps: [mail("x", 0.5)] }, "steps.0.delay.amount"],
    [
      "a fork at the end",
      { steps: [mail("x"), { kind: "condition", if: { what: "clicked" }, otherwise: "end" }] },
      "steps.1",
    ],
    [
      "a fork past the end",
      { steps: [{ kind: "condition", if: { what: "clicked" }, otherwise: { skip: 2 } }, mail("x")] },
      "steps.0",
    ],
    [
      "a fork about nothing",
      { steps: [{ kind: "condition", if: { what: "No Deed!" }, otherwise: "end" }, mail("x")] },
      "steps.0.if.what",
    ],
    ["a guide that nobody asked for", { steps: [gift, mail("x")] }, "steps.0"],
    [
      "a page that is not there",
      { trigger: { kind: "new lead", pageId: newId() }, steps: [gift] },
      "trigger",
    ],
    ["a page that breaks its promise", { trigger: { kind: "new lead", pageId: newId() } }, "steps.0"],
    ["an event that is none", { trigger: { kind: "event", what: "Anything" } }, "trigger.what"],
    ["a day that is over", { trigger: { kind: "date", on: "2026-11-19" } }, "trigger"],
    ["a day that never is", { trigger: { kind: "date", on: "2027-02-30" } }, "trigger.on"],
  ])("is refused with %s, beside the field", async (_, wrong, field) => {
    const { within } = await open();
    const refused = await within((ctx) =>
      createSequence(ctx, { name: "Made", trigger: { kind: "manual" }, steps: [mail("x")], ...wrong }),
    ).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
    expect((refused as AppError).code).toBe("invalid");
    expect(Object.keys((refused as AppError).fields)).toEqual([field]);
    expect((refused as AppError).fields[field]).toMatch(/^[A-Z].*\.$/);
  });

  it("takes the place of the page's, and whoever is inside that stays inside", async () => {
    const shop = await open();
    const before = await shop.captured("before@client.test");
    await shop.make({ kind: "new lead", pageId: shop.page.id }, [gift, mail("A", 1), mail("B", 1)]);
    expect(await shop.story(before)).toEqual(["waiting, waiting"]);
    expect(await shop.story(await shop.captured("after@client.test"))).toEqual(["waiting, waiting, waiting"]);
    await shop.captured("before@client.test");
    expect(await shop.story(before)).toEqual(["waiting, waiting"]);
  });
});

describe("started by hand", () => {
  it("begins for each who is chosen, once at a time, and for nobody who must not be written to", async () => {
    const shop = await open();
    const [one, two, gone] = [
      await shop.captured("1@c.test"),
      await shop.captured("2@c.test"),
      await shop.captured("3@c.test"),
    ];
    await shop.within((ctx) => unsubscribeLead(ctx, gone));
    const id = await shop.make({ kind: "manual" });
    expect(await shop.start(id, [one, two, gone, one])).toEqual({
      started: [one, two],
      suppressed: [gone],
      unconfirmed: [],
      isPrivate: [],
      inside: [],
    });
    const again = await Promise.all([1, 2, 3].map(() => shop.start(id, [one, two])));
    for (const { started, inside } of again) expect([started, inside]).toEqual([[], [one, two]]);
    expect((await shop.story(one))[1]).toBe("waiting, waiting");
    expect(await shop.story(gone)).toHaveLength(1);
  });

  it("begins once however many begin it at the same moment, and again when it has ended", async () => {
    const shop = await open();
    const lead = await shop.captured("1@c.test");
    const id = await shop.make({ kind: "manual" }, [mail("First", 0)]);
    const starts = await Promise.all(Array.from({ length: 6 }, () => shop.start(id, [lead])));
    expect(starts.flatMap(({ started }) => started)).toEqual([lead]);
    await shop.send();
    expect((await shop.start(id, [lead])).started).toEqual([lead]);
    expect(await shop.story(lead)).toEqual(["handed, waiting", "handed", "waiting"]);
    await shop.within((ctx) => recordReply(ctx, lead, { via: "mail", body: "Yes" }));
    expect((await shop.start(id, [lead])).started).toEqual([lead]);
  });

  it("goes to somebody who answered before, and ends when they answer again, also where the owner says so", async () => {
    const shop = await open();
    const leads = [await shop.captured("1@c.test"), await shop.captured("2@c.test")];
    await shop.send();
    for (const lead of leads) await shop.within((ctx) => recordReply(ctx, lead, { via: "owner" }));
    clock.advance({ hours: 1 });
    const id = await shop.make({ kind: "manual" });
    await shop.start(id, leads);
    await shop.send();
    expect((await shop.story(leads[0]!))[1]).toBe("handed, waiting");
    clock.advance({ hours: 1 });
    await shop.within((ctx) => recordReply(ctx, leads[0]!, { via: "owner" }));
    await shop.within((ctx) => recordReply(ctx, leads[1]!, { via: "mail", body: "Yes" }));
    for (const lead of leads) expect((await shop.story(lead))[1]).toBe("handed, not_sent: they replied");
  });

  it("is refused of a page's, a retired one, another business's, and for leads that are not there", async () => {
    const [shop, other] = [await open(), await open()];
    const lead = await shop.captured("1@c.test");
    const id = await shop.make({ kind: "manual" });
    const page = await shop.make({ kind: "new lead", pageId: shop.page.id }, [gift]);
    await expect(shop.start(page, [lead])).rejects.toMatchObject({ code: "invalid" });
    await expect(other.start(id, [])).rejects.toMatchObject({ code: "not_found" });
    await expect(shop.start(id, [lead, await other.captured("1@c.test")])).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(shop.start(id, [lead, "nobody"])).rejects.toMatchObject({ code: "not_found" });
    expect(await shop.story(lead), "all or nobody").toHaveLength(1);
    await expect(shop.within((ctx) => retireSequence(ctx, page))).rejects.toMatchObject({ code: "invalid" });
    await expect(other.within((ctx) => retireSequence(ctx, id))).rejects.toMatchObject({ code: "not_found" });
    await shop.start(id, [lead]);
    for (let twice = 0; twice < 2; twice++) await shop.within((ctx) => retireSequence(ctx, id));
    await expect(shop.start(id, [lead])).rejects.toMatchObject({ code: "conflict" });
    expect((await shop.story(lead))[1], "whoever is inside stays inside").toBe("waiting, waiting");
  });

  it("stands in the day's mail with what is sent, and with nothing else", async () => {
    const shop = await business();
    const lead = await shop.come("dana@client.test");
    await shop.send();
    await withAccount(shop.account, async (ctx) => {
      const steps: Steps = [
        mail("Later", 1),
        { kind: "call", delay: { amount: 0, unit: "days" }, say: "Secret call" },
      ];
      const id = await createSequence(ctx, { name: "By hand", trigger: { kind: "manual" }, steps });
      const first = await createSequence(ctx, {
        name: "First",
        trigger: { kind: "manual" },
        steps: [mail("Step nought", 3)],
      });
      for (const one of [id, first]) await startSequence(ctx, one, [lead]);
    });
    clock.set("2026-11-23T14:30:00Z"); // Monday, 7:30 in Denver
    const heard = installation();
    useInstallation({ ...heard, setup: undefined });
    await sendHeadsUps();
    useInstallation(heard);
    const [told] = await shop.told();
    expect(told!.subject).toBe("Today: 3 follow-ups go out from 9:00 AM");
    expect(told!.text).toContain("Step nought");
    expect(told!.text).not.toContain("Call");
  });
});

describe("started by something they did", () => {
  it("begins for who did it, once in ninety days however often, and not once it is retired", async () => {
    const shop = await open();
    const [lead, other] = [await shop.captured("1@c.test"), await shop.captured("2@c.test")];
    const id = await shop.make({ kind: "event", what: "estimate.viewed" }, [mail("Seen it?", 0)]);
    const did = (what: string, about?: string) =>
      shop.within((ctx) => publish(ctx, { type: "lead.did", leadId: lead, what, ...(about && { about }) }));
    await did("estimate.opened");
    expect(await shop.story(lead)).toHaveLength(1);
    for (const about of ["a", "a", "b"]) await did("estimate.viewed", about);
    expect(await shop.story(lead)).toEqual(["waiting, waiting", "waiting"]);
    expect(await shop.story(other)).toHaveLength(1);
    await shop.send();
    clock.advance({ hours: 24 * 89 });
    await did("estimate.viewed");
    expect(await shop.story(lead)).toHaveLength(2);
    clock.advance({ hours: 25 });
    await did("estimate.viewed");
    expect(await shop.story(lead)).toHaveLength(3);
    await shop.within((ctx) => retireSequence(ctx, id));
    clock.advance({ hours: 24 * 100 });
    await did("estimate.viewed");
    expect(await shop.story(lead)).toHaveLength(3);
    const { rows } = await shop.within((ctx) =>
      ctx.db.execute(sql`select what, about, times from events_deeds where lead_id = ${lead} order by 1, 2`),
    );
    expect(rows).toEqual([
      { what: "estimate.opened", about: "", times: 1 },
      { what: "estimate.viewed", about: "", times: 3 },
      { what: "estimate.viewed", about: "a", times: 2 },
      { what: "estimate.viewed", about: "b", times: 1 },
    ]);
  });

  it("takes nothing that names no deed, and begins for nobody who unsubscribed or is not there", async () => {
    const shop = await open();
    const lead = await shop.captured("1@c.test");
    await shop.make({ kind: "event", what: "clicked" });
    const did = (leadId: string, what: string, about = "") =>
      shop.within((ctx) => publish(ctx, { type: "lead.did", leadId, what, about }));
    for (const what of ["", "Clicked", "a b", "a..b", ".a", "a.", "a'b", "a".repeat(61)])
      await expect(did(lead, what), what).rejects.toMatchObject({ code: "invalid" });
    await expect(did(lead, "clicked", "x".repeat(201))).rejects.toMatchObject({ code: "invalid" });
    await shop.within((ctx) => unsubscribeLead(ctx, lead));
    await did(lead, "clicked");
    await did(newId(), "clicked");
    expect(await shop.story(lead)).toHaveLength(1);
  });
});

describe("started by a day", () => {
  it("begins for everybody who may be written to when the hours open on it, once", async () => {
    const shop = await open();
    const leads: string[] = [];
    for (let at = 0; at < 5; at++) leads.push(await shop.captured(`${at}@c.test`));
    await shop.within((ctx) => unsubscribeLead(ctx, leads[4]!));
    await shop.within((ctx) => recordReply(ctx, leads[3]!, { via: "owner" }));
    await shop.make({ kind: "date", on: "2027-03-01" }, [mail("Spring", 0)]);
    clock.set("2027-03-01T15:55:00Z"); // Monday, 8:55 in Denver
    await beginDates();
    expect(await shop.story(leads[0]!)).toHaveLength(1);
    clock.set("2027-03-01T16:00:00Z");
    await Promise.all([1, 2, 3, 4].map(() => beginDates()));
    const late = await shop.captured("late@c.test");
    clock.advance({ hours: 24 });
    await beginDates();
    for (const lead of leads.slice(0, 4)) expect((await shop.story(lead)).slice(1)).toEqual(["waiting"]);
    for (const lead of [leads[4]!, late]) expect(await shop.story(lead)).toHaveLength(1);
    // They are a day late; each gets its own time.
    for (let hour = 0; hour < 8; hour++) {
      await shop.send();
      clock.advance({ hours: 1 });
    }
    expect((await shop.subjects()).filter((subject) => subject === "Spring")).toHaveLength(4);
  });

  it("waits for the next open hours after a holiday, goes by the zone of each business, and holds up no other", async () => {
    const [denver, honolulu, suspended] = [await open(), await open(), await open()];
    const leads = await Promise.all([denver, honolulu, suspended].map((shop) => shop.captured("1@c.test")));
    await honolulu.within((ctx) =>
      ctx.db.execute(
        sql`update businesses_accounts set zone = 'Pacific/Honolulu' where account_id = ${ctx.account.id}`,
      ),
    );
    for (const shop of [denver, honolulu, suspended])
      await shop.make({ kind: "date", on: "2026-11-26" }, [mail("Thanks", 0)]);
    await suspend(OPERATOR, suspended.account, "spam");
    const begun = async () =>
      Promise.all(
        [denver, honolulu, suspended].map(async (shop, at) => (await shop.story(leads[at]!)).length - 1),
      );
    clock.set("2026-11-26T20:00:00Z"); // Thanksgiving
    await beginDates();
    expect(await begun()).toEqual([0, 0, 0]);
    clock.set("2026-11-27T16:00:00Z");
    await beginDates();
    expect(await begun()).toEqual([1, 0, 0]);
    clock.set("2026-11-27T19:00:00Z");
    await beginDates();
    expect(await begun()).toEqual([1, 1, 0]);
  });

  it("that was missed by more than a month does not begin any more", async () => {
    const shop = await open();
    const lead = await shop.captured("1@c.test");
    await shop.make({ kind: "date", on: "2026-12-01" });
    clock.set("2027-01-15T17:00:00Z");
    for (let twice = 0; twice < 2; twice++) await beginDates();
    expect(await shop.story(lead)).toHaveLength(1);
  });
});
