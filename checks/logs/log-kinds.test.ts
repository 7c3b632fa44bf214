// Long because it is one table of who may write what of a day’s log, and what they are told who may not.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { type Command, findStoredRecord, shownFields, applyCommands } from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Membership, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { dayId } from "#tools/logs/ids.ts";
import { planId, weatherId } from "#trade/weather/ids.ts";
import { defineWeather } from "#trade/weather/kinds.server.ts";
import { defineLogs } from "#tools/logs/kinds.server.ts";
import { dayOf, entryOf } from "#tools/logs/rules.ts";
import { weatherTasks } from "#trade/weather/tasks.server.ts";

// What devices can write to a daily log, by the route that all commands use.

const FRIDAY = "2026-11-20T16:00:00Z";
const DATE = "2026-11-20";
const clock = testClock(FRIDAY);
let test: TestDatabase;
let queue: TaskQueue;
beforeAll(async () => {
  test = await createTestInstallation(clock);
  await ensureSealingKey();
  queue = await startTaskQueue({ tasks: weatherTasks, work: false, log: createLog("error") });
  defineJobs();
  defineWeather();
  defineLogs();
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
});

const person = (): Person => ({ id: newId(), email: `${newId()}@logs.test`, emailVerified: true });
let [account, job] = ["", ""];
let [foreman, manager, sub] = [person(), person(), person()];
const member: Membership = { role: "member", jobId: null };
const boss: Membership = { role: "manager", jobId: null };
const guest = (): Membership => ({ role: "guest", jobId: job });
beforeEach(() => {
  clock.set(FRIDAY);
  [account, job] = [newId(), newId()];
  [foreman, manager, sub] = [person(), person(), person()];
});

interface By {
  readonly who: Person;
  readonly as: Membership;
}
const asForeman = (): By => ({ who: foreman, as: member });
const asManager = (): By => ({ who: manager, as: boss });
const asSub = (): By => ({ who: sub, as: guest() });

async function send({ who, as }: By, over: Partial<Command> & Pick<Command, "kind" | "record" | "sets">) {
  const command: Command = {
    id: newId(),
    job,
    replaces: {},
    capturedAt: clock.now().epochMilliseconds,
    skew: 0,
    zone: "America/Denver",
    media: [],
    ...over,
  };
  const { outcomes } = await withMember(account, who, as, (ctx) => applyCommands(ctx, newId(), [command]));
  return { ...outcomes[0]!, command: command.id };
}
const stateOf = (by: By, is: string, { company = account, why = null as string | null, date = DATE } = {}) =>
  send(by, {
    kind: "logs.day",
    record: dayId(job, date, company),
    sets: { date, company, state: { is, why } },
  });
const write = (
  by: By,
  sets: Command["sets"],
  {
    company = account,
    record = newId(),
    over = {},
  }: { company?: string; record?: string; over?: Partial<Command> } = {},
) => send(by, { kind: "logs.entry", record, sets: { date: DATE, company, type: "work", ...sets }, ...over });
const held = (record: string) =>
  withAccount(account, async (ctx) => shownFields((await findStoredRecord(ctx, record))!.fields));
const tick = (minutes: number) => clock.set(clock.now().add({ minutes }).toString());

describe("a day", () => {
  it("goes from its foreman to its manager, and is sealed", async () => {
    await write(asForeman(), { text: "Framed the north wall" });
    expect(await stateOf(asForeman(), "submitted")).toMatchObject({ is: "held" });
    expect(await stateOf(asForeman(), "approved")).toMatchObject({
      is: "refused",
      code: "conflict",
      why: expect.stringMatching(/managers/) as string,
    });
    expect(await stateOf(asManager(), "rejected", { why: "Where is the crew?" })).toMatchObject({
      is: "held",
    });
    expect(dayOf(await held(dayId(job, DATE, account)))).toMatchObject({
      state: "rejected",
      why: "Where is the crew?",
    });
    for (const [by, is] of [
      [asForeman(), "submitted"],
      [asManager(), "approved"],
      [asManager(), "sealed"],
    ] as const)
      expect(await stateOf(by, is), is).toMatchObject({ is: "held" });
    expect(await stateOf(asManager(), "draft")).toMatchObject({
      is: "refused",
      why: expect.stringMatching(/locked/) as string,
    });
    const seals = await withAccount(account, (ctx) =>
      ctx.db.execute<{ words: string }>(
        "select payload->>'words' as words from evidence_entries where kind = 'evidence.sealed'",
      ),
    );
    expect(seals.rows).toEqual([{ words: "Log for 2026-11-20 locked" }]);
  });

  it("is one on two phones that never met, and no other than its id says", async () => {
    expect(await stateOf(asForeman(), "draft")).toMatchObject({ is: "held" });
    expect(await stateOf(asManager(), "submitted")).toMatchObject({ is: "held" });
    const record = dayId(job, DATE, account);
    for (const sets of [
      { date: "2026-11-21", company: account },
      { date: DATE, company: newId() },
    ])
      expect(await send(asForeman(), { kind: "logs.day", record, sets })).toMatchObject({
        is: "refused",
        code: "invalid",
      });
    expect(await send(asForeman(), { kind: "logs.day", record, sets: { removed: true } })).toMatchObject({
      is: "refused",
      code: "forbidden",
    });
  });

  it("of a guest is theirs: neither is ours theirs", async () => {
    expect(await stateOf(asSub(), "submitted")).toMatchObject({ is: "refused", code: "forbidden" });
    expect(await stateOf(asSub(), "submitted", { company: sub.id })).toMatchObject({ is: "held" });
    expect(await stateOf(asForeman(), "draft", { company: sub.id })).toMatchObject({
      is: "refused",
      code: "forbidden",
    });
    expect(await stateOf(asManager(), "approved", { company: sub.id })).toMatchObject({ is: "held" });
  });
});

describe("a guest's firm", () => {
  const name = (by: By, companyName: string | null, over: Partial<Command> = {}, company = sub.id) =>
    send(by, {
      kind: "logs.day",
      record: dayId(job, DATE, company),
      sets: { date: DATE, company, companyName },
      ...over,
    });
  const firmNow = async () => dayOf(await held(dayId(job, DATE, sub.id))).companyName;

  it("is said by themselves, until their day is handed in", async () => {
    expect(await name(asSub(), "Ray’s Electric")).toMatchObject({ is: "held" });
    expect(await name(asForeman(), "Not ours")).toMatchObject({ is: "refused", code: "forbidden" });
    expect(await name(asSub(), "x".repeat(121))).toMatchObject({
      is: "refused",
      why: expect.stringMatching(/at most 120 characters/) as string,
    });
    tick(5);
    expect(await name(asSub(), "Ray & Sons")).toMatchObject({ is: "held" });
    const before = clock.now().add({ minutes: 1 }).epochMilliseconds;
    tick(5);
    await stateOf(asSub(), "submitted", { company: sub.id });
    tick(5);
    expect(await name(asSub(), "Too late")).toMatchObject({
      is: "refused",
      why: expect.stringMatching(/submitted/) as string,
    });
    expect(await firmNow()).toBe("Ray & Sons");
    // It was written before the day was submitted, but had no signal until now.
    expect(await name(asSub(), "Ray and Sons", { capturedAt: before })).toMatchObject({ is: "held" });
    expect(await firmNow()).toBe("Ray and Sons");
  });

  it("stays once the day is sealed, whoever says another", async () => {
    await name(asSub(), "Ray’s Electric");
    const before = clock.now().epochMilliseconds;
    tick(5);
    await stateOf(asManager(), "sealed", { company: sub.id });
    for (const by of [asSub(), asManager()])
      expect(await name(by, "Else", { capturedAt: before })).toMatchObject({
        is: "refused",
        why: expect.stringMatching(/locked/) as string,
      });
    expect(await name(asManager(), "Ray’s Electric"), "the same again is no change").toMatchObject({
      is: "held",
    });
    expect(await firmNow()).toBe("Ray’s Electric");
  });

  it("is handed in together with the day", async () => {
    const sets = {
      date: DATE,
      company: sub.id,
      companyName: "Ray’s Electric",
      state: { is: "submitted", why: null },
    };
    expect(await send(asSub(), { kind: "logs.day", record: dayId(job, DATE, sub.id), sets })).toMatchObject({
      is: "held",
    });
    expect(await firmNow()).toBe("Ray’s Electric");
  });
});

describe("an entry", () => {
  it("is changed until its day is handed in, and corrected by another from then on", async () => {
    const record = newId();
    await write(asForeman(), { text: "Framed the noth wall" }, { record });
    tick(5);
    expect(await write(asForeman(), { text: "Framed the north wall" }, { record })).toMatchObject({
      is: "held",
    });
    tick(5);
    await stateOf(asForeman(), "submitted");
    tick(5);
    expect(await write(asForeman(), { text: "Framed all walls" }, { record })).toMatchObject({
      is: "refused",
      code: "conflict",
      why: expect.stringMatching(/correction/) as string,
    });
    expect(
      await write(asForeman(), { text: "Framed the north and east walls", corrects: record }),
    ).toMatchObject({ is: "held" });
    expect(entryOf(record, await held(record)).text).toBe("Framed the north wall");
    await stateOf(asManager(), "rejected", { why: "More words" });
    tick(5);
    expect(await write(asForeman(), { text: "Framed two walls" }, { record })).toMatchObject({ is: "held" });
  });

  it("changed without a signal before the day was handed in is taken when it comes; not once the day is sealed", async () => {
    const record = newId();
    await write(asForeman(), { text: "One" }, { record });
    const before = clock.now().add({ minutes: 2 }).epochMilliseconds;
    tick(10);
    await stateOf(asForeman(), "submitted");
    tick(10);
    expect(await write(asForeman(), { text: "Two" }, { record, over: { capturedAt: before } })).toMatchObject(
      { is: "held" },
    );
    await stateOf(asManager(), "sealed");
    expect(
      await write(asForeman(), { text: "Three" }, { record, over: { capturedAt: before } }),
    ).toMatchObject({
      is: "refused",
      why: expect.stringMatching(/locked/) as string,
    });
    // New entries are always accepted, and shown as late.
    expect(await write(asForeman(), { text: "Found on the way home" })).toMatchObject({ is: "held" });
  });

  it("changed without a signal after the day was handed in is refused, also where somebody approved the day meanwhile", async () => {
    const record = newId();
    await write(asForeman(), { text: "One" }, { record });
    tick(10);
    const day = { kind: "logs.day", record: dayId(job, DATE, account) };
    await send(asForeman(), {
      ...day,
      sets: { date: DATE, company: account, state: { is: "submitted", why: null }, handedIn: true },
    });
    const between = clock.now().add({ minutes: 5 }).epochMilliseconds;
    tick(10);
    await stateOf(asManager(), "approved");
    tick(10);
    expect(
      await write(asForeman(), { text: "Two" }, { record, over: { capturedAt: between } }),
    ).toMatchObject({
      is: "refused",
      code: "conflict",
    });
    const before = clock.now().subtract({ minutes: 25 }).epochMilliseconds;
    expect(await write(asForeman(), { text: "Two" }, { record, over: { capturedAt: before } })).toMatchObject(
      { is: "held" },
    );
  });

  it("that came late is gone on with by whoever began it: photos, their place, a few words; what stands is not changed", async () => {
    const photo = (name: string) => ({ [`photos.${name.repeat(64)}`]: { type: "image/jpeg", at: 1 } });
    const place = { place: { lat: 43.6, lon: -116.2, accuracy: 8 } };
    const [early, late] = [newId(), newId()];
    await write(asForeman(), photo("a"), { record: early });
    tick(5);
    await stateOf(asForeman(), "submitted");
    tick(5);
    const add = (by: By, record: string, sets: Command["sets"]) =>
      send(by, { kind: "logs.entry", record, sets });
    await write(asForeman(), photo("b"), { record: late });
    tick(1);
    for (const sets of [
      photo("c"),
      place,
      { text: "Water in the trench", "captions.b": null },
      { corrects: early },
    ] as Command["sets"][])
      expect(await add(asForeman(), late, sets)).toMatchObject({ is: "held" });
    const refused = { is: "refused", code: "conflict" };
    expect(await add(asForeman(), late, { text: "No water" }), "what stands").toMatchObject(refused);
    expect(await add(asForeman(), late, { removed: true })).toMatchObject(refused);
    expect(await add(asManager(), late, photo("d")), "somebody else").toMatchObject(refused);
    expect(await add(asForeman(), early, photo("d")), "what was handed in").toMatchObject(refused);
    await stateOf(asManager(), "sealed");
    expect(await add(asForeman(), late, photo("d")), "what was sealed").toMatchObject(refused);
    tick(1);
    const after = newId();
    await write(asForeman(), photo("e"), { record: after });
    expect(await add(asForeman(), after, photo("f")), "beside the seal").toMatchObject({ is: "held" });
    tick(61);
    expect(await add(asForeman(), after, photo("0")), "an hour later").toMatchObject(refused);
  });

  it.each<[string, Command["sets"], RegExp]>([
    ["a day that has not come", { date: "2026-11-23" }, /happened yet/],
    ["hours below nothing", { crew: { company: "Hill", trade: "Framing", count: 2, hours: -1 } }, /0 to 24/],
    [
      "more hours than a day has",
      { crew: { company: "Hill", trade: "Framing", count: 2, hours: 25 } },
      /0 to 24/,
    ],
    ["a crew of nobody", { crew: { company: "", trade: "", count: 2, hours: 8 } }, /company or trade/],
    ["half a person", { crew: { company: "Hill", trade: "", count: 1.5, hours: 8 } }, /./],
    ["hours lost that no day has", { delay: { cause: "weather", hours: 30, critical: false } }, /0 to 24/],
    ["10,001 characters", { text: "x".repeat(10_001) }, /at most 10,000 characters/],
    ["a photo without a hash", { "photos.x": { type: "image/jpeg", at: 1 } }, /match its ID/],
    ["a cause that is none", { delay: { cause: "laziness", hours: 1, critical: false } }, /./],
  ])("is refused with a word for %s", async (_what, sets, why) => {
    const outcome = await write(asForeman(), sets);
    expect(outcome).toMatchObject({ is: "refused", why: expect.stringMatching(why) as string });
  });

  it("may tell of a day that is long past, and of 10,000 characters", async () => {
    expect(await write(asForeman(), { date: "2025-02-01", text: "x".repeat(10_000) })).toMatchObject({
      is: "held",
    });
  });

  it("stays on its day, and in its company", async () => {
    const record = newId();
    await write(asForeman(), { text: "Here" }, { record });
    for (const sets of [{ date: "2026-11-19" }, { company: sub.id }] as Command["sets"][])
      expect(await write(asManager(), sets, { record })).toMatchObject({ is: "refused", code: "invalid" });
  });

  it("of a guest is approved by a manager alone, who changes nothing else with it", async () => {
    const record = newId();
    expect(await write(asSub(), { text: "Wired the attic" }, { company: sub.id, record })).toMatchObject({
      is: "held",
    });
    expect(await write(asSub(), { text: "For us" })).toMatchObject({ is: "refused", code: "forbidden" });
    const judge = (by: By, sets: Command["sets"]) => send(by, { kind: "logs.entry", record, sets });
    expect(await judge(asSub(), { approved: true })).toMatchObject({ is: "refused", code: "forbidden" });
    expect(await judge(asForeman(), { approved: true })).toMatchObject({ is: "refused", code: "forbidden" });
    expect(await judge(asManager(), { approved: true, text: "Wired all of it" })).toMatchObject({
      is: "refused",
    });
    expect(await judge(asManager(), { approved: true })).toMatchObject({ is: "held" });
    expect(await judge(asForeman(), { text: "Ours now" })).toMatchObject({
      is: "refused",
      code: "forbidden",
    });
    expect(await judge(asSub(), { text: "Wired all of it" }), "what was approved stays").toMatchObject({
      is: "refused",
      code: "conflict",
      why: expect.stringMatching(/correction/) as string,
    });
    expect(
      await write(asSub(), { text: "Wired all of it", corrects: record }, { company: sub.id }),
    ).toMatchObject({ is: "held" });
  });

  it("of a guest that was approved, or left out, stays so once their day is sealed; what waits may still be judged", async () => {
    const [good, bad, waits] = [newId(), newId(), newId()];
    for (const record of [good, bad, waits])
      await write(asSub(), { text: "Wired the attic" }, { company: sub.id, record });
    const judge = (record: string, approved: boolean) =>
      send(asManager(), { kind: "logs.entry", record, sets: { approved } });
    await judge(good, true);
    await judge(bad, false);
    tick(1);
    await stateOf(asManager(), "sealed", { company: sub.id });
    tick(1);
    const refused = { is: "refused", code: "conflict", why: expect.stringMatching(/locked/) as string };
    expect(await judge(good, false)).toMatchObject(refused);
    expect(await judge(bad, true)).toMatchObject(refused);
    expect(await judge(waits, true)).toMatchObject({ is: "held" });
    expect(await judge(waits, false)).toMatchObject(refused);
  });

  it("is corrected by its own company alone", async () => {
    const [ours, theirs] = [newId(), newId()];
    await write(asForeman(), { text: "Four framers" }, { record: ours });
    await write(asSub(), { text: "Wired" }, { company: sub.id, record: theirs });
    const refused = {
      is: "refused",
      code: "forbidden",
      why: expect.stringMatching(/another company/) as string,
    };
    expect(await write(asSub(), { text: "Nobody", corrects: ours }, { company: sub.id })).toMatchObject(
      refused,
    );
    expect(await write(asManager(), { text: "Nothing", corrects: theirs })).toMatchObject(refused);
    expect(await write(asForeman(), { text: "Five framers", corrects: ours })).toMatchObject({ is: "held" });
  });
});

it("a day that has not come can't be handed in, nor its weather be seen", async () => {
  for (const date of ["2026-11-23", "1999-12-31"]) {
    expect(await stateOf(asForeman(), "submitted", { date })).toMatchObject({
      is: "refused",
      code: "invalid",
    });
    const sets = { date, manual: { words: "Rain", tempC: null, windMs: null, rainMm: null, at: null } };
    expect(
      await send(asForeman(), { kind: "logs.weather", record: weatherId(job, date), sets }),
    ).toMatchObject({
      is: "refused",
      code: "invalid",
    });
  }
});

it("when a day was handed in is kept beside its state, and stays when it is approved", async () => {
  const record = dayId(job, DATE, account);
  await send(asForeman(), {
    kind: "logs.day",
    record,
    sets: { date: DATE, company: account, state: { is: "submitted", why: null }, handedIn: true },
  });
  const at = clock.now().epochMilliseconds;
  tick(30);
  await stateOf(asManager(), "approved");
  const { fields } = await withAccount(account, async (ctx) => (await findStoredRecord(ctx, record))!);
  expect(fields["handedIn"]!.values[0]!.at).toBe(at);
  expect(fields["state"]!.values[0]!.at).toBeGreaterThan(at);
});

it("readings of the weather come from their source alone; anybody writes down what they saw", async () => {
  const record = weatherId(job, DATE);
  const reading = { source: "nws", basis: "observed", place: "KBOI" };
  const send2 = (by: By, sets: Command["sets"]) =>
    send(by, { kind: "logs.weather", record, sets: { date: DATE, ...sets } });
  expect(await send2(asManager(), { [`readings.${"ab".repeat(32)}`]: reading })).toMatchObject({
    is: "refused",
    code: "forbidden",
  });
  expect(
    await send2(asSub(), {
      manual: { words: "Fog until ten", tempC: 4, windMs: null, rainMm: null, at: null },
    }),
  ).toMatchObject({
    is: "held",
  });
  // Guests can change their own weather observation but not someone else's; no one can change a locked day's.
  const saw = (by: By, words: string) =>
    send2(by, { manual: { words, tempC: 4, windMs: null, rainMm: null, at: null } });
  expect(await saw(asSub(), "Fog until eleven")).toMatchObject({ is: "held" });
  expect(await saw(asForeman(), "No fog at all")).toMatchObject({ is: "held" });
  expect(await saw(asSub(), "Fog")).toMatchObject({ is: "refused", code: "forbidden" });
  tick(5);
  await stateOf(asForeman(), "submitted");
  tick(5);
  const stands = { is: "refused", code: "conflict", why: expect.stringMatching(/submitted/) as string };
  expect(await saw(asForeman(), "Hail all day"), "what was handed in").toMatchObject(stands);
  const earlier = "2026-11-19";
  await send(asForeman(), {
    kind: "logs.day",
    record: dayId(job, earlier, account),
    sets: { date: earlier, company: account, state: { is: "submitted", why: null } },
  });
  const first = {
    date: earlier,
    manual: { words: "Frost", tempC: -2, windMs: null, rainMm: null, at: null },
  };
  expect(
    await send(asForeman(), { kind: "logs.weather", record: weatherId(job, earlier), sets: first }),
    "nobody saw it yet",
  ).toMatchObject({
    is: "held",
  });
  await stateOf(asManager(), "sealed");
  expect(await saw(asManager(), "Rain")).toMatchObject({
    is: "refused",
    code: "conflict",
    why: expect.stringMatching(/locked/) as string,
  });
  const command = {
    id: newId(),
    kind: "logs.weather",
    record,
    job,
    sets: { date: DATE, [`readings.${"ab".repeat(32)}`]: reading },
  };
  const { outcomes } = await withAccount(account, (ctx) =>
    applyCommands(ctx, null, [
      {
        ...command,
        replaces: {},
        capturedAt: clock.now().epochMilliseconds,
        skew: 0,
        zone: "UTC",
        media: [],
      },
    ]),
  );
  expect(outcomes).toMatchObject([{ is: "held" }]);
});

it("what a job's log is held to is for owners and managers", async () => {
  const sets = { remindAt: 17 };
  expect(await send(asForeman(), { kind: "logs.plan", record: planId(job), sets })).toMatchObject({
    is: "refused",
    code: "forbidden",
  });
  expect(await send(asManager(), { kind: "logs.plan", record: planId(newId()), sets })).toMatchObject({
    is: "refused",
    code: "invalid",
  });
  expect(await send(asManager(), { kind: "logs.plan", record: planId(job), sets })).toMatchObject({
    is: "held",
  });
});
