// Long because a report is told from what each device wrote to its pages, with one way to write it.
import { execFile } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openToAll } from "#ground/businesses/public.server.ts";
import { somebody } from "#ground/businesses/testing/people.ts";
import { nameFromAddress } from "#ground/identity/rules.ts";
import { dayId } from "#tools/logs/ids.ts";
import { planId, weatherId } from "#trade/weather/ids.ts";
import { defineWeather } from "#trade/weather/kinds.server.ts";
import { defineLogs } from "#tools/logs/kinds.server.ts";
import { requestReport, choicesFor, getReport, listReports } from "#trade/reports/data.server.ts";
import { makeReport } from "#trade/reports/paper/make.server.ts";
import { addSchedule, claimTurns } from "#trade/reports/schedule/schedules.server.ts";
import { reportSchema, scheduleSchema } from "#trade/reports/schema.ts";
import { type Command, applyCommands } from "#ground/sync/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import {
  type AccountContext,
  type Person,
  withAccount,
  withMember,
  withSystem,
} from "#platform/db/scope.server.ts";
import { openReportingShop, type ReportingShop } from "../testing/reports.ts";

// The daily log as a report, from device records to the sent file.

const run = promisify(execFile);
let shop: ReportingShop;
let guest: Person;

beforeAll(async () => {
  shop = await openReportingShop();
  defineWeather();
  defineLogs();
  await withSystem((ctx) => openToAll(ctx, "logs", true));
  guest = await somebody();
  await withSystem((ctx) =>
    ctx.db.execute(sql`update identity_users set name = 'Lee Ames' where id = ${shop.owner.id}`),
  );
});
afterAll(() => shop?.close());

const hasPdfTools = await run("pdftotext", ["-v"]).then(
  () => true,
  () => false,
);

const fileOf = async (file: string): Promise<string> => {
  const at = path.join(mkdtempSync(path.join(tmpdir(), "plumbline-log-test-")), "log.pdf");
  writeFileSync(at, await installation().files.get(file));
  return at;
};
/** @param page the only page to read; default all */
const textOf = async (file: string, page?: number): Promise<string> =>
  (
    await run("pdftotext", [
      "-layout",
      ...(page ? ["-f", `${page}`, "-l", `${page}`] : []),
      await fileOf(file),
      "-",
    ])
  ).stdout;
const pagesOf = async (file: string): Promise<number> =>
  Number(/^Pages:\s+(\d+)/m.exec((await run("pdfinfo", [await fileOf(file)])).stdout)?.[1]);
const squeezed = (text: string) => text.replaceAll(/\s+/g, " ");

type Inside = <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>;
const asOwner: Inside = (work) => withMember(shop.account, shop.owner, { role: "owner", jobId: null }, work);
const asProduct: Inside = (work) => withAccount(shop.account, work);
const asGuest =
  (job: string): Inside =>
  (work) =>
    withMember(shop.account, guest, { role: "guest", jobId: job }, work);

const noon = (date: string, time: string) => Date.parse(`${date}T${time}:00-07:00`);

/** Sends a device's or the product's command; it must be accepted. */
async function send(
  inside: Inside,
  command: Pick<Command, "kind" | "record" | "job" | "sets" | "capturedAt"> & Partial<Command>,
) {
  const whole: Command = {
    id: newId(),
    replaces: {},
    skew: 0,
    zone: "America/Denver",
    media: [],
    ...command,
  };
  const { outcomes } = await inside((ctx) => applyCommands(ctx, ctx.user ? newId() : null, [whole]));
  expect(outcomes[0]).toMatchObject({ is: "held" });
}

interface Over {
  readonly date?: string;
  readonly by?: Inside;
  readonly company?: string;
  readonly media?: string[];
}
async function entry(
  job: string,
  type: string,
  time: string,
  sets: Command["sets"],
  over: Over = {},
): Promise<string> {
  const { date = "2026-11-20", by = asOwner, company = shop.account, media = [] } = over;
  const record = newId();
  const capturedAt = noon(date, time);
  const said = { date, company, type, occurredAt: new Date(capturedAt).toISOString(), ...sets };
  await send(by, { kind: "logs.entry", record, job, sets: said, capturedAt, media });
  return record;
}
async function state(
  job: string,
  is: string,
  time: string,
  { date = "2026-11-20", by = asOwner, company = shop.account }: Over = {},
) {
  const why = is === "rejected" ? "The crew is missing." : null;
  const named: Command["sets"] = company === shop.account ? {} : { companyName: "Ray’s Electric" };
  const sets = { date, company, ...named, state: { is, why } };
  await send(by, {
    kind: "logs.day",
    record: dayId(job, date, company),
    job,
    sets,
    capturedAt: noon(date, time),
  });
}
const hours = (date: string) =>
  Array.from({ length: 24 }, (_, hour) => ({
    at: `${date}T${String(hour).padStart(2, "0")}:00-07:00`,
    tempC: hour / 2,
    rainMm: hour > 12 && hour < 18 ? 2.8 : 0,
    snowCm: 0,
    windMs: 4,
    gustMs: 9,
    code: 61,
  }));
async function weather(job: string, date = "2026-11-20") {
  const reading = {
    ...{
      source: "nws",
      basis: "observed",
      place: "Boise Air Terminal (KBOI)",
      distanceM: 6200,
      url: "https://api.weather.gov/x",
    },
    ...{ fetchedAt: `${date}T23:00:00Z`, lat: 43.6, lon: -116.2, zone: "America/Denver", hours: hours(date) },
    ...{ highC: 12, lowC: 3, rainMm: 14, snowCm: 0, windMs: 6, gustMs: 14, words: "Rain after noon" },
  };
  const sets = { date, [`readings.${"a".repeat(64)}`]: reading };
  await send(asProduct, {
    kind: "logs.weather",
    record: weatherId(job, date),
    job,
    sets,
    capturedAt: noon(date, "17:00"),
  });
}
const crew = (company: string, trade: string, count: number, each: number) => ({
  crew: { company, trade, count, hours: each },
});

/** A typical crew's day, with a mistake corrected after the day was submitted. */
async function wholeDay(job: string): Promise<void> {
  shop.clock.set("2026-11-21T03:00:00Z");
  const [first, second] = [await shop.photo(), await shop.photo()];
  const shots = Object.fromEntries(
    [first, second].map((sha256, at) => [
      `photos.${sha256}`,
      { type: "image/jpeg", at: noon("2026-11-20", `09:1${at}`) },
    ]),
  );
  await entry(job, "crew", "06:55", crew("", "Carpenters", 4, 8));
  const wrong = await entry(job, "crew", "06:56", crew("Ray’s Electric", "Electricians", 2, 9));
  await entry(
    job,
    "work",
    "09:10",
    {
      text: "Felt down on the north side.\n\nStopped at the chimney.",
      ...shots,
      [`captions.${first}`]: "North slope",
      "tags.north-wall": true,
    },
    { media: [first, second] },
  );
  await entry(job, "delivery", "10:20", {
    item: { what: "Shingles", from: "Mountain Supply", count: 32, unit: "bundles" },
    text: "Two torn.",
  });
  await entry(job, "visitor", "11:00", {
    item: { what: "J. Ortiz", from: "City of Boise", count: 1, unit: null },
  });
  await entry(job, "equipment", "07:30", {
    item: { what: "Boom lift", from: null, count: null, unit: null },
  });
  await entry(job, "delay", "13:40", {
    delay: { cause: "weather", hours: 3, critical: true },
    text: "All off the roof.",
  });
  await entry(job, "safety", "07:00", { text: "Tied off at the ridge." });
  await entry(job, "note", "16:30", { text: "Drip edge is brown." });
  await weather(job);
  await state(job, "submitted", "17:04");
  await entry(job, "crew", "18:10", {
    ...crew("Ray’s Electric", "Electricians", 2, 7),
    corrects: wrong,
    text: "Left at two.",
  });
  await state(job, "approved", "18:30");
}

describe.skipIf(!hasPdfTools)("the daily log on paper", () => {
  it("tells a day: weather with its source, who was there, what was done, what is late and what was corrected", async () => {
    const job = await shop.newJob();
    await wholeDay(job);
    const report = await shop.made(job, { shape: "log" });
    expect(report).toMatchObject({
      state: "ready",
      shape: "log",
      entries: 10,
      photos: 2,
      fileName: "Miller-roof-daily-log-2026-11-20.pdf",
    });
    const text = squeezed(await textOf(report.file!));
    expect(text).toContain("Daily log, Nov 20, 2026");
    expect(text).toContain("Friday, November 20, 2026");
    expect(text).toContain("Rain after noon; high 54 °F, low 37 °F; rain 0.55 in; gusts 31 mph.");
    expect(text).toContain(
      "Observed at Boise Air Terminal (KBOI), 3.9 mi away, as of 4:00 PM, National Weather Service.",
    );
    // Two hours of rain: 1 and 2 PM, 2.8 mm each.
    expect(text).toContain("Rain, in 0 0 0 0 0.22 0.22 0.11");
    // In chronological order, and by name.
    expect(text).toContain(
      "Submitted by Lee Ames, Nov 20, 2026, 5:04 PM. Approved by Lee Ames, Nov 20, 2026, 6:30 PM.",
    );
    expect(text).not.toContain("@");
    // The proof is fine print on the first page, and needs no page of its own.
    expect(await pagesOf(report.file!)).toBe(2);
    expect(squeezed(await textOf(report.file!, 1))).toContain("Job history at that time.");
    // Corrected lines are shown and not counted: 4 × 8 + 2 × 7.
    expect(text).toMatch(/Electricians 2 9 18 Replaced by its correction Ray’s Electric Electricians 2 7 14/);
    expect(text).toContain("Left at two. Correction, late, written Nov 20, 2026, 6:10 PM");
    expect(text).toMatch(/Total 6 46/);
    expect(text).toContain("6 people, 46 h");
    for (const said of [
      "Felt down on the north side.",
      "Shingles Mountain Supply 32 bundles",
      "J. Ortiz",
      "Boom lift",
      "All off the roof.",
      "Drip edge",
    ])
      expect(text).toContain(said);
    expect(text).toMatch(/Weather Yes 3/);
    expect(text).toContain("1. North slope");
    expect(text).toContain("north wall");
    // Only the entry written after the day was submitted is called late.
    expect(text.match(/late, written/g)).toHaveLength(1);
    expect(text).not.toContain("Missing on this day");
    const { stdout } = await run("pdfinfo", ["-struct", await fileOf(report.file!)]);
    for (const tag of ["H1", "H2", "Table", "TH", "TD", "Figure"])
      expect(stdout).toMatch(new RegExp(`^ *${tag}\\b`, "m"));
  });

  it("begins several days with their totals, names working days without a log, and says what each lacks", async () => {
    const job = await shop.newJob();
    await wholeDay(job);
    await entry(job, "crew", "07:00", crew("Hill Brothers", "Roofers", 3, 8.5), { date: "2026-11-18" });
    const report = await shop.made(job, { shape: "log", from: "2026-11-16", to: "2026-11-22", photos: "0" });
    const text = squeezed(await textOf(report.file!));
    expect(text).toContain("2 days, 11 entries");
    // Days run on without page breaks: two of them share the second page.
    expect(await pagesOf(report.file!)).toBe(3);
    const second = await textOf(report.file!, 2);
    expect(second).toContain("Wednesday, November 18, 2026");
    expect(second).toContain("Friday, November 20, 2026");
    expect(text).toContain("No log on 3 working days: Mon, Nov 16; Tue, Nov 17; Thu, Nov 19.");
    expect(text).toContain("Total 9 71.5 3 2");
    expect(text).toContain("Hill Brothers Roofers 1 3 25.5");
    expect(text).toContain("Ray’s Electric Electricians 1 2 14");
    expect(text).toContain("Missing this day: no work described; no photos; no weather yet.");
    expect(text).toContain("Open: not submitted yet.");
    expect(report.photos).toBe(0);
    expect(report.fileName).toBe("Miller-roof-daily-log-2026-11-16-to-2026-11-22.pdf");
  });

  it("says what a guest wrote is theirs and not approved, leaves out what was declined, and tells one company alone", async () => {
    const job = await shop.newJob();
    const [by, company] = [asGuest(job), guest.id];
    shop.clock.set("2026-11-21T03:00:00Z");
    await entry(job, "work", "08:00", { text: "Ours: rough carpentry." });
    await entry(job, "work", "09:00", { text: "Panel is set." }, { by, company });
    const declined = await entry(job, "work", "10:00", { text: "Forty hours of waiting." }, { by, company });
    await send(asOwner, {
      kind: "logs.entry",
      record: declined,
      job,
      sets: { approved: false },
      capturedAt: noon("2026-11-20", "11:00"),
    });
    await state(job, "submitted", "17:00", { by, company });
    const all = squeezed(await textOf((await shop.made(job, { shape: "log" })).file!));
    expect(all).toContain("Ours: rough carpentry.");
    expect(all.replaceAll(" ", "")).toContain(
      `${nameFromAddress(guest.email).replaceAll(" ", "")},Ray’sElectric(guest)·notapprovedyet`,
    );
    expect(all).not.toContain("@");
    expect(all).not.toContain("Forty hours");
    expect(all).toContain("1 guest entry was declined and left out.");
    const theirs = await shop.made(job, { shape: "log", company });
    const alone = squeezed(await textOf(theirs.file!));
    expect(alone).toContain("Company Ray’s Electric (guest)");
    expect(alone).toContain("Panel is set.");
    expect(alone).not.toContain("Ours: rough");
    expect(theirs.entries).toBe(1);
    expect((await asOwner((ctx) => choicesFor(ctx, job))).companies).toEqual([
      { value: shop.account, label: "Lake View Decking" },
      { value: company, label: "Ray’s Electric (guest)" },
    ]);
    const elsewhere = await shop.newJob();
    const wish = { from: "2026-11-20", to: "2026-11-20", photos: "4", shape: "log", company };
    const ask = (job_: string) =>
      asOwner((ctx) => requestReport(ctx, newId(), reportSchema.parse({ ...wish, job: job_ })));
    await expect(ask(elsewhere)).rejects.toMatchObject({
      code: "invalid",
      fields: { company: expect.any(String) },
    });
    await expect(ask(job)).resolves.toBeTypeOf("string");
  });

  it("says a guest's firm on days before and after they said it, and nothing of a day on which they said that alone", async () => {
    const job = await shop.newJob();
    const [by, company] = [asGuest(job), guest.id];
    shop.clock.set("2026-11-21T03:00:00Z");
    const name = (date: string, companyName: string) =>
      send(by, {
        kind: "logs.day",
        record: dayId(job, date, company),
        job,
        sets: { date, company, companyName },
        capturedAt: noon(date, "07:00"),
      });
    await entry(job, "work", "08:00", { text: "Boxes are in." }, { by, company, date: "2026-11-17" });
    await name("2026-11-18", "Ray’s Electric");
    await entry(job, "work", "08:00", { text: "Wires are in." }, { by, company, date: "2026-11-19" });
    const days = { from: "2026-11-16", to: "2026-11-20" };
    const made = await shop.made(job, { shape: "log", company, ...days });
    const text = squeezed(await textOf(made.file!));
    expect(text).toContain("Boxes are in.");
    expect(text.match(/Ray’s Electric \(guest\)/g)!.length).toBeGreaterThanOrEqual(3);
    expect(text).not.toContain("Wednesday, November 18");
    expect((await asOwner((ctx) => choicesFor(ctx, job))).companies).toContainEqual({
      value: company,
      label: "Ray’s Electric (guest)",
    });
  });

  it("is in every other report too, on its day, with the weather before it", async () => {
    const job = await shop.newJob();
    await wholeDay(job);
    shop.clock.set("2026-11-22T18:00:00Z");
    const at = noon("2026-11-22", "09:00");
    const sets = {
      date: "2026-11-20",
      company: shop.account,
      type: "note",
      text: "Forgot: the gutter is bent.",
      occurredAt: new Date(at).toISOString(),
    };
    await send(asOwner, { kind: "logs.entry", record: newId(), job, sets, capturedAt: at });
    const text = squeezed(await textOf((await shop.made(job)).file!));
    expect(text).toMatch(/All day Weather.*Rain after noon.*6:55 AM/);
    expect(text).toContain("Forgot: the gutter is bent.");
    expect(text).toContain("arrived Nov 22, 2026");
    expect(text).toContain("Daily log approved: Fri, Nov 20");
    expect(text).toContain("Delay. Weather: 3 h lost, on the critical path");
  });
});

describe.skipIf(!hasPdfTools)("every report", () => {
  it("says where an entry was written and its photo taken only where it is asked to, and that a guest's waits for approval", async () => {
    const job = await shop.newJob();
    shop.clock.set("2026-11-21T03:00:00Z");
    const place = { lat: 43.70001, lon: -116.30002, accuracy: 12 };
    const sha256 = await shop.photo();
    await withAccount(shop.account, ({ db }) =>
      db.execute(sql`update media_originals set latitude = null, longitude = null where sha256 = ${sha256}`),
    );
    const shots = { [`photos.${sha256}`]: { type: "image/jpeg", at: noon("2026-11-20", "09:10") } };
    await entry(job, "work", "09:10", { text: "Felt down.", place, ...shots }, { media: [sha256] });
    await entry(job, "work", "10:00", { text: "Panel is set." }, { by: asGuest(job), company: guest.id });
    for (const shape of ["log", "all"]) {
      const said = async (places: string) =>
        squeezed(await textOf((await shop.made(job, { shape, places })).file!));
      expect(await said(""), shape).not.toContain("43.70001");
      const text = await said("yes");
      // Once with the entry, and once under the photo, whose camera recorded no place.
      expect(text.match(/43\.70001, -116\.30002 ± 12 m/g), shape).toHaveLength(2);
      expect(text.match(/not approved yet/g)!.length, shape).toBeGreaterThanOrEqual(1);
    }
  });
});

/** Saves the owner's weather limits for a job's log. */
const decide = (job: string, hoursLost: number, anticipated: Record<string, number>) =>
  send(asOwner, {
    kind: "logs.plan",
    record: planId(job),
    job,
    sets: {
      threshold: { rainMm: 12.5, snowCm: 2.5, windMs: null, gustMs: 18, lowC: -7, highC: 38, hoursLost },
      anticipated,
      remindAt: null,
    },
    capturedAt: noon("2026-11-20", "06:00"),
  });

describe.skipIf(!hasPdfTools)("the weather claim pack", () => {
  it("holds what came against what was to be expected, with the source of each figure and the work that stopped", async () => {
    const job = await shop.newJob();
    await wholeDay(job);
    await decide(job, 3, { "11": 0 });
    await weather(job, "2026-11-18");
    const report = await shop.made(job, { shape: "weather", from: "2026-11-01", to: "2026-11-20" });
    expect(report).toMatchObject({
      state: "ready",
      shape: "weather",
      entries: 1,
      fileName: expect.stringMatching(/weather-claim-pack/),
    });
    const text = squeezed(await textOf(report.file!));
    expect(text).toContain("1 day beyond expected");
    expect(text).not.toContain("@");
    expect(await pagesOf(report.file!)).toBe(2);
    expect(text).toContain("1 day, of 2 days when weather reached a limit");
    expect(text).toMatch(/November 2026 0 2 1 1/);
    expect(text).toMatch(/Fri, Nov 20 Rain 0\.55 in \(limit 0\.49 in\) 3 ?h 3 ?h Day lost/);
    expect(text).toMatch(/Wed, Nov 18 Rain 0\.55 in \(limit 0\.49 in\) – – No: no lost time in the log/);
    expect(text).toContain("No weather data for: Mon, Nov 2; Tue, Nov 3;");
    expect(text).toContain("Only part of November 2026 is covered");
    expect(text).toContain(
      "Observed at Boise Air Terminal (KBOI), 3.9 mi away, as of 4:00 PM, National Weather Service.",
    );
    expect(text.replaceAll(/[\s\u200B]/g, "")).toContain(`${"a".repeat(64)}https://api.weather.gov/x`);
    expect(text).toContain("Friday, November 20, 2026");
    expect(text).toContain("All off the roof.");
    expect(text).not.toContain("Felt down on the north side.");
    const { stdout } = await run("pdfinfo", ["-struct", await fileOf(report.file!)]);
    for (const tag of ["H1", "H2", "Table", "TH", "TD"])
      expect(stdout).toMatch(new RegExp(`^ *${tag}\\b`, "m"));
  });

  it("counts no day that was to be expected, and says where nothing is known", async () => {
    const job = await shop.newJob();
    expect(await shop.made(job, { shape: "weather" })).toMatchObject({ state: "ready", entries: 0 });
    await wholeDay(job);
    await decide(job, 3, { "11": 2 });
    const text = squeezed(await textOf((await shop.made(job, { shape: "weather" })).file!));
    expect(text).toContain("0 days beyond expected");
    expect(text).toMatch(/November 2026 2 1 1 0/);
    const company = shop.account;
    await expect(shop.made(job, { shape: "weather", company })).resolves.toMatchObject({ state: "ready" });
    await expect(shop.made(job, { shape: "weather", company: newId() })).rejects.toMatchObject({
      code: "invalid",
      fields: { company: expect.stringContaining("Choose all") },
    });
  });
});

it("by schedule, tells each day whole on which something came in: a late entry brings its day again", async () => {
  shop.clock.set("2026-12-01T20:00:00Z");
  const job = await shop.newJob();
  const wish = {
    job,
    shape: "log",
    every: "day",
    weekday: "1",
    hour: "17",
    zone: "America/Denver",
    photos: "0",
    to: "",
  };
  await asOwner((ctx) => addSchedule(ctx, newId(), scheduleSchema.parse(wish)));
  await entry(job, "work", "12:00", { text: "First." }, { date: "2026-12-01" });
  const turn = async (at: string) => {
    shop.clock.set(at);
    await claimTurns();
    const all = await shop.in((ctx) => listReports(ctx, job));
    await makeReport(shop.account, all[0]!.id);
    return { count: all.length, ...(await shop.in((ctx) => getReport(ctx, all[0]!.id))) };
  };
  expect(await turn("2026-12-02T00:01:00Z")).toMatchObject({
    count: 1,
    entries: 1,
    fromDay: "2026-12-01",
    toDay: "2026-12-01",
  });
  // A note on the job isn't part of the log.
  await shop.note(job, "A note.");
  expect((await turn("2026-12-03T00:01:00Z")).count).toBe(1);
  await entry(job, "work", "12:00", { text: "Third." }, { date: "2026-12-03", by: asOwner });
  await entry(job, "safety", "12:30", { text: "Late, of the first." }, { date: "2026-12-01" });
  expect(await turn("2026-12-04T00:01:00Z")).toMatchObject({
    count: 2,
    entries: 3,
    fromDay: "2026-12-01",
    toDay: "2026-12-03",
  });
});

it("is not there to choose without the tool, and says nothing was written where nothing was", async () => {
  const job = await shop.newJob();
  expect(await shop.made(job, { shape: "log" })).toMatchObject({ state: "ready", entries: 0, photos: 0 });
  await withSystem((ctx) => openToAll(ctx, "logs", false));
  expect((await asOwner((ctx) => choicesFor(ctx, job))).shapes).toEqual([]);
  await expect(shop.made(job, { shape: "log" })).rejects.toMatchObject({ code: "invalid" });
  await expect(shop.made(job, { shape: "nonsense" })).rejects.toMatchObject({ code: "invalid" });
  await withSystem((ctx) => openToAll(ctx, "logs", true));
});
