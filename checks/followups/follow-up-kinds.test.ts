import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { publish } from "#ground/events/public.server.ts";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { recordReply } from "#trade/leads/data.server.ts";
import { noteCall, undoCall } from "#trade/sequences/status/calls.server.ts";
import { createSequence } from "#trade/sequences/create.server.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { pauseLeadFollowUp, resumeLeadFollowUp } from "#trade/sequences/enrollment/pause-lead.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { outcomeOf } from "#trade/sequences/status/outcome.ts";
import type { Step } from "#trade/sequences/plan/planner.ts";
import { startSequence } from "#trade/sequences/enrollment/start.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { openBusiness } from "../testing/business.ts";

// What each kind of step does when it is due, with the real database and a simulated clock.

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

const days = (amount: number) => ({ amount, unit: "days" }) as const;
const mail = (subject: string, amount: number): Step => ({
  kind: "mail",
  delay: days(amount),
  subject,
  body: "Hi {{first_name}}.",
});
const call = (amount: number): Step => ({ kind: "call", delay: days(amount), say: "Ask about the deck." });

/** A business with a sequence started by hand, and a lead enrolled since Friday, 10:00. */
async function inside(steps: readonly Step[]) {
  const shop = await openBusiness();
  const within = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(shop.account, work);
  const lead = await shop.captured("dana@client.test");
  await within((ctx) => ctx.db.execute(sql`delete from sequences_steps where step > 0`));
  await sendDueSteps(shop.account);
  await deliver(shop.account);
  const id = await within((ctx) =>
    createSequence(ctx, { name: "By hand", trigger: { kind: "manual" }, steps: [...steps] }),
  );
  await within((ctx) => startSequence(ctx, id, [lead]));
  const lines = async () => (await shop.ledger(lead)).slice(1);
  return {
    ...shop,
    lead,
    within,
    lines,
    id,
    did: (what: string) => within((ctx) => publish(ctx, { type: "lead.did", leadId: lead, what })),
    /** Sends and delivers due steps, hour by hour, until `end`. */
    until: async (end: string) => {
      for (
        ;
        Temporal.Instant.compare(clock.now(), Temporal.Instant.from(end)) < 0;
        clock.advance({ hours: 1 })
      ) {
        await sendDueSteps(shop.account);
        await deliver(shop.account);
      }
      clock.set(end);
      await sendDueSteps(shop.account);
      await deliver(shop.account);
    },
    ledgerWords: async () =>
      (await lines()).map(({ state, reason, dueAt }) =>
        state === "waiting" || state === "held"
          ? `${state} ${dueAt.toZonedDateTimeISO("America/Denver").toPlainDateTime().toString({ smallestUnit: "minute" })}`
          : `${state}${reason ? `: ${reason}` : ""}`,
      ),
    said: async () => (await lines()).map((line) => outcomeOf(line, clock.now(), true).label),
  };
}

describe("a call", () => {
  it("becomes the owner's in working hours, holds up nothing, and is noted once with what came of it", async () => {
    const one = await inside([
      mail("One", 0),
      { kind: "call", delay: { amount: 10, unit: "hours" }, say: "Ask." },
      mail("Two", 1),
    ]);
    expect(await one.ledgerWords()).toEqual([
      "waiting 2026-11-20T10:00",
      "waiting 2026-11-23T09:00",
      "waiting 2026-11-24T09:00",
    ]);
    const [, planned] = await one.lines();
    await expect(
      one.within((ctx) => noteCall(ctx, { leadId: one.lead, ...planned!, result: "called" })),
    ).resolves.toBeUndefined();
    expect((await one.lines())[1]!.state, "before its time there is nothing to note").toBe("waiting");
    await one.until("2026-11-24T17:00:00Z");
    expect(await one.ledgerWords()).toEqual(["handed", "task", "handed"]);
    expect((await one.messages()).map(({ subject }) => subject)).toContain("Two");
    expect(await one.said()).toEqual(["sent", "call them", "sent"]);
    await one.within((ctx) => noteCall(ctx, { leadId: one.lead, ...planned!, result: "no-answer" }));
    const noted = clock.now();
    clock.advance({ hours: 1 });
    await one.within((ctx) => noteCall(ctx, { leadId: one.lead, ...planned!, result: "called" }));
    const line = (await one.lines())[1]!;
    expect({ state: line.state, reason: line.reason, at: line.doneAt?.toString() }).toEqual({
      state: "done",
      reason: "no answer",
      at: noted.toString(),
    });
    expect(outcomeOf(line, clock.now(), true)).toMatchObject({
      state: "done",
      label: "no answer",
      at: noted,
    });
  });

  it("is of its lead and its business only", async () => {
    const [one, other] = [await inside([call(0)]), await inside([call(0)])];
    const [line] = await one.lines();
    const stranger = await one.captured("stranger@client.test");
    for (const [shop, leadId] of [
      [one, stranger],
      [other, one.lead],
      [other, other.lead],
    ] as const)
      await expect(
        shop.within((ctx) => noteCall(ctx, { leadId, ...line!, result: "called" })),
      ).rejects.toMatchObject({
        code: "not_found",
      });
  });

  it("that is to be made ends with an answer", async () => {
    const one = await inside([call(0), mail("Two", 1)]);
    await one.until(FRIDAY);
    expect((await one.ledgerWords())[0]).toBe("task");
    clock.advance({ hours: 1 });
    await one.within((ctx) => recordReply(ctx, one.lead, { via: "mail", body: "Yes" }));
    expect(await one.ledgerWords()).toEqual(["not_sent: they replied", "not_sent: they replied"]);
  });
});

describe("waiting", () => {
  it("sends nothing and moves what follows", async () => {
    const one = await inside([{ kind: "wait", delay: { amount: 1, unit: "weeks" } }, mail("One", 1)]);
    expect(await one.ledgerWords()).toEqual(["waiting 2026-11-27T10:00", "waiting 2026-11-30T09:00"]);
    const before = (await one.messages()).length;
    await one.until("2026-11-27T18:00:00Z");
    expect(await one.ledgerWords()).toEqual(["passed", "waiting 2026-11-30T09:00"]);
    expect(await one.said()).toEqual(["time passed", "planned"]);
    expect((await one.messages()).length).toBe(before);
    await one.until("2026-11-30T17:00:00Z");
    expect((await one.messages()).length).toBe(before + 1);
  });

  it("that a downtime held up keeps its distance to what follows", async () => {
    const one = await inside([{ kind: "wait", delay: days(1) }, mail("One", 3)]);
    clock.set("2026-12-08T08:00:00Z"); // Tuesday, 1:00 in Denver
    await Promise.all([1, 2, 3].map(() => sendDueSteps(one.account)));
    await sendDueSteps(one.account);
    expect(await one.ledgerWords()).toEqual(["passed", "waiting 2026-12-11T09:00"]);
  });

  it("does not overtake a mail that a mail server has not taken", async () => {
    const one = await inside([
      mail("One", 0),
      { kind: "wait", delay: { amount: 30, unit: "minutes" } },
      mail("Two", 1),
    ]);
    await sendDueSteps(one.account);
    for (let hour = 0; hour < 100; hour++) {
      clock.advance({ hours: 1 });
      await sendDueSteps(one.account);
    }
    expect((await one.ledgerWords()).slice(0, 2)).toEqual(["handed", expect.stringMatching(/^waiting/)]);
    expect((await one.messages()).map(({ subject }) => subject)).not.toContain("Two");
    await deliver(one.account); // Tuesday, 14:00 in Denver
    await one.until("2026-11-25T20:59:00Z");
    expect((await one.messages()).map(({ subject }) => subject)).not.toContain("Two");
    await one.until("2026-11-25T22:00:00Z");
    expect((await one.messages()).map(({ subject }) => subject)).toContain("Two");
  });
});

describe("a fork", () => {
  const steps = [
    mail("One", 0),
    { kind: "wait", delay: days(3) },
    { kind: "condition", if: { what: "clicked" }, otherwise: { skip: 2 } },
    mail("They clicked", 1),
    call(2),
    mail("To all", 1),
  ] as const satisfies readonly Step[];

  it("goes on where they did it", async () => {
    const one = await inside(steps);
    await one.until("2026-11-21T00:00:00Z");
    await one.did("clicked");
    await one.until("2026-11-23T17:00:30Z");
    expect((await one.ledgerWords()).slice(1)).toEqual([
      "passed",
      "passed: yes, they had clicked a link",
      "waiting 2026-11-24T10:00",
      // Thanksgiving and the weekend.
      "waiting 2026-11-27T09:00",
      "waiting 2026-11-30T09:00",
    ]);
  });

  it("leaves out what it says where they did not, says why, and brings what follows that much earlier", async () => {
    const one = await inside(steps);
    await one.until("2026-11-23T16:59:00Z");
    expect((await one.ledgerWords()).at(-1)).toBe("waiting 2026-11-30T09:00");
    await one.until("2026-11-23T17:00:10Z");
    await one.until("2026-11-23T17:01:00Z");
    const left = "not_sent: they had not clicked a link";
    expect((await one.ledgerWords()).slice(1)).toEqual([
      "passed",
      "passed: no, they had not clicked a link",
      left,
      left,
      "waiting 2026-11-24T10:00",
    ]);
    // Too late: the condition is decided.
    await one.did("clicked");
    await one.until("2026-12-02T17:00:00Z");
    expect((await one.messages()).map(({ subject }) => subject).slice(1)).toEqual(["One", "To all"]);
    expect(await one.said()).toEqual([
      "sent",
      "time passed",
      "no, they had not clicked a link",
      "not sent: they had not clicked a link",
      "not sent: they had not clicked a link",
      "sent",
    ]);
  });

  it.each([
    ["ends it for people the owner talked with", "called", false, "not_sent: they had talked with you"],
    ["goes on for people who didn't answer", "no-answer", false, "handed"],
    ["goes on for people of whom nothing is noted", null, false, "handed"],
    ["goes on after a call that was taken back", "called", true, "handed"],
  ] as const)("on a talk %s", async (_, result, isUndone, after) => {
    const one = await inside([
      call(0),
      { kind: "wait", delay: days(3) },
      { kind: "condition", if: { what: "talked", not: true }, otherwise: "end" },
      mail("One", 0),
      mail("Two", 1),
    ]);
    await one.until("2026-11-21T00:00:00Z");
    const [task] = await one.lines();
    const noted = { leadId: one.lead, enrolmentId: task!.enrolmentId, step: task!.step };
    if (result) await one.within((ctx) => noteCall(ctx, { ...noted, result }));
    if (isUndone) await one.within((ctx) => undoCall(ctx, { ...noted, result: "called" }));
    await one.until("2026-11-25T17:00:00Z");
    expect((await one.ledgerWords()).slice(3)).toEqual([after, after]);
  });

  it("on a talk looks at the call of this person only, and not at one before it began", async () => {
    const one = await inside([call(0)]);
    await one.until("2026-11-20T18:00:00Z");
    const [task] = await one.lines();
    await one.within((ctx) => noteCall(ctx, { leadId: one.lead, ...task!, result: "called" }));
    await one.until("2026-11-20T19:00:00Z");
    const later = await one.within((ctx) =>
      createSequence(ctx, {
        name: "Later",
        trigger: { kind: "manual" },
        steps: [{ kind: "condition", if: { what: "talked", not: true }, otherwise: "end" }, mail("Later", 0)],
      }),
    );
    const other = await one.captured("other@client.test");
    await one.within((ctx) => startSequence(ctx, later, [one.lead, other]));
    await one.until("2026-11-20T20:00:00Z");
    const sent = (await one.messages()).filter(({ subject }) => subject === "Later");
    expect(sent).toHaveLength(2);
  });

  it("ends it where it says so, for somebody who was not silent", async () => {
    const one = await inside([
      { kind: "wait", delay: days(3) },
      { kind: "condition", if: { what: "silent", days: 3 }, otherwise: "end" },
      mail("One", 1),
    ]);
    const other = await one.captured("silent@client.test");
    await one.within((ctx) => startSequence(ctx, one.id, [other]));
    clock.set("2026-11-21T17:00:00Z");
    await one.did("returned");
    await one.until("2026-11-23T17:02:00Z");
    expect(await one.ledgerWords()).toEqual([
      "passed",
      "passed: no, they weren’t quiet for 3 days",
      "not_sent: they weren’t quiet for 3 days",
    ]);
    const silent = (await one.ledger(other))
      .filter(({ kind }) => kind !== "gift")
      .map(({ state, reason }) => reason ?? state);
    expect(silent.slice(-3)).toEqual(["passed", "yes, they were quiet for 3 days", "waiting"]);
    // An ended sequence can be started again.
    expect((await one.within((ctx) => startSequence(ctx, one.id, [one.lead, other]))).started).toEqual([
      one.lead,
    ]);
  });

  it("is decided once by any number of workers, also while somebody answers", async () => {
    const one = await inside([
      { kind: "condition", if: { what: "clicked" }, otherwise: { skip: 1 } },
      mail("One", 1),
      mail("Two", 1),
    ]);
    const leads = [one.lead];
    for (let at = 0; at < 15; at++) leads.push(await one.captured(`race${at}@client.test`));
    await one.within((ctx) => startSequence(ctx, one.id, leads));
    clock.advance({ minutes: 2 });
    await Promise.all([
      ...[1, 2, 3].map(() => sendDueSteps(one.account)),
      ...leads
        .slice(0, 8)
        .map((lead) => one.within((ctx) => recordReply(ctx, lead, { via: "mail", body: "Yes" }))),
    ]);
    await sendDueSteps(one.account);
    for (const [at, lead] of leads.entries()) {
      const [fork, first, second] = (await one.ledger(lead)).slice(-3);
      const told = `${at}: ${[fork, first, second].map((line) => `${line!.state} ${line!.reason}`).join(", ")}`;
      if (at < 8) {
        expect([first!.state, second!.state], told).toEqual(["not_sent", "not_sent"]);
        expect(second!.reason, told).toBe("they replied");
      } else
        expect([fork!.state, first!.state, second!.state], told).toEqual(["passed", "not_sent", "waiting"]);
    }
  });

  it("is held and goes on like the rest", async () => {
    const one = await inside(steps);
    await one.until("2026-11-20T17:10:00Z");
    await one.within((ctx) => pauseLeadFollowUp(ctx, one.lead));
    expect((await one.lines()).map(({ state }) => state)).toEqual([
      "handed",
      "held",
      "held",
      "held",
      "held",
      "held",
    ]);
    clock.set("2026-12-01T03:00:00Z"); // Monday, 20:00 in Denver
    await one.within((ctx) => resumeLeadFollowUp(ctx, one.lead));
    expect((await one.ledgerWords()).slice(1)).toEqual([
      "waiting 2026-11-30T20:00",
      "waiting 2026-11-30T20:00",
      "waiting 2026-12-02T09:00",
      "waiting 2026-12-04T09:00",
      "waiting 2026-12-07T09:00",
    ]);
  });
});
