import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineJobs } from "#trade/jobs/kinds.server.ts";
import { type Command, applyCommands } from "#ground/sync/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withAccount, withMember } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { startWeatherServer, type WeatherServer } from "#platform/weather/testing/weather-server.ts";
import { useWeather } from "#platform/weather/weather.server.ts";
import { dayId } from "#tools/logs/ids.ts";
import { weatherId } from "#trade/weather/ids.ts";
import { defineLogs } from "#tools/logs/kinds.server.ts";
import { defineWeather } from "#trade/weather/kinds.server.ts";
import { weatherTasks } from "#trade/weather/tasks.server.ts";
import { fetchWeather, nextLook } from "#trade/weather/fetch.server.ts";
import { readingSource } from "#trade/weather/format.ts";
import { defineWeatherDays, requestWeather, weatherOn } from "#trade/weather/public.server.ts";

// When the weather of a day's log is fetched, and what is stored.

const FRIDAY = "2026-11-20T20:00:00Z";
const clock = testClock(FRIDAY);
const person: Person = { id: newId(), email: "foreman@weather.test", emailVerified: true };
let test: TestDatabase;
let queue: TaskQueue;
let sources: WeatherServer;
let [account, job] = ["", ""];

beforeAll(async () => {
  test = await createTestInstallation(clock);
  sources = await startWeatherServer();
  useWeather({
    openMeteoUrl: sources.url,
    openMeteoKey: undefined,
    nwsUrl: sources.url,
    userAgent: "Plumbline (https://plumbline.test)",
  });
  queue = await startTaskQueue({ tasks: weatherTasks, work: false, log: createLog("error") });
  defineJobs();
  defineWeather();
  defineLogs();
});
afterAll(async () => {
  await sources.close();
  await queue.stop();
  await test.drop();
});
beforeEach(() => {
  clock.set(FRIDAY);
  [account, job] = [newId(), newId()];
  Object.assign(sources, { isInUs: false, fault: undefined, cacheControl: "no-store" });
  sources.model = (field) => (field === "temperature_2m" ? 8 : field === "weather_code" ? 3 : 0);
});

async function send(kind: string, record: string, sets: Command["sets"]): Promise<void> {
  expect(await sendCommand(kind, record, sets)).toMatchObject([{ is: "held" }]);
}
async function sendCommand(kind: string, record: string, sets: Command["sets"]) {
  const command: Command = {
    id: newId(),
    kind,
    record,
    job,
    sets,
    replaces: {},
    capturedAt: clock.now().epochMilliseconds,
    skew: 0,
    zone: "America/Boise",
    media: [],
  };
  const { outcomes } = await withMember(account, person, { role: "owner", jobId: null }, (ctx) =>
    applyCommands(ctx, newId(), [command]),
  );
  return outcomes;
}
const place = (lat: number, lon: number) => ({ position: { lat, lon, accuracy: 8, by: "phone" } });
const begin = (sets: Command["sets"] = place(43.615, -116.2023)) =>
  send("jobs.job", job, { name: "Miller house", zone: "America/Boise", ...sets });
const log = (date: string) =>
  send("logs.entry", newId(), { date, company: account, type: "work", text: "Framed" });
const readings = async (date: string) =>
  withAccount(account, async (ctx) => (await weatherOn(ctx, job, date)).readings);
/** Dates of the fetch tasks in the order created; those created at one moment sort by date, latest first. */
const asked = async () =>
  withAccount(account, async (ctx) => {
    const { rows } = await ctx.db.execute<{ date: string; at: Date }>(
      `select data->>'date' as date, start_after as at from pgboss.job where name = 'weather.fetch-day' and data->>'jobId' = '${job}' order by created_on, date desc`,
    );
    return rows.map(({ date }) => date);
  });

describe("weather is asked for", () => {
  it("when a log begins to tell of a day, and of a place once there is one", async () => {
    await begin({});
    await log("2026-11-20");
    await log("2026-11-18");
    expect(await asked()).toEqual(["2026-11-20", "2026-11-18"]);
    await fetchWeather(account, job, "2026-11-20");
    expect(await readings("2026-11-20")).toEqual([]);
    await begin();
    expect(await asked()).toEqual(["2026-11-20", "2026-11-18", "2026-11-20", "2026-11-18"]);
    await fetchWeather(account, job, "2026-11-20");
    expect(await readings("2026-11-20")).toMatchObject([
      { source: "open-meteo", basis: "modelled", highC: 8, zone: "America/Boise" },
    ]);
  });

  it("when a day begins with what somebody saw, and by the entry that comes after it", async () => {
    await begin({});
    await send("logs.weather", weatherId(job, "2026-11-20"), {
      date: "2026-11-20",
      manual: { words: "Sleet", tempC: null, windMs: null, rainMm: null, at: null },
    });
    expect(await asked()).toEqual(["2026-11-20"]);
    await log("2026-11-20");
    expect(await asked()).toEqual(["2026-11-20", "2026-11-20"]);
  });

  it("again after noon, in the evening and on the morning after, by the job's clocks, and then no more", () => {
    const look = (at: string, zone = "America/Boise") =>
      nextLook("2026-11-20", zone, Temporal.Instant.from(at))?.toString();
    expect(look("2026-11-20T14:10:00Z")).toBe("2026-11-20T20:00:00Z");
    expect(look("2026-11-20T20:00:00Z")).toBe("2026-11-21T03:00:00Z");
    expect(look("2026-11-21T03:00:00Z")).toBe("2026-11-21T13:00:00Z");
    expect(look("2026-11-21T13:00:00Z")).toBeUndefined();
    expect(
      nextLook("2026-11-01", "America/Boise", Temporal.Instant.from("2026-11-01T20:30:00Z"))?.toString(),
    ).toBe("2026-11-02T03:00:00Z");
  });
});

describe("what was read", () => {
  it("stays: the same answer is one reading, another stands beside it, and no day to come is asked for", async () => {
    await begin();
    await log("2026-11-20");
    await fetchWeather(account, job, "2026-11-20");
    await fetchWeather(account, job, "2026-11-20");
    expect(await readings("2026-11-20")).toHaveLength(1);
    clock.set("2026-11-21T03:00:00Z");
    sources.model = (field) => (field === "temperature_2m" ? 11 : 0);
    await fetchWeather(account, job, "2026-11-20");
    expect((await readings("2026-11-20")).map(({ highC }) => highC)).toEqual([11, 8]);
    await fetchWeather(account, job, "2026-11-25");
    expect(await readings("2026-11-25")).toEqual([]);
  });

  it("is said to be as of when it was asked for until the day is over, and asked for again when the day is handed in", async () => {
    await begin();
    await log("2026-11-20");
    await fetchWeather(account, job, "2026-11-20");
    const [noon] = await readings("2026-11-20");
    expect(noon!.asOf).toBe("2026-11-20T20:00:00Z");
    expect(readingSource(noon!, "us")).toMatch(/, as of 1:00\sPM, Open-Meteo/);
    const before = (await asked()).length;
    const day = (sets: Command["sets"]) => send("logs.day", dayId(job, "2026-11-20", account), sets);
    await day({ date: "2026-11-20", company: account, state: { is: "submitted", why: null } });
    expect((await asked()).length).toBe(before + 1);
    // The same response the morning after now covers the whole day.
    clock.set("2026-11-21T14:00:00Z");
    await fetchWeather(account, job, "2026-11-20");
    const after = await readings("2026-11-20");
    expect(after).toHaveLength(1);
    expect(after[0]!.asOf).toBeNull();
    await day({ state: { is: "approved", why: null } });
    expect((await asked()).filter((date) => date === "2026-11-20").length, "nothing is left to ask").toBe(
      before + 1,
    );
  });

  it("is of the new place when the job moves, beside what was read of the old one", async () => {
    await begin();
    await log("2026-11-20");
    await fetchWeather(account, job, "2026-11-20");
    await begin(place(40.01, -105.27));
    await fetchWeather(account, job, "2026-11-20");
    expect((await readings("2026-11-20")).map(({ lat }) => lat)).toEqual([40.01, 43.615]);
  });

  it("is asked for again when the job gets other clocks, and is of the day by those", async () => {
    await begin();
    await log("2026-11-18");
    await fetchWeather(account, job, "2026-11-18");
    const before = await asked();
    clock.set("2026-11-20T21:00:00Z");
    await send("jobs.job", job, { zone: "America/New_York" });
    expect(await asked()).toEqual([...before, "2026-11-18"]);
    await fetchWeather(account, job, "2026-11-18");
    const [now, ...earlier] = await readings("2026-11-18");
    expect([now!.zone, now!.hours[0]!.at]).toEqual(["America/New_York", "2026-11-18T01:00:00-05:00"]);
    expect(earlier).toHaveLength(1);
    await send("jobs.job", job, { name: "Miller house, back" });
    expect(await asked()).toHaveLength(before.length + 1);
  });

  it("is none while no source answers: the task is tried again", async () => {
    await begin();
    await log("2026-11-20");
    sources.fault = () => ({ status: 503 });
    await expect(fetchWeather(account, job, "2026-11-20")).rejects.toMatchObject({ code: "unavailable" });
    sources.fault = () => ({ status: 429, headers: { "Retry-After": "90" } });
    await expect(fetchWeather(account, job, "2026-11-20")).rejects.toMatchObject({
      code: "unavailable",
      retryAfter: 90,
    });
    expect(await readings("2026-11-20")).toEqual([]);
  });
});

describe("a tool without logs", () => {
  const day = "2026-11-19";
  const observe = (words: string) =>
    sendCommand("logs.weather", weatherId(job, day), {
      date: day,
      manual: { words, tempC: null, windMs: null, rainMm: null, at: null },
    });

  it("asks for the weather of a job's day, and gets it with its source", async () => {
    await begin();
    await withAccount(account, (ctx) => requestWeather(ctx, job, [day]));
    expect(await asked()).toEqual([day]);
    await fetchWeather(account, job, day);
    const { readings: found, manual } = await withAccount(account, (ctx) => weatherOn(ctx, job, day));
    expect(readingSource(found[0]!, "us")).toMatch(/^Modeled for a grid cell, 2\.3\smi away, Open-Meteo/);
    expect(manual).toBeNull();
    expect((await withAccount(account, (ctx) => weatherOn(ctx, job, "2026-11-18"))).readings).toEqual([]);
  });

  it("has its days read again when the job moves, and closes them to what somebody sees", async () => {
    const closed = new Set<string>();
    const own = job;
    defineWeatherDays({
      datesOf: async (_ctx, of) => (of === own ? [day, "2026-01-02"] : []),
      refuseObservation: async (_ctx, _command, { date, isChange }) =>
        closed.has(date) && isChange ? { code: "conflict", why: "This inspection was signed." } : null,
    });
    await begin();
    expect(await asked(), "of what is not too long ago").toEqual([day]);
    expect(await observe("Fog")).toMatchObject([{ is: "held" }]);
    closed.add(day);
    expect(await observe("Sun")).toMatchObject([{ is: "refused", why: "This inspection was signed." }]);
    const { manual } = await withAccount(account, (ctx) => weatherOn(ctx, job, day));
    expect(manual?.words).toBe("Fog");
  });
});
