import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getLead, contactStates, recordReply } from "#trade/leads/data.server.ts";
import { noteComplaint, undoOptOut, unsubscribeLead } from "#trade/leads/opt-outs.server.ts";
import { action as preferences, loader as preferencesPage } from "#trade/leads/preferences/unsubscribe.tsx";
import { unsubscribeToken } from "#trade/leads/preferences/tokens.server.ts";
import { pauseLead, spaceMails } from "#trade/leads/preferences/preferences.server.ts";
import { openPage } from "#trade/leads/page/pages.server.ts";
import { capture } from "#trade/leads/testing/capture.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { pauseLeadFollowUp } from "#trade/sequences/enrollment/pause-lead.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { outcomeOf } from "#trade/sequences/status/outcome.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { installation } from "#platform/config/installation.server.ts";
import { business, type Business, states, waiting } from "../testing/follow-ups.ts";

// What a client can choose on the page behind their link, and that the engine respects it.

const FRIDAY = "2026-11-20T17:00:00Z";
const clock = testClock(FRIDAY);
let test: TestDatabase;
let shop: Business;
let lead: string;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
});
afterAll(() => test.drop());
beforeEach(async () => {
  clock.set(FRIDAY);
  shop = await business();
  lead = await waiting(shop);
});

const inShop = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(shop.account, work);
const day = (text: string) => Temporal.PlainDate.from(text);
const due = async (one = lead) => (await shop.ledger(one)).map(({ dueAt }) => String(dueAt));
const params = () => ({ token: unsubscribeToken(shop.account, lead) });
const look = () => preferencesPage({ params: params() } as never);

interface Posted {
  readonly status?: number;
  readonly did?: string;
  readonly mark?: string | null;
  readonly errors?: Record<string, string>;
  readonly message?: string;
}

async function post(fields: Record<string, string>) {
  const request = new Request("http://localhost:3000/u/x", {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const answer = await preferences({ params: params(), request } as never);
  if (typeof answer === "object" && answer && "data" in answer)
    return { status: answer.init?.status, ...answer.data } as Posted;
  return answer as Posted;
}

describe("a pause", () => {
  it("moves what is planned to after the day, tells the business why, and nothing goes before", async () => {
    expect(await due()).toEqual(["2026-11-20T17:00:00Z", "2026-11-23T16:00:00Z"]);
    expect((await post({ do: "pause", pause: "date", until: "2027-03-03" })).did).toBe("pause");
    expect(await due()).toEqual(["2026-11-20T17:00:00Z", "2027-03-03T16:00:00Z"]);
    const [, line] = await shop.ledger(lead);
    expect(outcomeOf(line!, clock.now(), true)).toMatchObject({
      state: "waiting",
      label: "planned",
      explanation: "They asked for a break until March 3, 2027.",
    });
    expect(await look()).toMatchObject({ stopped: false, pausedUntil: "March 3, 2027" });
    for (let weeks = 0; weeks < 14; weeks++) {
      clock.advance({ hours: 24 * 7 });
      await shop.send();
      expect(await shop.followUps()).toBe(1);
    }
    clock.set("2027-03-03T16:00:00Z");
    await shop.send();
    expect(await shop.followUps()).toBe(2);
    // Lateness counts from the day it was moved to.
    expect(await states(shop, lead)).toEqual(["handed", "handed"]);
  });

  it("holds at the moment of sending, whatever the plan says", async () => {
    await post({ do: "pause", pause: "1-month" });
    await inShop((ctx) =>
      ctx.db.execute(sql`update sequences_steps set due_at = '2026-11-23T16:00:00Z' where step = 1`),
    );
    clock.set("2026-11-23T16:00:00Z");
    await shop.send();
    expect(await shop.followUps()).toBe(1);
    expect((await due())[1]).toBe("2026-12-21T16:00:00Z");
  });

  it("takes back what waits in the queue, and plans it again", async () => {
    clock.set("2026-11-23T16:00:00Z");
    await sendDueSteps(shop.account);
    expect((await shop.ledger(lead))[1]).toMatchObject({ state: "handed", message: { state: "queued" } });
    await post({ do: "pause", pause: "2-weeks" });
    expect((await shop.ledger(lead))[1]).toMatchObject({ state: "waiting", message: null });
    clock.set("2026-12-07T16:00:00Z");
    await shop.send();
    expect((await shop.ledger(lead))[1]).toMatchObject({ state: "handed", message: { state: "sent" } });
  });

  it("lets a gift go: they asked for it a moment ago", async () => {
    await post({ do: "pause", pause: "3-months" });
    const other = await inShop((ctx) =>
      openPage(ctx, "Another", {
        kind: "magnet",
        magnetId: newId(),
        title: "Porches",
        promise: "p",
        file: "x",
        fileName: "p.pdf",
      }),
    );
    const file = await installation().files.put(shop.account, Buffer.from("%PDF"), "pdf");
    await inShop((ctx) =>
      ctx.db.execute(
        sql`update leads_pages set offer = offer || ${JSON.stringify({ file })}::jsonb where id = ${other.id}`,
      ),
    );
    await capture(other.slug, { name: "Dana Ruiz", email: "dana@client.test" });
    // The new follow-up is planned after the pause from the start.
    expect((await due()).at(-1)).toBe("2027-02-22T16:00:00Z");
    await shop.send();
    expect(await shop.followUps()).toBe(2);
  });

  it("taken back brings the plan back; one that is over says nothing more", async () => {
    await post({ do: "pause", pause: "3-months" });
    expect((await post({ do: "go-on" })).did).toBe("go-on");
    expect((await due())[1]).toBe("2026-11-23T16:00:00Z");
    expect(await look()).toMatchObject({ pausedUntil: null });
    await post({ do: "pause", pause: "2-weeks" });
    clock.set("2026-12-04T07:00:00Z");
    expect(await look()).toMatchObject({ pausedUntil: null });
    expect((await shop.ledger(lead))[1]!.wish).toBeNull();
  });

  it("leaves held what the business holds", async () => {
    await inShop((ctx) => pauseLeadFollowUp(ctx, lead));
    await post({ do: "pause", pause: "2-weeks" });
    expect(await states(shop, lead)).toEqual(["handed", "held"]);
  });

  it("that is none of those offered is refused, and changes nothing", async () => {
    expect(await post({ do: "pause", pause: "date", until: "2026-11-20" })).toMatchObject({
      status: 422,
      errors: { until: "That date has passed. Pick a later one." },
      values: { pause: "date", until: "2026-11-20" },
    });
    expect(await post({ do: "fewer", spacing: "never" })).toMatchObject({ status: 422 });
    expect(await inShop((ctx) => getLead(ctx, lead))).toMatchObject({
      pausedUntil: null,
      mailSpacing: null,
      unsubscribedAt: null,
    });
  });
});

describe("fewer mails", () => {
  /** A second page with its own sequence, which they are enrolled in as well. */
  async function inTwo() {
    const file = await installation().files.put(shop.account, Buffer.from("%PDF"), "pdf");
    const other = await inShop((ctx) =>
      openPage(ctx, "Another", {
        kind: "magnet",
        magnetId: newId(),
        title: "Porches",
        promise: "p",
        file,
        fileName: "p.pdf",
      }),
    );
    clock.set("2026-11-20T18:00:00Z");
    await capture(other.slug, { name: "Dana Ruiz", email: "dana@client.test" });
    await shop.send();
  }
  const sent = async () =>
    (await shop.ledger(lead))
      .flatMap(({ message }) => (message?.sentAt ? [message.sentAt] : []))
      .toSorted(Temporal.Instant.compare);

  it("keeps all their sequences apart, and shows the moved times", async () => {
    await inTwo();
    expect((await post({ do: "fewer", spacing: "two-weeks" })).did).toBe("fewer");
    expect(await due()).toEqual([
      "2026-11-20T17:00:00Z",
      "2026-12-04T18:00:00Z",
      "2026-11-20T18:00:00Z",
      "2026-12-18T18:00:00Z",
    ]);
    expect((await shop.ledger(lead))[1]!.wish).toBe("They asked for at most one email every two weeks.");
    for (let days = 0; days < 40; days++) {
      clock.advance({ hours: 24 });
      await shop.send();
    }
    const moments = await sent();
    expect(moments).toHaveLength(4);
    for (const [at, moment] of moments.entries())
      if (at > 1) expect(moments[at - 1]!.until(moment).total("days")).toBeGreaterThanOrEqual(14);
  });

  it("holds at the moment of sending: of two due at once one goes, and the other a month later", async () => {
    await inTwo();
    await post({ do: "fewer", spacing: "month" });
    clock.set("2027-02-01T16:00:00Z");
    await inShop((ctx) =>
      ctx.db.execute(sql`update sequences_steps set due_at = '2027-02-01T15:50:00Z' where step = 1`),
    );
    await shop.send();
    expect(await sent()).toHaveLength(3);
    const ahead = (await shop.ledger(lead)).filter(({ state }) => state === "waiting");
    expect(ahead.map(({ dueAt }) => String(dueAt))).toEqual(["2027-03-01T16:00:00Z"]);
  });

  it("holds while several workers send at once", async () => {
    await inTwo();
    await post({ do: "fewer", spacing: "month" });
    clock.set("2027-02-01T16:00:00Z");
    for (let round = 0; round < 4; round++) {
      await inShop((ctx) =>
        ctx.db.execute(
          sql`update sequences_steps set due_at = '2027-02-01T15:50:00Z' where state = 'waiting'`,
        ),
      );
      await Promise.all([sendDueSteps(shop.account), sendDueSteps(shop.account), sendDueSteps(shop.account)]);
    }
    await shop.send();
    expect(await sent()).toHaveLength(3);
  });

  it("as planned again brings the plan back", async () => {
    await post({ do: "fewer", spacing: "month" });
    expect((await due())[1]).toBe("2026-12-21T16:00:00Z");
    await post({ do: "fewer", spacing: "as-planned" });
    expect((await due())[1]).toBe("2026-11-23T16:00:00Z");
    expect((await shop.ledger(lead))[1]!.wish).toBeNull();
  });

  it("of somebody else changes nothing for others", async () => {
    const other = await waiting(shop, "sam@client.test");
    const before = await due(other);
    await inShop((ctx) => spaceMails(ctx, lead, "month"));
    await inShop((ctx) => pauseLead(ctx, lead, day("2027-01-01")));
    expect(await due(other)).toEqual(before);
  });
});

describe("stopping everything", () => {
  const standing = () => inShop(async (ctx) => (await contactStates(ctx, [lead])).get(lead));

  it.each([{ "List-Unsubscribe": "One-Click" }, {}, { do: "stop" }, { do: "something nobody knows" }])(
    "is done by %j at once",
    async (fields) => {
      expect((await post(fields as Record<string, string>)).did).toBe("stop");
      expect(await states(shop, lead)).toEqual(["handed", "not_sent they unsubscribed"]);
      expect((await standing())!.suppressed).toBe("unsubscribed");
      expect(await look()).toMatchObject({ stopped: true });
    },
  );

  it("looking changes nothing", async () => {
    for (let time = 0; time < 3; time++) await look();
    expect(await look()).toMatchObject({ stopped: false, email: "d…@client.test" });
    expect(await states(shop, lead)).toEqual(["handed", "waiting"]);
  });

  it("is taken back in the same visit: what was planned goes on", async () => {
    const { mark } = (await post({})) as { mark: string };
    clock.advance({ minutes: 5 });
    expect((await post({ do: "undo", mark })).did).toBe("undo");
    expect(await standing()).toMatchObject({ suppressed: null, unsubscribedAt: null });
    expect(await states(shop, lead)).toEqual(["handed", "waiting"]);
    expect((await due())[1]).toBe("2026-11-23T16:00:00Z");
    clock.set("2026-11-23T16:00:00Z");
    await shop.send();
    expect(await shop.followUps()).toBe(2);
  });

  it("brings back what waited in the queue as well", async () => {
    clock.set("2026-11-23T16:00:00Z");
    await sendDueSteps(shop.account);
    const { mark } = (await post({})) as { mark: string };
    expect((await shop.ledger(lead))[1]!.message!.state).toBe("suppressed");
    await post({ do: "undo", mark });
    await shop.send();
    expect((await shop.ledger(lead))[1]).toMatchObject({ state: "handed", message: { state: "sent" } });
  });

  it("is not taken back later, by another's mark, nor by a changed one", async () => {
    const { mark } = (await post({})) as { mark: string };
    const changed = mark.replace(/ (.)/, (_, letter: string) => ` ${letter === "A" ? "B" : "A"}`);
    for (const wrong of [changed, "", "x y", `2026-11-20T17:00:01Z ${mark.split(" ")[1]}`])
      expect(await post({ do: "undo", mark: wrong })).toMatchObject({ status: 422 });
    clock.advance({ minutes: 61 });
    expect(await post({ do: "undo", mark })).toMatchObject({
      status: 422,
      message: expect.stringContaining("can’t be undone") as string,
    });
    expect((await standing())!.suppressed).toBe("unsubscribed");
    // Posting again an hour later gives no new undo: only the person who just left can undo it.
    expect((await post({})).mark).toBeNull();
  });

  it("what had ended for another reason stays ended, and a complaint is not taken back", async () => {
    await inShop((ctx) => recordReply(ctx, lead, { via: "owner" }));
    const { mark } = (await post({})) as { mark: string };
    await post({ do: "undo", mark });
    expect(await states(shop, lead)).toEqual(["handed", "not_sent they replied"]);
    await inShop((ctx) => unsubscribeLead(ctx, lead));
    await inShop((ctx) => noteComplaint(ctx, lead));
    const since = (await inShop((ctx) => getLead(ctx, lead))).unsubscribedAt!;
    expect(await inShop((ctx) => undoOptOut(ctx, lead, since))).toBe(false);
    expect((await standing())!.suppressed).toBe("complained");
  });
});

describe("texts", () => {
  it("are spoken of only where a phone is known, and stop alone", async () => {
    expect(await look()).toMatchObject({ texts: "none" });
    await inShop((ctx) => ctx.db.execute(sql`update leads set phone = '+13035550142' where id = ${lead}`));
    expect(await look()).toMatchObject({ texts: "open" });
    expect((await post({ do: "texts" })).did).toBe("texts");
    clock.advance({ hours: 1 });
    await post({ do: "texts" });
    const { rows } = await inShop((ctx) =>
      ctx.db.execute<{ at: string }>(sql`select texts_stopped_at::text as at from leads where id = ${lead}`),
    );
    expect(rows[0]!.at).toMatch(/^2026-11-20 17:00/);
    expect(await look()).toMatchObject({ texts: "stopped", stopped: false });
    expect(await states(shop, lead)).toEqual(["handed", "waiting"]);
  });
});
