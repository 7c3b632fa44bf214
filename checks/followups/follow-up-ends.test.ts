import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { bookLead, endLead, reopenLead } from "#trade/leads/stage/endings.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { mail, open } from "../testing/sequences.ts";

// What ends a follow-up at the business's request, and what undoing it does, with the real database and a
// simulated clock.

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

describe("an appointment, and an end", () => {
  it.each([
    ["booked", bookLead, "they have an appointment"],
    ["won", (ctx, lead) => endLead(ctx, lead, "won"), "they said yes"],
    ["lost", (ctx, lead) => endLead(ctx, lead, "lost"), "they said no"],
  ] as const satisfies [string, typeof bookLead, string][])(
    "%s ends what runs and starts what waits for it",
    async (what, say, reason) => {
      const shop = await open();
      const lead = await shop.captured("1@c.test");
      const bystander = await shop.captured("2@c.test");
      await shop.send();
      const manual = await shop.make({ kind: "manual" }, [mail("By hand", 2)]);
      await shop.start(manual, [lead]);
      await shop.make({ kind: "event", what }, [mail("After it", 1)]);
      clock.advance({ hours: 1 });
      for (let twice = 0; twice < 2; twice++) await shop.within((ctx) => say(ctx, lead));
      expect(await shop.story(lead)).toEqual([
        `handed, not_sent: ${reason}`,
        `not_sent: ${reason}`,
        "waiting",
      ]);
      expect(await shop.story(bystander)).toEqual(["handed, waiting"]);
      clock.set("2026-11-25T17:00:00Z");
      await shop.send();
      // Two were delayed; the second goes out at its own time.
      clock.advance({ minutes: 30 });
      await shop.send();
      expect((await shop.subjects()).toSorted()).toEqual(
        ["9 questions", "9 questions", "After it", "Did the guide answer your question?"].toSorted(),
      );
    },
  );

  it("is taken back: what it started ends, what it ended goes on, planned from then", async () => {
    const shop = await open();
    const lead = await shop.captured("1@c.test");
    await shop.make({ kind: "event", what: "won" }, [mail("Review us", 1)]);
    await shop.send();
    await shop.within((ctx) => endLead(ctx, lead, "won"));
    clock.set("2026-11-23T14:00:00Z");
    await shop.within((ctx) => reopenLead(ctx, lead));
    expect(await shop.story(lead)).toEqual(["handed, waiting", "not_sent: undone by you"]);
    clock.set("2026-11-23T17:00:00Z");
    await shop.send();
    expect(await shop.subjects()).toEqual(["9 questions", "Did the guide answer your question?"]);
    const { rows } = await shop.within((ctx) =>
      ctx.db.execute(sql`select outcome, outcome_at, booked_at from leads where id = ${lead}`),
    );
    expect(rows).toEqual([{ outcome: null, outcome_at: null, booked_at: null }]);
    await shop.within((ctx) => reopenLead(ctx, lead));
    expect(await shop.story(lead)).toHaveLength(2);
  });

  it("is taken back one at a time, and does not wake what an answer has ended since", async () => {
    const shop = await open();
    const [lead, answered] = [await shop.captured("1@c.test"), await shop.captured("2@c.test")];
    await shop.send();
    for (const one of [lead, answered]) {
      await shop.within((ctx) => bookLead(ctx, one));
      await shop.within((ctx) => endLead(ctx, one, "lost"));
    }
    await shop.within((ctx) => recordReply(ctx, answered, { via: "mail", body: "Sorry" }));
    const booked = "handed, not_sent: they have an appointment";
    await shop.within((ctx) => reopenLead(ctx, lead));
    expect(await shop.story(lead)).toEqual([booked]);
    await shop.within((ctx) => reopenLead(ctx, lead));
    expect(await shop.story(lead)).toEqual(["handed, waiting"]);
    for (let times = 0; times < 2; times++) await shop.within((ctx) => reopenLead(ctx, answered));
    expect(await shop.story(answered)).toEqual([booked]);
  });

  it("lets what was promised go out, and nothing that is queued behind it", async () => {
    const shop = await open();
    const lead = await shop.captured("1@c.test");
    await shop.within((ctx) => bookLead(ctx, lead));
    expect(await shop.story(lead)).toEqual(["waiting, not_sent: they have an appointment"]);
    await shop.send();
    expect(await shop.subjects()).toEqual(["9 questions"]);
  });
});
