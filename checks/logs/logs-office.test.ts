// Long because every list of the office is told against what devices wrote, with one way to write it.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { somebody } from "#ground/businesses/testing/people.ts";
import { ensureSealingKey } from "#ground/evidence/public.server.ts";
import { listJobs } from "#trade/jobs/public.server.ts";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { type Command, findStoredRecord, shownFields, applyCommands } from "#ground/sync/public.server.ts";
import { listItems, searchItems } from "#ground/worklist/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  type Membership,
  type Person,
  withAccount,
  withMember,
  withSystem,
} from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { formerAuthors, setAuthorLists } from "#faces/field/former-people.server.ts";
import { authorsOf } from "#tools/logs/list-items.server.ts";
import { type Filters, filtersOf } from "#tools/logs/office/filters.ts";
import {
  ENTRY_SEARCH,
  companiesIn,
  loggedSpans,
  listDays,
  loggedBetween,
  weathersOf,
} from "#tools/logs/office/find.server.ts";
import { dayId } from "#tools/logs/ids.ts";
import { planId, weatherId } from "#trade/weather/ids.ts";
import { defineWeather } from "#trade/weather/kinds.server.ts";
import { reviewDay } from "#tools/logs/office/approve.server.ts";
import { defineLogs } from "#tools/logs/kinds.server.ts";
import { loadOfficeData, officeDays, officeFound } from "#tools/logs/office/office.server.ts";
import { dayOf } from "#tools/logs/rules.ts";
import { planFields } from "#trade/weather/plan/plan-fields.ts";
import { savePlanVersion, planOfJob, savePlan } from "#trade/weather/plan/save-plan.server.ts";
import { lastLoggedJob, weatherOffice } from "#tools/logs/claim/weather-office.server.ts";
import { requestWeather } from "#trade/weather/request.server.ts";
import { weatherTasks } from "#trade/weather/tasks.server.ts";
import { planOf } from "#trade/weather/plan/plan-rules.ts";
import { weatherOf } from "#trade/weather/rules.ts";

// The office's view of device records, in a real database under its row security.

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
  setAuthorLists([authorsOf]);
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
beforeEach(async () => {
  clock.set(FRIDAY);
  [account, job] = [newId(), newId()];
  [foreman, manager, sub] = [await somebody(`ramirez.${newId()}@logs.test`), await somebody(), person()];
  await withAccount(account, (ctx) =>
    ctx.db.execute(sql`insert into businesses_accounts (account_id, created_at) values (${account}, now())`),
  );
  for (const [{ id }, role] of [
    [foreman, "member"],
    [manager, "manager"],
  ] as const)
    await withAccount(account, (ctx) =>
      ctx.db.execute(
        sql`insert into businesses_members (account_id, user_id, role, created_at) values (${account}, ${id}, ${role}, now())`,
      ),
    );
});

const inOffice = <T>(work: (ctx: AccountContext) => Promise<T>) => withMember(account, manager, boss, work);

async function send(
  who: Person,
  as: Membership,
  over: Partial<Command> & Pick<Command, "kind" | "record" | "sets">,
) {
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
  expect(outcomes[0]).toEqual({ id: command.id, is: "held" });
  return command;
}
async function write(
  sets: Command["sets"],
  { who = foreman, as = member, company = account, date = DATE, record = newId() } = {},
) {
  await send(who, as, { kind: "logs.entry", record, sets: { date, company, type: "work", ...sets } });
  return record;
}
const submit = (date = DATE) =>
  send(foreman, member, {
    kind: "logs.day",
    record: dayId(job, date, account),
    sets: { date, company: account, state: { is: "submitted", why: null } },
  });
const weather = (words: string, date = DATE) =>
  withAccount(account, (ctx) =>
    applyCommands(ctx, null, [
      {
        id: newId(),
        kind: "logs.weather",
        record: weatherId(job, date),
        job,
        sets: {
          date,
          [`readings.${"a".repeat(64)}`]: {
            source: "nws",
            basis: "observed",
            words,
            fetchedAt: FRIDAY,
            hours: [{ at: FRIDAY, tempC: 3 }],
          },
        },
        replaces: {},
        capturedAt: clock.now().epochMilliseconds,
        skew: 0,
        zone: "UTC",
        media: [],
      } satisfies Command,
    ]),
  );
const asking = (words: string, over: Partial<Filters> = {}) => ({
  ...filtersOf(new URLSearchParams({ q: words })),
  ...over,
});
const found = async (words: string, over: Partial<Filters> = {}) =>
  (await inOffice((ctx) => searchItems(ctx, ENTRY_SEARCH, asking(words, over), 50))).map(({ id }) => id);

describe("a search", () => {
  it("finds what was written, by the beginning of a word and by its stem", async () => {
    const poured = await write({ text: "Poured the footings at the north wall" });
    const other = await write({ text: "Stripped forms" });
    for (const words of ["pouring", "foot", "north footings", "POURED"])
      expect(await found(words), words).toEqual([poured]);
    expect(await found("forms")).toEqual([other]);
    expect(await found("north forms")).toEqual([]);
    expect(await found("the")).toEqual([poured]);
  });

  it("finds words without their accents and apostrophes, in any order, and people so too", async () => {
    const crew = await write({
      type: "crew",
      crew: { company: "O’Brien Masonry", trade: "Brick", count: 2, hours: 8 },
    });
    const wall = await write({ text: "Muñoz's wall: café façade, d'Água pump" });
    for (const words of ["obrien", "o'brien", "O’BRIEN", "brien", "brick obrien"])
      expect(await found(words), words).toEqual([crew]);
    for (const words of ["munoz", "MUÑOZ wall", "munoz's", "facade cafe", "café", "agua", "dagua", "munozs"])
      expect(await found(words), words).toEqual([wall]);
    expect(await found("ramírez obrien")).toEqual([crew]);
  });

  it("finds crews, deliveries, delays, tags and captions", async () => {
    const crew = await write({
      type: "crew",
      crew: { company: "Hill Brothers", trade: "Framing", count: 4, hours: 8 },
    });
    const came = await write({
      type: "delivery",
      item: { what: "Concrete", from: "Ready Mix", count: 12, unit: "yd" },
    });
    const late = await write({ type: "delay", delay: { cause: "utilities", hours: 2, critical: true } });
    const tagged = await write({ text: "x", "tags.east-gable": true });
    const sha = "ab".repeat(32);
    const shot = await write({
      [`photos.${sha}`]: { type: "image/jpeg", at: 1 },
      [`captions.${sha}`]: "Flashing under siding",
    });
    for (const [words, id] of [
      ["hill framing", crew],
      ["ready concrete", came],
      ["power critical", late],
      ["gable", tagged],
      ["flashing", shot],
    ] as const)
      expect(await found(words), words).toEqual([id]);
  });

  it("finds who wrote it, and what the weather was, together with words", async () => {
    await weather("Rain in the morning");
    const mine = await write({ text: "Set trusses" });
    const theirs = await write({ text: "Set trusses" }, { who: manager, as: boss });
    const dry = await write({ text: "Set trusses" }, { date: "2026-11-19" });
    expect(await found("ramirez trusses rain")).toEqual([mine]);
    expect((await found("rain")).toSorted()).toEqual([mine, theirs].toSorted());
    expect(await found("ramirez")).toEqual([mine, dry]);
    // The word may also be in the entry's text.
    const said = await write({ text: "No rain today, roof dried in" }, { date: "2026-11-18" });
    expect(await found("rain roof")).toEqual([said]);
  });

  it("finds people by the name that they gave, also once they are gone, and shows it", async () => {
    await withSystem((ctx) =>
      ctx.db.execute(sql`update identity_users set name = 'Luis Ortega' where id = ${foreman.id}`),
    );
    const mine = await write({ text: "Set trusses" });
    const shown = async () =>
      (await inOffice(async (ctx) => officeFound(await loadOfficeData(ctx), asking("ortega")))).entries;
    const days = async () =>
      (await inOffice(async (ctx) => officeDays(await loadOfficeData(ctx), asking(""), null))).days;
    expect(await shown()).toMatchObject([{ id: mine, by: "Luis Ortega" }]);
    expect(await inOffice(formerAuthors)).toEqual([]);
    await withAccount(account, (ctx) =>
      ctx.db.execute(sql`delete from businesses_members where user_id = ${foreman.id}`),
    );
    expect(await shown()).toMatchObject([{ id: mine, by: "Luis Ortega" }]);
    expect(await days()).toMatchObject([{ writers: ["Luis Ortega"] }]);
    expect(await inOffice(formerAuthors)).toEqual([{ id: foreman.id, name: "Luis Ortega" }]);
    expect(await found("ramirez luis"), "by their address too").toEqual([mine]);
    expect(await found("logs"), "what stands behind the @ is nobody’s name").toEqual([]);
  });

  it("keeps to job, days and kind", async () => {
    const old = await write({ text: "Dug trench" }, { date: "2026-11-10" });
    const now = await write({ text: "Dug trench", type: "note" });
    expect(await found("trench", { from: "2026-11-15" })).toEqual([now]);
    expect(await found("trench", { to: "2026-11-15" })).toEqual([old]);
    expect(await found("trench", { type: "note" })).toEqual([now]);
    expect(await found("trench", { job: newId() })).toEqual([]);
  });

  it("follows what is changed and taken away", async () => {
    const record = await write({ text: "Hung drywall" });
    await send(foreman, member, { kind: "logs.entry", record, sets: { text: "Taped drywall" } });
    // The second change hadn't seen the first, so both values are stored as a conflict; the later one is
    // shown and found.
    expect(await found("taped")).toEqual([record]);
    expect(await found("hung")).toEqual([]);
    await send(foreman, member, { kind: "logs.entry", record, sets: { removed: true } });
    expect(await found("taped")).toEqual([]);
    await send(foreman, member, { kind: "logs.entry", record, sets: { removed: false } });
    expect(await found("taped")).toHaveLength(1);
  });

  it("finds nothing of another account, and nothing for a guest", async () => {
    await write({ text: "Secret trench" });
    const seen = (as: Membership) =>
      withMember(account, sub, as, (ctx) => searchItems(ctx, ENTRY_SEARCH, asking("trench"), 50));
    expect(await seen(member)).toHaveLength(1);
    expect(await seen(guest())).toEqual([]);
    expect(await seen({ role: "guest", jobId: newId() })).toEqual([]);
    expect(
      await withMember(newId(), foreman, boss, (ctx) => searchItems(ctx, ENTRY_SEARCH, asking("trench"), 50)),
    ).toEqual([]);
  });

  it("takes whatever is typed", async () => {
    await write({ text: "O’Brien's 50% done: a & b | !c (d) <-> \\ 'e'" });
    for (const words of [
      "' or 1=1 --",
      "a & b",
      "!c",
      "(d",
      "\\",
      "%",
      "'e'",
      ":*",
      "50% d",
      "\u{1F477}",
      "x".repeat(100),
    ])
      await expect(found(words), words).resolves.toBeInstanceOf(Array);
    expect(await found("o'brien 50%")).toHaveLength(1);
  });
});

describe("lists", () => {
  it("have a day as soon as anybody writes of it, the newest first, page by page", async () => {
    for (const date of ["2026-11-18", "2026-11-20", "2026-11-19"]) await write({ text: "x" }, { date });
    await write({ text: "y" }, { who: sub, as: guest(), company: sub.id });
    const filters = filtersOf(new URLSearchParams());
    const all = await inOffice((ctx) => listDays(ctx, filters, null, 10));
    expect(all.map(({ date }) => date)).toEqual(["2026-11-20", "2026-11-20", "2026-11-19", "2026-11-18"]);
    const pages: string[] = [];
    for (let after = null as { date: string; id: string } | null; ;) {
      const [row] = await inOffice((ctx) => listDays(ctx, filters, after, 1));
      if (!row) break;
      pages.push(row.id);
      after = row;
    }
    expect(pages).toEqual(all.map(({ id }) => id));
    expect(await inOffice((ctx) => listDays(ctx, { ...filters, type: "delay" }, null, 10))).toEqual([]);
    expect(await inOffice((ctx) => loggedBetween(ctx, "2026-11-19", "2026-11-20"))).toHaveLength(3);
  });

  it("of what weather cost begin with the job that was logged last", async () => {
    await send(foreman, member, { kind: "jobs.job", record: job, sets: { name: "Alder Street roof" } });
    const newer = newId();
    await send(foreman, member, {
      kind: "jobs.job",
      record: newer,
      job: newer,
      sets: { name: "Lake View deck" },
    });
    const chosen = () => inOffice(async (ctx) => (await lastLoggedJob(await loadOfficeData(ctx)))?.jobId);
    const [first] = await inOffice((ctx) => listJobs(ctx, "", 10));
    expect(await chosen(), "the first of the list while nothing is logged").toBe(first!.jobId);
    await write({ text: "Underlayment on the north slope" });
    expect(await chosen()).toBe(job);
    const date = "2026-11-21";
    await send(foreman, member, {
      kind: "logs.entry",
      record: newId(),
      job: newer,
      sets: { date, company: account, type: "work", text: "Footings" },
    });
    expect(await chosen()).toBe(newer);
  });

  it("give a download every entry once, however long it is", async () => {
    const written = new Set<string>();
    for (let count = 0; count < 7; count++)
      written.add(await write({ text: `n ${count}` }, { date: count % 2 ? DATE : "2026-11-19" }));
    const read: string[] = [];
    for (let after = null as { date: string; id: string } | null; ;) {
      const page = await inOffice((ctx) => listItems(ctx, "logs.entry", asking(""), after, 3));
      read.push(...page.map(({ id }) => id));
      if (page.length < 3) break;
      after = page.at(-1)!;
    }
    expect(new Set(read)).toEqual(written);
    expect(read).toHaveLength(7);
  });
});

describe("a guest", () => {
  const theirs = () => ({ who: sub, as: guest(), company: sub.id });
  const name = (companyName: string, date = DATE) =>
    send(sub, guest(), {
      kind: "logs.day",
      record: dayId(job, date, sub.id),
      sets: { date, company: sub.id, companyName },
    });
  const days = (from: Partial<Filters> = {}) =>
    inOffice(
      async (ctx) =>
        (await officeDays(await loadOfficeData(ctx), { ...filtersOf(new URLSearchParams()), ...from }, null))
          .days,
    );

  it("is called by their firm wherever their entries are, on days before and after they said it", async () => {
    await write({ text: "Boxes are in" }, { ...theirs(), date: "2026-11-17" });
    await name("Ray’s Electric", "2026-11-18");
    await write({ text: "Wires are in" }, { ...theirs(), date: "2026-11-19" });
    await write({ text: "Framed" });
    expect((await days()).map(({ iso, company }) => [iso, company])).toEqual([
      ["2026-11-20", null],
      ["2026-11-19", "Ray’s Electric (guest)"],
      ["2026-11-17", "Ray’s Electric (guest)"],
    ]);
    const { entries } = await inOffice(async (ctx) =>
      officeFound(await loadOfficeData(ctx), asking("boxes")),
    );
    expect(entries).toMatchObject([{ company: "Ray’s Electric (guest)" }]);
    const firm = await inOffice((ctx) => companiesIn(ctx, [{ jobId: newId(), company: sub.id }]));
    expect(firm({ jobId: job, company: sub.id, date: DATE }), "of another job").toBeNull();
    expect(await found("electric"), "their firm is a word that finds it").toHaveLength(2);
  });

  it("who said for whom they write, and nothing else, has no day in any list, nor has one whose entries were taken away", async () => {
    await name("Ray’s Electric");
    const record = await write({ text: "Wrong job" }, { date: "2026-11-19" });
    const logged = () => inOffice((ctx) => loggedBetween(ctx, "2026-11-01", "2026-11-30"));
    expect((await days()).map(({ iso }) => iso)).toEqual(["2026-11-19"]);
    await send(foreman, member, { kind: "logs.entry", record, sets: { removed: true } });
    expect([await days(), await logged(), [...(await inOffice(loggedSpans)).keys()]]).toEqual([[], [], []]);
    await write({ text: "Wires are in" }, theirs());
    expect(await logged()).toEqual([{ job, date: DATE, waits: false }]);
  });

  it("and the business each have a way to a report of their day", async () => {
    await write({ text: "Wires are in" }, theirs());
    await write({ text: "Framed" }, { date: "2026-11-19" });
    const way = `/account/reports/new?job=${job}&shape=log`;
    expect((await days()).map(({ report }) => report)).toEqual([
      `${way}&from=${DATE}&to=${DATE}&company=${sub.id}`,
      `${way}&from=2026-11-19&to=2026-11-19`,
    ]);
  });
});

it("the weather beside a day is of where its job is now, also when that changes", async () => {
  const place = (lat: number | null) =>
    send(manager, boss, {
      kind: "jobs.job",
      record: job,
      sets: {
        name: "Miller",
        position: lat === null ? null : { lat, lon: -116.2, accuracy: 8, by: "phone" },
      },
    });
  const read = (hash: string, words: string, lat: number, fetchedAt: string) =>
    withAccount(account, (ctx) =>
      applyCommands(ctx, null, [
        {
          ...{
            id: newId(),
            kind: "logs.weather",
            record: weatherId(job, DATE),
            job,
            replaces: {},
            skew: 0,
            zone: "UTC",
            media: [],
          },
          sets: {
            date: DATE,
            [`readings.${hash.repeat(64)}`]: {
              source: "nws",
              basis: "observed",
              words,
              lat,
              lon: -116.2,
              fetchedAt,
            },
          },
          capturedAt: clock.now().epochMilliseconds,
        } satisfies Command,
      ]),
    );
  const shown = async () => {
    const said = (await inOffice((ctx) => weathersOf(ctx, [weatherId(job, DATE)]))).get(weatherId(job, DATE));
    return weatherOf(said!).readings.map(({ words }) => words);
  };
  const entry = await write({ text: "Framed" });
  await read("a", "Snow", 40, "2026-11-20T15:00:00Z");
  await place(43.6);
  await read("b", "Fog", 43.6, "2026-11-20T13:00:00Z");
  expect(await shown(), "the newest is of another place").toEqual(["Fog"]);
  expect(await found("snow")).toEqual([]);
  await place(40);
  expect(await shown()).toEqual(["Snow"]);
  expect(await found("snow")).toEqual([entry]);
  await place(43.6);
  await read("c", "Rain", 43.6, "2026-11-20T14:00:00Z");
  expect(await shown()).toEqual(["Rain"]);
  await place(null);
  expect(await shown(), "nobody says where it is: the newest of all").toEqual(["Snow"]);
});

describe("a day that was handed in", () => {
  const stateNow = async () =>
    dayOf(
      shownFields(
        (await withAccount(account, (ctx) => findStoredRecord(ctx, dayId(job, DATE, account))))!.fields,
      ),
    );

  it("is approved with one press, in the name of who pressed, and once", async () => {
    await write({ text: "Done" });
    await submit();
    for (let press = 0; press < 2; press++)
      await inOffice((ctx) => reviewDay(ctx, dayId(job, DATE, account), "approved", ""));
    expect(await stateNow()).toMatchObject({ state: "approved", why: null });
    const [row] = await inOffice((ctx) => listDays(ctx, filtersOf(new URLSearchParams()), null, 1));
    expect(row).toMatchObject({ state: "approved", stateBy: manager.id });
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute<{ author_id: string }>(
        sql`select author_id from sync_commands where record_id = ${dayId(job, DATE, account)} order by number`,
      ),
    );
    expect(rows.map(({ author_id }) => author_id)).toEqual([foreman.id, manager.id]);
  });

  it("of a guest is approved with all that waits in it, and no more", async () => {
    const theirs = { who: sub, as: guest(), company: sub.id };
    const [first, second, declined, other] = [
      await write({ text: "Wired" }, theirs),
      await write({ text: "Boxed" }, theirs),
      await write({ text: "Joked" }, theirs),
      await write({ text: "Elsewhere" }, { ...theirs, date: "2026-11-19" }),
    ];
    await send(manager, boss, { kind: "logs.entry", record: declined, sets: { approved: false } });
    const record = dayId(job, DATE, sub.id);
    await send(sub, guest(), {
      kind: "logs.day",
      record,
      sets: { date: DATE, company: sub.id, state: { is: "submitted", why: null } },
    });
    for (let press = 0; press < 2; press++) await inOffice((ctx) => reviewDay(ctx, record, "approved", ""));
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute<{ id: string; approved: boolean | null }>(
        sql`select id, approved from logs_entries where company = ${sub.id}`,
      ),
    );
    expect(new Map(rows.map(({ id, approved }) => [id, approved]))).toEqual(
      new Map([
        [first, true],
        [second, true],
        [declined, false],
        [other, null],
      ]),
    );
  });

  it("is late by when it was handed in, not by when somebody approved it", async () => {
    const at = (time: string) => clock.set(`2026-11-20T${time}:00Z`);
    at("16:00");
    await write({ text: "Framed" });
    at("20:00");
    await send(foreman, member, {
      kind: "logs.day",
      record: dayId(job, DATE, account),
      sets: { date: DATE, company: account, state: { is: "submitted", why: null }, handedIn: true },
    });
    at("21:00");
    await write({ text: "Forgot the bracing" });
    at("22:00");
    await inOffice((ctx) => reviewDay(ctx, dayId(job, DATE, account), "approved", ""));
    const { days } = await inOffice(async (ctx) =>
      officeDays(await loadOfficeData(ctx), filtersOf(new URLSearchParams()), null),
    );
    expect(days).toMatchObject([{ entries: 2, late: 1, state: "approved" }]);
  });

  it("is approved by the clocks of its job", async () => {
    await send(manager, boss, {
      kind: "jobs.job",
      record: job,
      sets: { name: "Miller", zone: "America/Boise" },
    });
    await submit();
    await inOffice((ctx) => reviewDay(ctx, dayId(job, DATE, account), "approved", ""));
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute<{ zone: string }>(
        sql`select zone from sync_commands where record_id = ${dayId(job, DATE, account)} order by number`,
      ),
    );
    expect(rows.map(({ zone }) => zone)).toEqual(["America/Denver", "America/Boise"]);
  });

  it("says on which day it was handed in, where that was another one", async () => {
    await write({ text: "Framed" });
    await submit();
    const said = async () =>
      (await inOffice(async (ctx) => officeDays(await loadOfficeData(ctx), asking(""), null))).days[0]!.said;
    expect(await said()).toMatch(/^by [^,]+, 4:00\sPM$/);
    clock.set("2026-11-21T16:00:00Z");
    await inOffice((ctx) => reviewDay(ctx, dayId(job, DATE, account), "approved", ""));
    expect(await said()).toMatch(/^by you, Sat, Nov 21, 2026, 4:00\sPM$/);
  });

  it("is sent back with a reason, and not without one", async () => {
    await submit();
    const back = (why: string) =>
      inOffice((ctx) => reviewDay(ctx, dayId(job, DATE, account), "rejected", why));
    await expect(back("  ")).rejects.toMatchObject({ code: "invalid" });
    await expect(back("x".repeat(501))).rejects.toMatchObject({ code: "invalid" });
    expect(await stateNow()).toMatchObject({ state: "submitted" });
    await back(" Crew is missing. ");
    expect(await stateNow()).toMatchObject({ state: "rejected", why: "Crew is missing." });
  });

  it("is judged by nobody else, and not before it was handed in", async () => {
    await submit();
    await expect(
      withMember(account, foreman, member, (ctx) =>
        reviewDay(ctx, dayId(job, DATE, account), "approved", ""),
      ),
    ).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(inOffice((ctx) => reviewDay(ctx, newId(), "approved", ""))).rejects.toMatchObject({
      code: "not_found",
    });
    const other = dayId(job, "2026-11-19", account);
    await send(foreman, member, {
      kind: "logs.day",
      record: other,
      sets: { date: "2026-11-19", company: account, state: { is: "draft", why: null } },
    });
    await expect(inOffice((ctx) => reviewDay(ctx, other, "approved", ""))).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await stateNow()).toMatchObject({ state: "submitted" });
  });
});

describe("what a log is held to", () => {
  const US = planFields(planOf({}), "us");
  const save = (form: Record<string, string>, who = manager, as = boss) =>
    withMember(account, who, as, (ctx) => savePlan(ctx, { job, zone: "America/Denver", units: "us" }, form));

  it("is decided by owners and managers, kept as a device would keep it, and read back", async () => {
    await send(manager, boss, {
      kind: "jobs.job",
      record: job,
      sets: { name: "Roof", status: "active", zone: "America/Denver" },
    });
    await save({ ...US, rainMm: "1", "days-11": "2", remindAt: "16" });
    const { plan, isDecided } = await inOffice((ctx) => planOfJob(ctx, job));
    expect(isDecided).toBe(true);
    expect(plan).toMatchObject({
      threshold: { rainMm: 25.4, gustMs: 17.8816 },
      anticipated: { 11: 2 },
      remindAt: 16,
    });
    // Saving the shown values again changes no digit and causes no conflict.
    await save(planFields(plan, "us"));
    expect((await inOffice((ctx) => planOfJob(ctx, job))).plan).toEqual(plan);
    const held = await inOffice((ctx) => findStoredRecord(ctx, planId(job)));
    expect(Object.values(held!.fields).every(({ values }) => values.length === 1)).toBe(true);
    // Changing the reminder's hour doesn't change when the limits were decided, which a claim reports.
    clock.set("2026-11-20T18:00:00Z");
    await save({ ...planFields(plan, "us"), remindAt: "" });
    const decided = (await inOffice((ctx) => findStoredRecord(ctx, planId(job))))!.fields;
    const at = (field: string) =>
      decided[field]!.values.map((one) => new Date(one.at).toISOString().slice(11, 13));
    expect([at("threshold"), at("anticipated"), at("remindAt")]).toEqual([["16"], ["16"], ["18"]]);
    await save({ ...planFields(plan, "us"), remindAt: "16" });
    await expect(save(US, foreman, member)).rejects.toMatchObject({ code: "forbidden" });
    await expect(save({ ...US, gustMs: "strong" })).rejects.toMatchObject({
      code: "invalid",
      fields: { gustMs: expect.any(String) },
    });
    expect((await inOffice((ctx) => planOfJob(ctx, job))).plan).toEqual(plan);
  });

  it("is not replaced unseen by a form that stood open meanwhile: both versions are there, and one is chosen", async () => {
    await send(manager, boss, {
      kind: "jobs.job",
      record: job,
      sets: { name: "Roof", status: "active", zone: "America/Denver" },
    });
    await save({ ...US, rainMm: "1" });
    const opened = await inOffice((ctx) => planOfJob(ctx, job));
    const shown = { ...planFields(opened.plan, "us"), saw: opened.saw };
    await save({ ...shown, rainMm: "2", remindAt: "16" });
    // The other form still shows one inch. Fields it didn't change cause no conflict.
    await save({ ...shown, rainMm: "3", "days-3": "4" });
    const now = await inOffice((ctx) => planOfJob(ctx, job));
    expect(now.plan).toMatchObject({ anticipated: { 3: 4 }, remindAt: 16 });
    expect(
      now.conflicts.map(({ field, versions }) => [field, versions.map(({ plan }) => plan.threshold.rainMm)]),
    ).toEqual([["threshold", [76.2, 50.8]]]);
    const [{ versions }] = now.conflicts as [(typeof now.conflicts)[number]];
    const zone = "America/Denver";
    await inOffice((ctx) => savePlanVersion(ctx, { job, zone }, "threshold", versions[1]!.by));
    const settled = await inOffice((ctx) => planOfJob(ctx, job));
    expect(settled).toMatchObject({ conflicts: [], plan: { threshold: { rainMm: 50.8 } } });
    await expect(
      inOffice((ctx) => savePlanVersion(ctx, { job, zone }, "threshold", versions[0]!.by)),
    ).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is what a month's days are counted by, and asks for weather that is not known", async () => {
    await send(manager, boss, {
      kind: "jobs.job",
      record: job,
      sets: { name: "Roof", status: "active", zone: "America/Denver" },
    });
    await write({
      type: "delay",
      delay: { cause: "weather", hours: 5, critical: true },
      text: "Roof is wet",
    });
    await weather("Dry", "2026-11-19");
    const look = (month: string | null) =>
      inOffice(async (ctx) => {
        const [row] = await listJobs(ctx, "", 5);
        return weatherOffice(
          { ctx, jobs: new Map(), zone: "America/Denver", units: "us", names: new Map() },
          row!,
          month,
        );
      });
    const shown = await look(null);
    expect(shown).toMatchObject({
      month: "2026-11",
      known: 1,
      hasPlace: false,
      sums: { lost: 0, beyond: 0 },
    });
    expect(shown.days).toMatchObject([
      { iso: DATE, verdict: "No: weather unknown", lost: "5 h", work: ["Roof is wet"] },
    ]);
    expect(shown.unknown.map(({ iso }) => iso)).not.toContain("2026-11-19");
    expect(shown.unknown.map(({ iso }) => iso)).toContain("2026-11-18");
    // Today's reminder is still to come.
    expect(shown.unknown.map(({ iso }) => iso)).not.toContain(DATE);
    expect((await look("2026-10")).months.map(({ month }) => month)).toEqual(["2026-10", "2026-11"]);
    expect((await look("9999-99")).month).toBe("2026-11");
    await inOffice((ctx) => requestWeather(ctx, job, ["2026-11-17", "2026-11-18"]));
    const { rows } = await withAccount(account, (ctx) =>
      ctx.db.execute<{ date: string }>(
        sql`select data->>'date' as date from pgboss.job where name = 'weather.fetch-day' and data->>'jobId' = ${job}`,
      ),
    );
    expect(rows.map(({ date }) => date)).toEqual(expect.arrayContaining(["2026-11-17", "2026-11-18"]));
  });
});
