import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { clearAnswers, waitFor } from "./fetch.server.ts";
import { boundsOf, distanceM, sumsOf } from "./reading.ts";
import { dayWords } from "./sky.ts";
import { startWeatherServer, type WeatherServer } from "./testing/weather-server.ts";
import { readWeather, useWeather } from "./weather.server.ts";

// Weather sources as documented, on a local port: their data, their gaps, and their failures.

let sources: WeatherServer;
beforeAll(async () => {
  sources = await startWeatherServer();
});
afterAll(() => sources.close());
beforeEach(() => {
  clearAnswers();
  sources.asked.length = 0;
  Object.assign(sources, {
    stations: [boise(), far()],
    isInUs: true,
    cacheControl: "no-store",
    units: {},
    fault: undefined,
  });
  sources.model = (field) =>
    field === "temperature_2m" ? 10 : field === "weather_code" ? 61 : field === "rain" ? 0.5 : 0;
  use();
});
afterEach(() => (sources.fault = undefined));

const use = (more: Partial<Parameters<typeof useWeather>[0]> = {}) =>
  useWeather({
    openMeteoUrl: sources.url,
    openMeteoKey: undefined,
    nwsUrl: sources.url,
    userAgent: "Plumbline (https://plumbline.test)",
    ...more,
  });

const ZONE = "America/Boise";
const PLACE = { lat: 43.615021234, lon: -116.202316789 };
const NOW = Temporal.Instant.from("2026-11-21T18:00:00Z");
const ask = (more: Partial<Parameters<typeof readWeather>[0]> = {}) =>
  readWeather({ ...PLACE, date: "2026-11-20", zone: ZONE, now: NOW, ...more });

/** A station that observed hourly, and sometimes in between. */
const hourly = (
  date: string,
  zone: string,
  seen: (hour: number) => object = () => ({ tempC: 5, sky: "Cloudy" }),
) => {
  const { from, to } = boundsOf(date, zone);
  const hours = (to.epochMilliseconds - from.epochMilliseconds) / 3_600_000;
  return Array.from({ length: hours }, (_, at) => ({
    at: from.add({ hours: at + 1 }).toString(),
    ...seen(at),
  }));
};
const boise = () => ({
  id: "KBOI",
  name: "Boise Air Terminal",
  lat: 43.56667,
  lon: -116.24056,
  seen: hourly("2026-11-20", ZONE, (hour) => ({
    tempC: hour,
    windKmh: 18,
    gustKmh: hour === 14 ? 72 : null,
    rainMm: hour >= 6 && hour < 10 ? 2 : 0,
    sky: hour >= 6 && hour < 12 ? "Rain" : "Cloudy",
  })),
});
const far = () => ({
  id: "KGNG",
  name: "Gooding",
  lat: 42.9171,
  lon: -114.7654,
  seen: hourly("2026-11-20", ZONE),
});

describe("a day in the United States, within a week", () => {
  it("comes from the nearest station, in SI, with the station's location", async () => {
    const { reading, again } = await ask();
    expect(again).toBe(false);
    expect(reading).toMatchObject({
      source: "nws",
      basis: "observed",
      place: "Boise Air Terminal (KBOI)",
      lat: 43.615,
      lon: -116.2023,
      highC: 23,
      lowC: 0,
      rainMm: 8,
      snowCm: null,
      windMs: 5,
      gustMs: 20,
      words: "Rain in the morning, cloudy in the afternoon",
    });
    expect(reading.distanceM).toBeGreaterThan(6_000);
    expect(reading.distanceM).toBeLessThan(6_500);
    expect(reading.hours).toHaveLength(24);
    expect(reading.hours[0]!.at).toBe("2026-11-20T01:00:00-07:00");
    expect(sources.asked[0]).toMatchObject({
      path: "/points/43.615,-116.2023",
      userAgent: "Plumbline (https://plumbline.test)",
    });
  });

  it("counts rain once, however often the station observed within an hour", async () => {
    const [station] = sources.stations;
    const often = station!.seen.flatMap((one) =>
      [10, 25, 40].map((minutes) => ({
        ...one,
        at: Temporal.Instant.from(one.at).subtract({ minutes }).toString(),
      })),
    );
    sources.stations = [
      { ...station!, seen: [...often, ...station!.seen].toSorted((a, b) => (a.at < b.at ? -1 : 1)) },
    ];
    expect((await ask()).reading).toMatchObject({ rainMm: 8, gustMs: 20 });
  });

  it("ignores values that are missing, doubtful, or in an unknown unit; converts others to SI", async () => {
    const raw = {
      temperature: { unitCode: "wmoUnit:degF", value: 50, qualityControl: "V" },
      windSpeed: { unitCode: "unit:m_s-1", value: 7 },
      windGust: { unitCode: "wmoUnit:furlong", value: 70 },
      precipitationLastHour: { unitCode: "wmoUnit:m", value: 0.001, qualityControl: "X" },
    };
    sources.stations = [{ ...boise(), seen: hourly("2026-11-20", ZONE, () => ({ raw })) }];
    expect((await ask()).reading).toMatchObject({
      highC: 10,
      lowC: 10,
      windMs: 7,
      gustMs: null,
      rainMm: null,
      words: "",
    });
  });

  it("comes from the next station if the nearest was silent, and from a model if none within sixty kilometers observed it", async () => {
    const other = { ...boise(), id: "KEUL", name: "Caldwell", lat: 43.6419, lon: -116.6358 };
    sources.stations = [far(), { ...boise(), seen: [] }, other];
    expect((await ask()).reading).toMatchObject({ place: "Caldwell (KEUL)" });
    sources.stations = [far()];
    const { reading, again } = await ask();
    expect(reading).toMatchObject({
      source: "open-meteo",
      basis: "modelled",
      place: "grid cell",
      rainMm: 12,
    });
    expect(again).toBe(false);
  });

  it("needs half of its hours observed if it is over, three hours while in progress", async () => {
    const some = (count: number) => (sources.stations = [{ ...boise(), seen: boise().seen.slice(0, count) }]);
    some(12);
    expect((await ask()).reading.source).toBe("nws");
    some(11);
    expect((await ask()).reading.source).toBe("open-meteo");
    some(3);
    expect((await ask({ now: Temporal.Instant.from("2026-11-20T17:00:00Z") })).reading).toMatchObject({
      source: "nws",
      highC: 2,
    });
  });

  it("gets only missing values from a model", async () => {
    // It observed frost, and stations measure no snow.
    sources.model = (field) => (field === "snowfall" ? 0.25 : 0);
    expect(await ask()).toMatchObject({
      reading: { source: "nws", rainMm: 8, snowCm: null },
      beside: { source: "open-meteo", basis: "modelled", snowCm: 6 },
      again: false,
    });
    sources.stations = [{ ...boise(), seen: hourly("2026-11-20", ZONE, () => ({ tempC: 12, rainMm: 0 })) }];
    expect((await ask()).beside, "nothing falls as snow in the warm").toBeNull();
    sources.stations = [
      { ...boise(), seen: hourly("2026-11-20", ZONE, () => ({ tempC: 12, rainMm: null })) },
    ];
    expect((await ask()).beside).toMatchObject({ source: "open-meteo" });
    sources.fault = (path) => (path.startsWith("/v1/") ? { status: 503 } : undefined);
    expect(await ask(), "the model is away").toMatchObject({
      reading: { source: "nws" },
      beside: null,
      again: true,
    });
  });

  it("does not wait forever for a silent service", async () => {
    waitFor(200);
    try {
      sources.fault = (path) => (path.startsWith("/v1/") ? undefined : "silent");
      expect(await ask()).toMatchObject({ reading: { source: "open-meteo" }, again: true });
      sources.fault = () => "silent";
      await expect(ask()).rejects.toMatchObject({
        trouble: "away",
        message: expect.stringMatching(/TimeoutError/) as string,
      });
    } finally {
      waitFor();
    }
  });

  it("comes from a model for now if the service is away, and is worth asking for again", async () => {
    for (const fault of [{ status: 503 }, { status: 500, body: "<html>" }, "cut"] as const) {
      sources.fault = (path) => (path.startsWith("/v1/") ? undefined : fault);
      expect(await ask(), JSON.stringify(fault)).toMatchObject({
        reading: { source: "open-meteo" },
        again: true,
      });
    }
  });
});

describe("a day elsewhere", () => {
  beforeEach(() => void (sources.isInUs = false));

  it("comes from a model: requested in SI, for the job's own day, and stored with the URL without the key", async () => {
    use({ openMeteoKey: "secret-key-123" });
    const { reading } = await ask();
    expect(reading).toMatchObject({
      source: "open-meteo",
      basis: "modelled",
      highC: 10,
      rainMm: 12,
      words: "Rain",
    });
    expect(reading.url).not.toContain("secret");
    expect(reading.distanceM).toBeGreaterThan(3_000);
    const { query } = sources.asked.find(({ path }) => path === "/v1/forecast")!;
    expect(Object.fromEntries(query)).toMatchObject({
      apikey: "secret-key-123",
      wind_speed_unit: "ms",
      timezone: ZONE,
      start_date: "2026-11-20",
    });
  });

  it("in progress has weather up to now: the rest is a forecast", async () => {
    sources.stations = [];
    sources.model = (field, at) =>
      field === "temperature_2m" ? at.toZonedDateTimeISO(ZONE).hour : field === "rain" ? 1 : 0;
    const { reading } = await ask({ now: Temporal.Instant.from("2026-11-20T19:30:00Z") });
    expect(reading).toMatchObject({ highC: 12, rainMm: 12 });
    expect(reading.hours.at(-1)!.at).toBe("2026-11-20T12:00:00-07:00");
    await expect(
      ask({ now: Temporal.Instant.from("2026-11-20T07:30:00Z") }),
      "nothing has come yet",
    ).rejects.toMatchObject({
      trouble: "refused",
    });
  });

  it("long past comes from the archive", async () => {
    const { reading } = await ask({ date: "2025-02-03" });
    expect(reading).toMatchObject({ source: "open-meteo-archive", rainMm: 12 });
    expect(sources.asked.map(({ path }) => path)).toEqual(["/v1/archive"]);
  });

  it("with gaps is known as far as it goes", async () => {
    sources.model = (field, at) =>
      at.epochMilliseconds % 7_200_000 === 0 ? null : field === "temperature_2m" ? 4 : null;
    expect((await ask()).reading).toMatchObject({ highC: 4, rainMm: null, snowCm: null, words: "" });
    sources.model = () => null;
    await expect(ask()).rejects.toMatchObject({ trouble: "refused" });
  });

  it("in units other than requested is refused", async () => {
    sources.units = { temperature_2m: "°F" };
    await expect(ask()).rejects.toMatchObject({
      trouble: "unfit",
      message: expect.stringMatching(/temperature_2m in °F/) as string,
    });
  });

  it.each([
    [
      {
        status: 429,
        headers: { "Retry-After": "120" },
        body: '{"error":true,"reason":"Minutely API request limit exceeded."}',
      },
      { trouble: "busy", retryAfterSeconds: 120 },
    ],
    [{ status: 503, body: "" }, { trouble: "away" }],
    [{ status: 400, body: '{"error":true,"reason":"Data corrupted at path"}' }, { trouble: "refused" }],
    [{ status: 200, body: "<html>Sign in to the hotel</html>" }, { trouble: "unfit" }],
    [{ status: 200, body: "{}" }, { trouble: "unfit" }],
    ["cut" as const, { trouble: "away" }],
  ])("fails with a message when the source responds %j", async (fault, failure) => {
    sources.fault = (path) => (path.startsWith("/v1/") ? fault : undefined);
    await expect(ask()).rejects.toMatchObject({ name: "WeatherFailure", ...failure });
  });

  it("of more megabytes than any real day is not read to its end", async () => {
    sources.fault = (path) =>
      path.startsWith("/v1/") ? { status: 200, body: `{"a":"${"x".repeat(9_000_000)}"}` } : undefined;
    await expect(ask()).rejects.toMatchObject({ trouble: "unfit" });
  });
});

describe("days when clocks change", () => {
  it.each([
    ["2026-03-08", 23],
    ["2026-11-01", 25],
    ["2026-11-20", 24],
  ])("%s has %i hours, from a station and from a model", async (date, hours) => {
    const now = boundsOf(date, ZONE).to.add({ hours: 5 });
    sources.stations = [{ ...boise(), seen: hourly(date, ZONE, () => ({ tempC: 1, rainMm: 1 })) }];
    const observed = (await ask({ date, now })).reading;
    expect([observed.source, observed.hours.length, observed.rainMm]).toEqual(["nws", hours, hours]);
    sources.isInUs = false;
    const modelled = (await ask({ date, now })).reading;
    expect([modelled.source, modelled.hours.length, modelled.rainMm]).toEqual([
      "open-meteo",
      hours,
      hours / 2,
    ]);
  });

  it("at the edge of the calendar the day is the job's", async () => {
    sources.isInUs = false;
    const { reading } = await ask({
      zone: "Pacific/Kiritimati",
      date: "2026-11-21",
      now: Temporal.Instant.from("2026-11-20T22:00:00Z"),
    });
    expect(reading.hours[0]!.at).toBe("2026-11-21T01:00:00+14:00");
  });
});

it("a cacheable response is requested once", async () => {
  sources.cacheControl = "public, max-age=600, s-maxage=3600";
  await ask();
  const first = sources.asked.length;
  await ask();
  expect(sources.asked.length).toBe(first);
  await ask({ now: NOW.add({ hours: 2 }) });
  expect(sources.asked.length).toBe(first * 2);
});

it("missing values never count as zero", () => {
  const number = fc.option(fc.double({ min: -80, max: 80, noNaN: true }));
  const hour = fc.record({
    at: fc.constant("2026-11-20T01:00:00Z"),
    tempC: number,
    rainMm: number,
    snowCm: number,
    windMs: number,
    gustMs: number,
    code: fc.constant(null),
  });
  fc.assert(
    fc.property(fc.array(hour), (hours) => {
      const { highC, rainMm } = sumsOf(hours);
      expect(highC === null).toBe(hours.every(({ tempC }) => tempC === null));
      expect(rainMm === null).toBe(hours.every((one) => one.rainMm === null));
    }),
  );
});

it("distances are great-circle distances", () => {
  expect(distanceM({ lat: 52.52, lon: 13.405 }, { lat: 48.8566, lon: 2.3522 })).toBeGreaterThan(876_000);
  expect(distanceM({ lat: 52.52, lon: 13.405 }, { lat: 48.8566, lon: 2.3522 })).toBeLessThan(879_000);
  expect(distanceM({ lat: 0, lon: 179.999 }, { lat: 0, lon: -179.999 })).toBeLessThan(230);
});

it("a day's sky describes its working hours, and precipitation first", () => {
  const all = (pick: (hour: number) => string) =>
    Array.from({ length: 24 }, (_, hour) => ({ hour, sky: pick(hour) }));
  expect(dayWords(all(() => "clear"))).toBe("Clear");
  expect(dayWords(all((hour) => (hour < 8 ? "rain" : "cloudy")))).toBe(
    "Rain in the morning, cloudy in the afternoon",
  );
  expect(dayWords(all((hour) => (hour === 13 || hour === 15 ? "thunderstorms" : "partly cloudy")))).toBe(
    "Partly cloudy in the morning, thunderstorms in the afternoon, partly cloudy in the evening",
  );
  expect(dayWords([{ hour: 3, sky: "fog" }])).toBe("Fog");
  expect(dayWords([])).toBe("");
});
