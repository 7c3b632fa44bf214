// Long because jobs, daily logs and what is told of them share their hands: changes as devices send them.
import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenForWebhooks } from "#faces/api/events.server.ts";
import { setApiResources } from "#faces/api/scopes.server.ts";
import type { Scope } from "#platform/api/endpoint.ts";
import { dueWebhooks, sendNext } from "#faces/api/webhooks/deliveries.server.ts";
import { publish } from "#ground/events/public.server.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { applyCommands, type Command } from "#ground/sync/public.server.ts";
import { dayId } from "#tools/logs/ids.ts";
import { logsOnServer } from "#tools/logs/tool.server.ts";
import { weatherId } from "#trade/weather/ids.ts";
import { defineWeather } from "#trade/weather/kinds.server.ts";
import { weatherTasks } from "#trade/weather/tasks.server.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { listenForClients } from "#trade/jobs/listeners.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Membership, type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { useOutside } from "#platform/outside/outside.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { keyFor } from "../testing/api.ts";
import { startReceiver } from "../testing/receiver.ts";
import { askByDocument as ask } from "../testing/api-document.ts";
import { openBusiness } from "../testing/business.ts";

// Jobs and daily logs as other programs read them by the API, and get them from webhooks.

const FRIDAY = "2026-11-20T17:00:00Z";
const DATE = "2026-11-20";
const clock = testClock(FRIDAY);
let test: TestDatabase;
let queue: TaskQueue;
let shop: Awaited<ReturnType<typeof openBusiness>>;
let key: string;
let sub: Person;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  await ensureSealingKey();
  queue = await startTaskQueue({ tasks: weatherTasks, work: false, log: createLog("error") });
  defineJobs();
  defineWeather();
  logsOnServer.defineKinds();
  setApiResources([logsOnServer.api!]);
  listenForWebhooks();
  listenForClients();
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
});
beforeEach(async () => {
  clock.set(FRIDAY);
  shop = await openBusiness();
  key = await keyFor(shop);
  sub = { id: newId(), email: `${newId()}@guest.test`, emailVerified: true };
});

const OWNER: Membership = { role: "owner", jobId: null };
interface By {
  readonly who: Person;
  readonly as: Membership;
}
const asOwner = (): By => ({ who: shop.owner, as: OWNER });
const asGuest = (jobId: string): By => ({ who: sub, as: { role: "guest", jobId } });

type Change = Partial<Command> & Pick<Command, "kind" | "record" | "job" | "sets">;

/** Sends several changes in one request, like a device that had no signal. */
async function sendAll(changes: readonly Change[], { who, as }: By = asOwner()) {
  const commands = changes.map((change): Command => ({
    id: newId(),
    replaces: {},
    capturedAt: clock.now().epochMilliseconds,
    skew: 0,
    zone: "America/Denver",
    media: [],
    ...change,
  }));
  return (await withMember(shop.account, who, as, (ctx) => applyCommands(ctx, newId(), commands))).outcomes;
}

async function send(change: Change, by?: By) {
  clock.advance({ seconds: 1 });
  expect((await sendAll([change], by))[0]).toMatchObject({ is: "held" });
}

async function addJob(sets: Command["sets"] = {}) {
  const id = newId();
  await send({ kind: "jobs.job", record: id, job: id, sets: { name: "Miller roof", ...sets } });
  return id;
}
const changeJob = (id: string, sets: Command["sets"]) =>
  send({ kind: "jobs.job", record: id, job: id, sets });

const entryOf = (job: string, sets: Command["sets"] = {}, company = shop.account, record = newId()) => ({
  ...{ kind: "logs.entry", record, job },
  sets: { date: DATE, company, type: "work", text: "Framed the north wall", ...sets },
});
const stateOf = (
  job: string,
  is: string,
  { date = DATE, company = shop.account, why = null as string | null } = {},
) => ({
  ...{ kind: "logs.day", record: dayId(job, date, company), job },
  sets: { date, company, state: { is, why } },
});

const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id);

/** All ids of a list, page by page. @param between runs after the first page */
async function readThrough(path: string, between: () => Promise<unknown> = () => Promise.resolve()) {
  const seen: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const isFirst: boolean = cursor === "";
    const page: { body: { data: { id: string }[]; next: string | null } } = await ask(
      key,
      `${path}?limit=2${cursor && `&cursor=${cursor}`}`,
    );
    seen.push(...idsOf(page.body));
    if (isFirst) await between();
    cursor = page.body.next;
  }
  return seen;
}

const cursorOf = (...parts: readonly string[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");

async function expectRefused(path: string, wrongs: readonly string[]) {
  for (const wrong of wrongs) {
    const { body } = await ask(key, `${path}?${wrong}`);
    expect(body, wrong).toMatchObject({ status: 422, errors: [{ parameter: wrong.split("=")[0] }] });
    expect(body.errors[0].detail.length, wrong).toBeGreaterThan(10);
  }
}

describe("jobs", () => {
  it("are listed and read with what a list of jobs says of them, the last changed first", async () => {
    const leadId = await shop.captured("dana@client.test");
    const roof = await addJob({
      address: "418 Alder Street",
      position: { lat: 39.7, lon: -104.9, accuracy: null, by: "hand" },
      leadId,
      clientPhone: "+12085550101",
      status: "active",
      startsOn: "2026-11-02",
      contractCents: 1_240_000,
      zone: "America/Denver",
    });
    const porch = await addJob({ name: "Porch" });
    const told = {
      id: roof,
      name: "Miller roof",
      address: "418 Alder Street",
      latitude: 39.7,
      longitude: -104.9,
      status: "active",
      leadId,
      startsOn: "2026-11-02",
      finishesOn: null,
      contractCents: 1_240_000,
      zone: "America/Denver",
      team: [],
      changedAt: "2026-11-20T17:00:01Z",
    };
    expect((await ask(key, `/jobs/${roof}`)).body).toEqual(told);
    const list = await ask(key, "/jobs");
    expect(idsOf(list.body)).toEqual([porch, roof]);
    expect(list.body).toMatchObject({ data: [{ name: "Porch", status: "planned" }, told], next: null });
    await changeJob(roof, { status: "done" });
    expect(idsOf((await ask(key, "/jobs")).body)).toEqual([roof, porch]);
  });

  it("come page by page, none twice and none left out, while others change, come and go", async () => {
    const made: string[] = [];
    for (let one = 0; one < 7; one++) made.unshift(await addJob({ name: `Job ${one}` }));
    let late = "";
    const seen = await readThrough("/jobs", async () => {
      // A job already read, one still unread, a new one, and one that is removed.
      await changeJob(made[0]!, { status: "active" });
      await changeJob(made[5]!, { status: "paused" });
      await changeJob(made[5]!, { status: "done" });
      late = await addJob({ name: "Late" });
      await changeJob(made[6]!, { removed: true });
    });
    expect(seen).toEqual(made.slice(0, 6));
    expect(idsOf((await ask(key, "/jobs?changedSince=2026-11-20T17:00:08Z")).body)).toEqual([
      late,
      made[5],
      made[0],
    ]);
  });

  it("are filtered, and a filter that can't be is refused by its name", async () => {
    const [leadId, other] = [await shop.captured("dana@client.test"), await shop.captured("fay@client.test")];
    const theirs = await addJob({ leadId, status: "active" });
    const active = await addJob({ status: "active" });
    await addJob({ leadId, status: "done" });
    const find = async (query: string) => idsOf((await ask(key, `/jobs?${query}`)).body);
    expect(await find("status=active")).toEqual([active, theirs]);
    expect(await find(`leadId=${leadId}&status=active`)).toEqual([theirs]);
    expect(await find(`leadId=${other}`)).toEqual([]);
    // The same moment in another time zone.
    expect(await find("status=active&changedSince=2026-11-20T10:00:02-07:00")).toEqual([active]);
    await expectRefused("/jobs", [
      ...["status=begun", "status=", "leadId=dana", "changedSince=yesterday", "changedSince=2026-11-20"],
      ...["changedSince=0000-01-01T00:00:00Z", "changedSince=0001-01-01T00:00:00%2B14:00"],
      ...["limit=0", "cursor=abc", `cursor=${cursorOf("1")}`, `cursor=${cursorOf("x", "1")}`, "more=1"],
    ]);
  });

  it("that were removed, or are another business's, are not there", async () => {
    const [removed, kept] = [await addJob(), await addJob()];
    await changeJob(removed, { removed: true });
    expect(idsOf((await ask(key, "/jobs")).body)).toEqual([kept]);
    for (const id of [removed, newId(), "x", "%00"])
      expect((await ask(key, `/jobs/${id}`)).status, id).toBe(404);
    const other = await keyFor(await openBusiness());
    expect((await ask(other, `/jobs/${kept}`)).status).toBe(404);
    expect((await ask(other, "/jobs")).body.data).toEqual([]);
    await changeJob(removed, { removed: false });
    expect((await ask(key, `/jobs/${removed}`)).status).toBe(200);
  });
});

describe("daily logs", () => {
  it("are read with entries, weather and whose they are", async () => {
    const job = await addJob();
    const [crew, fixed, wrong, photo] = [newId(), newId(), newId(), "a".repeat(64)];
    await send(
      entryOf(
        job,
        { type: "crew", text: null, crew: { company: "Own", trade: "Framing", count: 3, hours: 8 } },
        undefined,
        crew,
      ),
    );
    await send(
      entryOf(
        job,
        { type: "delay", text: null, delay: { cause: "weather", hours: 2.5, critical: true } },
        undefined,
        wrong,
      ),
    );
    await send(
      entryOf(
        job,
        {
          ...{ type: "delay", text: "Rain until ten", delay: { cause: "weather", hours: 2, critical: true } },
          ...{ corrects: wrong, "tags.north-wall": true },
          [`photos.${photo}`]: { type: "image/jpeg", at: 1 },
        },
        undefined,
        fixed,
      ),
    );
    await send({
      ...{ kind: "logs.weather", record: weatherId(job, DATE), job },
      sets: { date: DATE, manual: { words: "Wet", tempC: 4, windMs: null, rainMm: 6, at: FRIDAY } },
    });
    const reading = {
      ...{ source: "nws", basis: "observed", place: "Centennial (KAPA)", words: "Rain in the morning" },
      ...{ fetchedAt: "2026-11-21T12:00:00Z", zone: "America/Denver", lat: 39.7, lon: -104.9 },
      ...{ highC: 9.5, rainMm: 6.1, url: "https://api.weather.gov/x", hours: [] },
    };
    await withAccount(shop.account, (ctx) =>
      applyCommands(ctx, null, [
        {
          ...{
            id: newId(),
            kind: "logs.weather",
            record: weatherId(job, DATE),
            job,
            replaces: {},
            media: [],
          },
          ...{ capturedAt: clock.now().epochMilliseconds, skew: 0, zone: "America/Denver" },
          sets: { date: DATE, [`readings.${photo}`]: reading },
        },
      ]),
    );
    await send(stateOf(job, "submitted"));
    await send(stateOf(job, "rejected", { why: "Where is the crew of Ray?" }));
    const id = dayId(job, DATE, shop.account);
    const told = await ask(key, `/logs/${id}`);
    const day = {
      ...{ id, jobId: job, date: DATE, state: "rejected", why: "Where is the crew of Ray?" },
      company: { id: shop.account, name: "Summit Deck", isGuest: false },
      stateAt: clock.now().toString(),
    };
    const none = {
      people: null,
      hours: null,
      hoursLost: null,
      tags: [],
      photos: 0,
      approved: null,
      corrects: null,
    };
    const written = { text: "", author: shop.owner.id };
    expect(told.body).toEqual({
      ...day,
      entries: [
        {
          ...none,
          ...written,
          id: crew,
          type: "crew",
          title: expect.stringContaining("Framing"),
          people: 3,
          hours: 24,
          counts: true,
          writtenAt: "2026-11-20T17:00:02Z",
        },
        {
          ...none,
          ...written,
          id: wrong,
          type: "delay",
          title: expect.any(String),
          hoursLost: 2.5,
          counts: false,
          writtenAt: "2026-11-20T17:00:03Z",
        },
        {
          ...none,
          ...written,
          id: fixed,
          type: "delay",
          title: expect.any(String),
          text: "Rain until ten",
          hoursLost: 2,
          corrects: wrong,
          tags: ["north wall"],
          photos: 1,
          counts: true,
          writtenAt: "2026-11-20T17:00:04Z",
        },
      ],
      weather: {
        reading: {
          ...{ source: "nws", basis: "observed", modelled: [], place: "Centennial (KAPA)" },
          ...{ words: "Rain in the morning", highC: 9.5, lowC: null, rainMm: 6.1, snowCm: null },
          ...{ windMs: null, gustMs: null, asOf: null },
        },
        seen: { words: "Wet", tempC: 4, windMs: null, rainMm: 6, at: FRIDAY },
      },
    });
    expect((await ask(key, "/logs")).body).toEqual({ data: [day], next: null });
  });

  it("of a guest bear their firm's name, and say what was approved", async () => {
    const job = await addJob();
    const [first, second] = [newId(), newId()];
    const id = dayId(job, DATE, sub.id);
    await send(entryOf(job, { text: "Pulled wire" }, sub.id, first), asGuest(job));
    await send(entryOf(job, { text: "Tea" }, sub.id, second), asGuest(job));
    expect((await ask(key, `/logs/${id}`)).body).toMatchObject({
      ...{ state: "draft", stateAt: null, weather: null },
      company: { id: sub.id, name: null, isGuest: true },
    });
    const gone = newId();
    await send(entryOf(job, {}, sub.id, gone), asGuest(job));
    await send({ kind: "logs.entry", record: gone, job, sets: { removed: true } }, asGuest(job));
    const firm = { date: DATE, company: sub.id, companyName: "Ray’s Electric" };
    await send({ kind: "logs.day", record: id, job, sets: firm }, asGuest(job));
    await send(stateOf(job, "submitted", { company: sub.id }), asGuest(job));
    for (const [record, approved] of [
      [first, true],
      [second, false],
    ] as const)
      await send({ kind: "logs.entry", record, job, sets: { approved } });
    expect((await ask(key, `/logs/${id}`)).body).toMatchObject({
      ...{ state: "submitted", company: { name: "Ray’s Electric", isGuest: true } },
      entries: [
        { id: first, approved: true, counts: true, author: sub.id },
        { id: second, approved: false, counts: false },
      ],
    });
  });

  it("come page by page, none twice and none left out, while others are written and change", async () => {
    const job = await addJob();
    const dates = ["2026-11-19", "2026-11-18", "2026-11-17", "2026-11-16", "2026-11-15"];
    for (const date of dates) await send(entryOf(job, { date }));
    // Entries of one date, from two companies.
    await send(entryOf(job, { date: "2026-11-18" }, sub.id), asGuest(job));
    const ids = dates.map((date) => dayId(job, date, shop.account));
    ids.push(dayId(job, "2026-11-18", sub.id));
    const seen = await readThrough("/logs", async () => {
      await send(entryOf(job));
      await send(stateOf(job, "submitted", { date: "2026-11-19" }));
      await send(stateOf(job, "submitted", { date: "2026-11-16" }));
      await send(entryOf(job, { date: "2026-11-15" }));
    });
    expect(seen).toHaveLength(6);
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  it("are filtered, and a filter that can't be is refused by its name", async () => {
    const [job, other] = [await addJob(), await addJob()];
    const days = ["2026-11-18", "2026-11-19", DATE].map((date) => dayId(job, date, shop.account));
    for (const date of ["2026-11-18", "2026-11-19", DATE]) await send(entryOf(job, { date }));
    await send(entryOf(other));
    await send(stateOf(job, "submitted", { date: "2026-11-18" }));
    const find = async (query: string) => idsOf((await ask(key, `/logs?${query}`)).body);
    expect(await find(`jobId=${job}`)).toEqual(days.toReversed());
    expect(await find(`jobId=${job}&from=2026-11-19`)).toEqual([days[2], days[1]]);
    expect(await find("to=2026-11-19")).toEqual([days[1], days[0]]);
    expect(await find("from=2026-11-19&to=2026-11-19")).toEqual([days[1]]);
    expect(await find("state=submitted")).toEqual([days[0]]);
    expect(await find(`state=draft&jobId=${other}`)).toEqual([dayId(other, DATE, shop.account)]);
    expect(await find(`jobId=${newId()}`)).toEqual([]);
    await expectRefused("/logs", [
      ...["state=open", "jobId=x", "from=yesterday", "from=2026-02-30", "to=2026-11", "from=0000-01-01"],
      ...["from=2026-11-20&to=2026-11-19", "limit=101", "cursor=abc", "type=work"],
      ...[`cursor=${cursorOf("2026-02-30", newId())}`, `cursor=${cursorOf("0000-01-01", newId())}`],
      ...[`cursor=${cursorOf(DATE, "x")}`, `cursor=${cursorOf(DATE)}`],
    ]);
  });

  it("that nobody wrote in, or of another business, are not there", async () => {
    const job = await addJob();
    const record = newId();
    await send(entryOf(job, {}, undefined, record));
    const id = dayId(job, DATE, shop.account);
    const other = await keyFor(await openBusiness());
    expect((await ask(key, `/logs/${id}`)).status).toBe(200);
    expect((await ask(other, `/logs/${id}`)).status).toBe(404);
    expect((await ask(other, "/logs")).body.data).toEqual([]);
    for (const nothing of [newId(), "x"]) expect((await ask(key, `/logs/${nothing}`)).status).toBe(404);
    await send({ kind: "logs.entry", record, job, sets: { removed: true } });
    expect((await ask(key, `/logs/${id}`)).status).toBe(404);
    expect((await ask(key, "/logs")).body.data).toEqual([]);
  });
});

const toldOf = async (type = "", token = key) =>
  (await ask(token, `/events${type && `?type=${type}`}`)).body.data as {
    type: string;
    data: Record<string, unknown>;
  }[];

describe("what happens to jobs and daily logs", () => {
  it("is told once: a new job, another status, and a day submitted, approved and sealed", async () => {
    const job = await addJob();
    await changeJob(job, { status: "active" });
    await changeJob(job, { status: "active", name: "Miller roof and porch" });
    await send(entryOf(job));
    for (const is of ["submitted", "approved", "sealed"]) await send(stateOf(job, is));
    const of = { leadId: null, lead: null, jobId: job };
    const log = { ...of, logId: dayId(job, DATE, shop.account), date: DATE, companyId: shop.account };
    expect((await toldOf()).map(({ type, data }) => [type, data])).toEqual([
      ["job.added", { ...of, status: "planned" }],
      ["job.changed", { ...of, status: "active" }],
      ["log.submitted", { ...log, state: "submitted" }],
      ["log.approved", { ...log, state: "approved" }],
      ["log.sealed", { ...log, state: "sealed" }],
    ]);
    expect(await toldOf("log.approved")).toHaveLength(1);
  });

  it("is told of documents that were sent, without who did it", async () => {
    const paper = { paperId: newId(), kind: "report", thingId: newId(), version: 1, recipientId: newId() };
    const types = ["paper.viewed", "paper.asked", "paper.declined", "paper.approved"] as const;
    for (const type of types)
      await withAccount(shop.account, (ctx) =>
        publish(ctx, {
          type,
          ...paper,
          jobId: null,
          leadId: newId(),
          name: "Dana Ruiz",
          words: "Yes",
          details: null,
        }),
      );
    for (const type of types)
      expect((await toldOf(type)).map(({ data }) => data)).toEqual([
        { leadId: null, lead: null, paperId: paper.paperId, paper: "report" },
      ]);
  });

  it("is told of what was taken alone, each by itself in what a device sends at once", async () => {
    const [job, other] = [newId(), newId()];
    const made = (id: string, name: string) => ({ kind: "jobs.job", record: id, job: id, sets: { name } });
    const outcomes = await sendAll([
      made(job, "Roof"),
      made(other, ""),
      entryOf(job),
      stateOf(job, "submitted"),
      stateOf(job, "submitted", { date: "2030-01-01" }),
    ]);
    expect(outcomes.map(({ is }) => is)).toEqual(["held", "refused", "held", "held", "refused"]);
    const told = (await toldOf()).map(({ type, data }) => [type, data["jobId"], data["date"]]);
    // Both happened at the same moment, so their order is arbitrary.
    expect(told).toHaveLength(2);
    expect(told).toEqual(
      expect.arrayContaining([
        ["job.added", job, undefined],
        ["log.submitted", job, DATE],
      ]),
    );
  });

  it("is listed and sent to keys alone that may read it; a key from before gains nothing", async () => {
    const job = await addJob();
    await send(stateOf(job, "submitted"));
    const before: Scope[] = [
      ...(["leads:read", "leads:write", "follow-up:read", "follow-up:write"] as const),
      ...(["sequences:write", "events:read", "webhooks:write"] as const),
    ];
    const old = await keyFor(shop, before);
    expect((await ask(old, "/key")).body.scopes).toEqual(before);
    const scopes = { jobs: "jobs:read", logs: "logs:read" } as const;
    for (const [list, scope] of Object.entries(scopes))
      for (const path of [`/${list}`, `/${list}/${job}`]) {
        const refused = await ask(old, path);
        expect([refused.status, refused.headers.get("www-authenticate")], path).toEqual([
          403,
          expect.stringContaining(`scope="${scope}"`),
        ]);
      }
    await shop.captured("dana@client.test");
    expect((await toldOf("", old)).map(({ type }) => type)).toEqual(["lead.captured"]);
    expect((await ask(old, "/events?type=job.added")).status).toBe(403);
    const jobsOnly = await keyFor(shop, ["events:read", "jobs:read", "webhooks:write"]);
    expect((await toldOf("", jobsOnly)).map(({ type }) => type)).toEqual(["job.added", "lead.captured"]);
    expect((await ask(jobsOnly, "/logs")).status).toBe(403);
    const hook = (events: string[]) =>
      ask(jobsOnly, "/webhooks", { body: { url: "https://a.example/hook", events } });
    expect((await hook(["job.added", "log.sealed"])).status).toBe(403);
    expect((await hook(["job.added", "job.changed"])).status).toBe(201);
  });

  it("says nothing of a person, so nothing is left of one who is erased", async () => {
    const leadId = await shop.captured("dana@client.test", "Dana Ruiz");
    const job = await addJob({ name: "Dana Ruiz", address: "418 Alder Street", leadId, clientName: "Dana" });
    await changeJob(job, { status: "done" });
    await withAccount(shop.account, (ctx) =>
      publish(ctx, {
        type: "lead.erased",
        leadId,
        email: "dana@client.test",
        name: "Dana Ruiz",
        isTheirs: true,
      }),
    );
    expect((await ask(key, `/jobs/${job}`)).body).toMatchObject({ leadId: null });
    const { rows } = await withAccount(shop.account, (ctx) => ctx.db.execute(sql`select * from api_events`));
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(["job.added", "job.changed"]));
    const text = JSON.stringify(rows);
    for (const word of [leadId, "Dana", "Ruiz", "Alder"]) expect(text).not.toContain(word);
  });

  it("is kept for nobody where there is no key and no webhook", async () => {
    shop = await openBusiness();
    const job = await addJob();
    await send(stateOf(job, "submitted", { company: sub.id }), asGuest(job));
    const { rowCount } = await withAccount(shop.account, (ctx) =>
      ctx.db.execute(sql`select from api_events`),
    );
    expect(rowCount).toBe(0);
  });
});

describe("a guest's submission", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => void (receiver = await startReceiver()));
  beforeEach(() => useOutside({ mayReachPrivate: true, twilioUrl: "", dnsServers: [] }));
  afterEach(() => useOutside({ mayReachPrivate: false, twilioUrl: "", dnsServers: [] }));
  afterAll(() => receiver.close());

  it("is listed, and a webhook is told of it, signed", async () => {
    const job = await addJob();
    const { url, received } = receiver;
    const { body: hook } = await ask(key, "/webhooks", {
      body: { url, events: ["log.submitted"] },
    });
    const sent = [entryOf(job, {}, sub.id), stateOf(job, "submitted", { company: sub.id })];
    expect((await sendAll(sent, asGuest(job))).map(({ is }) => is)).toEqual(["held", "held"]);
    const data = {
      ...{ leadId: null, lead: null, jobId: job, date: DATE, companyId: sub.id, state: "submitted" },
      logId: dayId(job, DATE, sub.id),
    };
    expect(await toldOf("log.submitted")).toMatchObject([{ data }]);
    for (const due of await dueWebhooks(100)) if (due.accountId === shop.account) await sendNext(due);
    expect(received).toHaveLength(1);
    const [{ body, signature }] = received as [(typeof received)[0]];
    const t = /t=(\d+)/.exec(signature)![1]!;
    expect(signature).toBe(
      `t=${t},v1=${createHmac("sha256", hook.secret as string)
        .update(`${t}.${body}`)
        .digest("hex")}`,
    );
    expect(JSON.parse(body)).toMatchObject({ type: "log.submitted", data });
  });

  it("is all that their rights write: no other event, no other job's, no other company's", async () => {
    const [job, other] = [await addJob(), await addJob()];
    const details = { logId: newId(), jobId: job, date: DATE, companyId: sub.id, state: "submitted" };
    const keep = (type: string, said: object, by: By) =>
      withMember(shop.account, by.who, by.as, (ctx) =>
        ctx.db.execute(
          sql`select api_keep_for_guest(array[${newId()}]::uuid[], array[${type}]::text[], array[${JSON.stringify(said)}]::jsonb[], ${FRIDAY}::timestamptz)`,
        ),
      );
    const refused = { cause: { code: "42501" } };
    const guest = asGuest(job);
    await expect(keep("log.sealed", details, guest)).rejects.toMatchObject(refused);
    await expect(keep("log.submitted", { ...details, jobId: other }, guest)).rejects.toMatchObject(refused);
    await expect(keep("log.submitted", { ...details, companyId: shop.account }, guest)).rejects.toMatchObject(
      refused,
    );
    await expect(keep("log.submitted", { ...details, email: "a@b.test" }, guest)).rejects.toMatchObject(
      refused,
    );
    await expect(keep("log.submitted", { ...details, jobId: null }, guest)).rejects.toMatchObject(refused);
    await expect(
      keep("log.submitted", details, { who: sub, as: { role: "member", jobId: null } }),
    ).rejects.toMatchObject(refused);
    expect(await toldOf("log.submitted")).toEqual([]);
    await keep("log.submitted", details, guest);
    expect(await toldOf("log.submitted")).toHaveLength(1);
    // Row security still shows the guest nothing.
    const { rowCount } = await withMember(shop.account, sub, guest.as, (ctx) =>
      ctx.db.execute(sql`select from api_events union all select from api_keys`),
    );
    expect(rowCount).toBe(0);
  });
});
