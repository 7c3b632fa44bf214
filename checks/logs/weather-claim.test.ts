import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JobRecord } from "#ground/sync/public.server.ts";
import { loggedWork } from "#tools/logs/claim/logged-work.ts";
import { record as recordOf } from "#tools/logs/testing/records.ts";
import { claimOf as claimOfWork, passedLimits } from "#trade/weather/claim/adverse-days.ts";
import {
  formatPassed,
  formatRule,
  claimTotals,
  describeVerdict,
  describeWaiting,
} from "#trade/weather/claim/format.ts";
import { USUAL_THRESHOLD } from "#trade/weather/plan/plan-rules.ts";

const claimOf = (records: readonly JobRecord[], range: Parameters<typeof claimOfWork>[2]) =>
  claimOfWork(records, loggedWork(records), range);

let made = 0;
const record = (kind: string, values: Record<string, unknown>): JobRecord =>
  recordOf(kind, `r${++made}`, values);
const here = { lat: 44.0582, lon: -121.3153 };
const reading = (date: string, said: Record<string, unknown> = {}, at: { lat: number; lon: number } = here) =>
  record("logs.weather", {
    date,
    "readings.aa": {
      ...{
        source: "nws",
        basis: "observed",
        place: "KRDM",
        distanceM: 6200,
        url: "https://x.test",
        fetchedAt: `${date}T23:00:00Z`,
      },
      ...{
        ...at,
        zone: "America/Los_Angeles",
        hours: [],
        highC: 10,
        lowC: 2,
        rainMm: 0,
        snowCm: 0,
        windMs: 3,
        gustMs: 6,
        words: "Dry",
        ...said,
      },
    },
  });
const delay = (date: string, hours: number, over: Record<string, unknown> = {}) =>
  record("logs.entry", {
    date,
    company: "us",
    type: "delay",
    delay: { cause: "weather", hours, critical: true },
    ...over,
  });
const plan = (anticipated: Record<string, number>, threshold: object = USUAL_THRESHOLD) =>
  record("logs.plan", { anticipated, threshold, remindAt: null });
const job = record("jobs.job", { name: "Roof", position: here });
const NOVEMBER = { from: "2026-11-01", to: "2026-11-30", account: "us" };
const dayOfClaim = (...records: JobRecord[]) => claimOf([job, ...records], NOVEMBER).days[0];

describe("a day lost to weather", () => {
  it("counts if its weather reached a limit and enough critical-path hours were lost", () => {
    const day = dayOfClaim(reading("2026-11-10", { rainMm: 14, gustMs: 20 }), delay("2026-11-10", 4));
    expect(day).toMatchObject({ counts: true, hoursLost: 4, criticalHours: 4, isBySight: false });
    expect(formatPassed(day!.passed, "us").replaceAll("\u00A0", " ")).toBe(
      "Rain 0.55 in (limit 0.5 in), gusts 45 mph (limit 40 mph)",
    );
    expect(describeVerdict(day!)).toBe("Day lost");
  });

  it.each([
    ["No: no lost time in the log", [reading("2026-11-10", { rainMm: 14 })]],
    ["No: weather unknown", [delay("2026-11-10", 8)]],
    ["No: within the limits", [reading("2026-11-10"), delay("2026-11-10", 8)]],
    [
      "No: not on the critical path",
      [
        reading("2026-11-10", { rainMm: 14 }),
        delay("2026-11-10", 8, { delay: { cause: "weather", hours: 8, critical: false } }),
      ],
    ],
    [
      "No: only 3 h lost on the critical path",
      [reading("2026-11-10", { rainMm: 14 }), delay("2026-11-10", 3)],
    ],
    [
      "No: no lost time in the log",
      [
        reading("2026-11-10", { rainMm: 14 }),
        delay("2026-11-10", 8, { delay: { cause: "materials", hours: 8, critical: true } }),
      ],
    ],
    [
      "No: no lost time in the log",
      [reading("2026-11-10", { rainMm: 14 }), delay("2026-11-10", 8, { approved: false })],
    ],
  ])("doesn't count, with the reason: %s", (why, records) => {
    const day = dayOfClaim(...records);
    expect(day?.counts).toBe(false);
    expect(describeVerdict(day!)).toBe(why);
  });

  it("has the hours of the company that lost the most, with corrections applied", () => {
    const wrong = delay("2026-11-10", 9);
    const day = dayOfClaim(
      reading("2026-11-10", { rainMm: 14 }),
      wrong,
      delay("2026-11-10", 2, { corrects: wrong.id }),
      delay("2026-11-10", 3),
      delay("2026-11-10", 4.5, { company: "sub", approved: true }),
    );
    expect(day).toMatchObject({ hoursLost: 5, criticalHours: 5, counts: true });
  });

  it("counts a guest's entries once they are approved, and reports those waiting", () => {
    const wet = reading("2026-11-10", { rainMm: 14 });
    const theirs = (approved: boolean | null) => delay("2026-11-10", 8, { company: "sub", approved });
    const waits = dayOfClaim(wet, theirs(null))!;
    expect(waits).toMatchObject({ counts: false, hoursLost: 0, waiting: 1 });
    expect(describeVerdict(waits)).toBe("No: lost time awaiting approval");
    expect(describeWaiting(2)).toBe("2 guest entries are awaiting approval and aren’t counted.");
    expect(dayOfClaim(wet, theirs(true))).toMatchObject({ counts: true, hoursLost: 8, waiting: 0 });
    expect(dayOfClaim(wet, theirs(null), delay("2026-11-10", 5))).toMatchObject({
      counts: true,
      hoursLost: 5,
      waiting: 1,
    });
    expect(dayOfClaim(wet, theirs(false))).toMatchObject({ counts: false, waiting: 0 });
  });

  it("uses the reading for the job's current position, or an observation if there is no reading", () => {
    const elsewhere = reading("2026-11-10", { rainMm: 40 }, { lat: 45, lon: -121 });
    expect(dayOfClaim(elsewhere, delay("2026-11-10", 8))).toMatchObject({
      counts: false,
      whyNot: "no-weather",
    });
    const seen = record("logs.weather", {
      date: "2026-11-11",
      manual: { words: "Downpour", tempC: 6, rainMm: 20, windMs: null, at: null },
    });
    expect(dayOfClaim(seen, delay("2026-11-11", 8))).toMatchObject({ counts: true, isBySight: true });
    expect(
      dayOfClaim(reading("2026-11-12", { rainMm: null, gustMs: null }), delay("2026-11-12", 8)),
    ).toMatchObject({ whyNot: "within" });
  });

  it("reports unknown measures, and fills in a station's gaps from a model", () => {
    const dry = dayOfClaim(reading("2026-11-12", { rainMm: null, gustMs: null }), delay("2026-11-12", 8));
    expect(describeVerdict(dry!)).toBe("No: within the limits, rain not known");
    const frost = dayOfClaim(reading("2026-11-13", { snowCm: null, lowC: -2 }), delay("2026-11-13", 8));
    expect(describeVerdict(frost!)).toBe("No: within the limits, snow not known");
    expect(
      dayOfClaim(reading("2026-11-13", { snowCm: null, lowC: 9 }), delay("2026-11-13", 8))!.notKnown,
    ).toEqual([]);
    const both = reading("2026-11-14", { snowCm: null, lowC: -2 });
    const [seen] = both.fields["readings.aa"]!.values;
    const model = {
      ...(seen!.value as object),
      source: "open-meteo",
      basis: "modelled",
      place: "grid cell",
      snowCm: 12,
      rainMm: 30,
    };
    const told = {
      ...both,
      fields: { ...both.fields, "readings.bb": { values: [{ ...seen!, value: model }], gone: [] } },
    };
    const day = dayOfClaim(told, delay("2026-11-14", 8))!;
    expect(day).toMatchObject({
      counts: true,
      reading: { place: "KRDM", rainMm: 0, snowCm: 12, modelled: ["snowCm"] },
    });
    expect(formatPassed(day.passed, "us").replaceAll("\u00A0", " ")).toBe(
      "Snow 4.7 in (limit 1 in, modeled)",
    );
  });
});

describe("a claim", () => {
  it("subtracts expected days month by month", () => {
    const days = ["2026-10-06", "2026-10-07", "2026-10-08", "2026-11-10"];
    const claim = claimOf(
      [
        job,
        plan({ "10": 1, "11": 2 }),
        ...days.flatMap((date) => [reading(date, { rainMm: 20 }), delay(date, 8)]),
      ],
      {
        ...NOVEMBER,
        from: "2026-10-01",
        to: "2026-11-18",
      },
    );
    expect(claim.months).toEqual([
      { month: "2026-10", anticipated: 1, adverse: 3, lost: 3, beyond: 2, isPart: false },
      { month: "2026-11", anticipated: 2, adverse: 1, lost: 1, beyond: 0, isPart: true },
    ]);
    expect(claimTotals(claim)).toEqual({ anticipated: 3, adverse: 4, lost: 4, beyond: 2 });
  });

  it("lists weekdays and logged days without known weather", () => {
    const claim = claimOf([job, reading("2026-11-16"), delay("2026-11-21", 1)], {
      ...NOVEMBER,
      from: "2026-11-16",
      to: "2026-11-22",
    });
    expect(claim.unknown).toEqual(["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"]);
  });

  it("tolerates anything a device wrote", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("date", "manual", "delay", "threshold", "anticipated", "readings.aa"),
          fc.anything(),
        ),
        (said) => {
          const records = ["logs.weather", "logs.entry", "logs.plan"].map((kind) =>
            record(kind, { date: "2026-11-10", ...said }),
          );
          const { months, days } = claimOf(records, NOVEMBER);
          expect(months).toHaveLength(1);
          for (const day of days) expect(Number.isFinite(day.hoursLost)).toBe(true);
        },
      ),
    );
  });

  it("ignores limits that aren't set, and counts a low at its limit as adverse", () => {
    const none = {
      rainMm: null,
      snowCm: null,
      windMs: null,
      gustMs: null,
      lowC: null,
      highC: null,
      hoursLost: null,
    };
    const said = { rainMm: 99, snowCm: 99, windMs: 99, gustMs: 99, lowC: -40, highC: 50, modelled: [] };
    expect(passedLimits(none, said)).toEqual([]);
    expect(passedLimits({ ...none, lowC: -7 }, { ...said, lowC: -7 })).toEqual([
      { measure: "lowC", value: -7, limit: -7, isModelled: false },
    ]);
    expect(passedLimits({ ...none, lowC: -7 }, { ...said, lowC: -6.9 })).toEqual([]);
    expect(formatRule(none)).toContain("shows time lost");
  });
});
