import { describe, expect, it } from "vitest";
import { sequencesOverview } from "#trade/sequences/editor/overview.server.ts";
import { pauseLeadFollowUp, resumeLeadFollowUp } from "#trade/sequences/enrollment/pause-lead.server.ts";
import { liveSequence } from "#trade/sequences/live.server.ts";
import { pauseSequence, resumeSequence } from "#trade/sequences/enrollment/pause-sequence.server.ts";
import { reopenSequence, retireSequence, startByEvent } from "#trade/sequences/enrollment/start.server.ts";
import {
  FRIDAY,
  mail,
  open,
  people,
  refusal,
  republished,
  type Shop,
  withSequences,
} from "../../testing/sequences.ts";

// A whole sequence is paused, resumed, or closed to new leads, with the engine and a simulated clock.

const clock = withSequences();

describe("a pause", () => {
  const inOrder = async (shop: Shop) =>
    (await shop.messages())
      .filter(({ state, subject }) => state === "sent" && subject === "Two")
      .map(({ recipient }) => recipient);

  it("lets nothing go out, keeps the order, and makes it up bit by bit", async () => {
    const shop = await open();
    const id = await shop.make({ kind: "manual" }, [mail("One", 0), mail("Two", 3), mail("Three", 1)]);
    const leads = await people(shop, 4);
    for (const [at, lead] of leads.entries()) {
      clock.set(Temporal.Instant.from(FRIDAY).add({ minutes: at }).toString());
      await shop.start(id, [lead]);
      await shop.send();
    }
    await shop.within((ctx) => pauseSequence(ctx, id));
    clock.set("2027-01-12T17:00:00Z"); // seven weeks later, longer than the lateness limit
    await shop.send();
    expect(await inOrder(shop)).toEqual([]);
    await shop.within((ctx) => resumeSequence(ctx, id));
    await shop.send();
    const atOnce = (await inOrder(shop)).length;
    // Each gets its own time, in the order in which they came due.
    const moments = await Promise.all(
      leads.map(
        async (lead) =>
          (await shop.ledger(lead)).find(({ subject }) => subject === "Two")!.dueAt.epochMilliseconds,
      ),
    );
    expect(moments).toEqual([...new Set(moments)].toSorted((one, other) => one - other));
    expect(atOnce).toBeLessThan(leads.length);
    for (let minute = 0; minute < 6 * 60; minute += 10) {
      clock.set(Temporal.Instant.from("2027-01-12T17:00:00Z").add({ minutes: minute }).toString());
      await shop.send();
    }
    expect(await inOrder(shop)).toHaveLength(leads.length);
    // The next email still comes a day later.
    expect(await shop.subjects()).not.toContain("Three");
  });

  it("taken back at once leaves the plan as it was, and twice is once", async () => {
    const shop = await open();
    const id = await shop.make({ kind: "manual" }, [mail("One", 1), mail("Two", 3)]);
    const [lead] = await people(shop, 1);
    await shop.start(id, [lead!]);
    const plan = async () =>
      (await shop.ledger(lead!)).map(({ state, dueAt }) => `${state} ${dueAt.toString()}`);
    const before = await plan();
    for (const work of [pauseSequence, pauseSequence]) await shop.within((ctx) => work(ctx, id));
    expect((await plan()).slice(-2).map((line) => line.split(" ")[0])).toEqual(["held", "held"]);
    for (const work of [resumeSequence, resumeSequence]) await shop.within((ctx) => work(ctx, id));
    expect(await plan()).toEqual(before);
  });

  it("lets people in, who wait inside; of a page, the guide still goes at once", async () => {
    const shop = await open();
    const live = (await shop.within((ctx) => liveSequence(ctx, shop.page.id)))!;
    await shop.within((ctx) => pauseSequence(ctx, live.id));
    const lead = await shop.captured("late@client.test");
    await shop.send();
    clock.set("2026-11-25T17:00:00Z");
    await shop.send();
    expect(await shop.story(lead)).toEqual(["handed, held"]);
    await shop.within((ctx) => resumeSequence(ctx, live.id));
    for (let hour = 0; hour < 30; hour++) {
      clock.set(Temporal.Instant.from("2026-11-25T17:00:00Z").add({ hours: hour }).toString());
      await shop.send();
    }
    expect(await shop.story(lead)).toEqual(["handed, handed"]);
  });

  it("stays over what a person is held for, and over changes of the sequence", async () => {
    const shop = await open();
    const id = await shop.make({ kind: "manual" }, [mail("One", 1)]);
    const [dana, rosa] = await people(shop, 2);
    await shop.start(id, [dana!, rosa!]);
    await shop.within((ctx) => pauseLeadFollowUp(ctx, dana!));
    await shop.within((ctx) => pauseSequence(ctx, id));
    const next = await republished(shop, id, (text) => ({ ...text, name: "Renamed" }));
    await shop.within((ctx) => resumeLeadFollowUp(ctx, dana!));
    const last = async (lead: string) => (await shop.story(lead)).find((line) => !line.includes(","));
    expect([await last(dana!), await last(rosa!)]).toEqual(["held", "held"]);
    await shop.within((ctx) => pauseLeadFollowUp(ctx, dana!));
    // Resuming the newest version also resumes leads in older ones.
    await shop.within((ctx) => resumeSequence(ctx, next));
    expect([await last(dana!), await last(rosa!)]).toEqual(["held", "waiting"]);
  });
});

describe("finishing", () => {
  it("lets nobody new in, and whoever is inside gets it to its end; it can be taken back", async () => {
    const shop = await open();
    const id = await shop.make({ kind: "event", what: "clicked" }, [mail("One", 0), mail("Two", 3)]);
    const [dana, rosa] = await people(shop, 2);
    await shop.within((ctx) => startByEvent(ctx, dana!, "clicked"));
    await shop.within((ctx) => retireSequence(ctx, id));
    await shop.within((ctx) => startByEvent(ctx, rosa!, "clicked"));
    const family = async () =>
      (await shop.within((ctx) => sequencesOverview(ctx))).families.find((one) => one.id === id);
    expect(await family()).toMatchObject({ state: "finishing", people: 1 });
    await shop.send();
    clock.set("2026-11-23T17:00:00Z");
    await shop.send();
    expect((await shop.subjects()).filter((subject) => /^(?:One|Two)$/.test(subject))).toEqual([
      "One",
      "Two",
    ]);
    expect(await family()).toMatchObject({ state: "ended", people: 0 });
    await shop.within((ctx) => reopenSequence(ctx, id));
    await shop.within((ctx) => startByEvent(ctx, rosa!, "clicked"));
    expect(await family()).toMatchObject({ state: "waiting", people: 1 });
  });

  it("is not taken back where a newer version has its place", async () => {
    const shop = await open();
    const id = await shop.make({ kind: "manual" });
    await republished(shop, id, (text) => ({ ...text, name: "Newer" }));
    expect(await refusal(shop.within((ctx) => reopenSequence(ctx, id)))).toMatchObject({ code: "conflict" });
  });
});
