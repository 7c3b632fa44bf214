import { expect, it } from "vitest";
import type { ShapeAsk } from "#trade/jobs/public.server.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import { ask as week, record } from "../testing/records.ts";
import { weatherClaim } from "./report-shape.server.ts";

// What a reader of a claim must see: who wrote what and when, the source of each figure, and when the limits
// were set.

const ask: ShapeAsk = { ...week, from: "2026-11-01", to: "2026-11-30" };
const at = (time: string) => Date.parse(`2026-11-18T${time}:00-07:00`);
const [SEEN, MODEL] = ["a".repeat(64), "b".repeat(64)];
const reading = (source: string, over: object) => ({
  ...{
    source,
    place: "KRDM",
    distanceM: 6200,
    url: `https://${source}.test/day`,
    fetchedAt: "2026-11-19T13:00:00Z",
    lat: 44,
    lon: -121,
  },
  ...{ zone: "America/Denver", hours: [], highC: 3, lowC: -1, windMs: 3, gustMs: 6, words: "Snow", ...over },
});
const weather = record(
  "logs.weather",
  "weather",
  {
    date: "2026-11-18",
    [`readings.${SEEN}`]: reading("nws", { basis: "observed", rainMm: 0, snowCm: null }),
    [`readings.${MODEL}`]: reading("open-meteo", { basis: "modelled", rainMm: 0, snowCm: 12 }),
  },
  at("18:00"),
);
const delay = (id: string, over: Record<string, unknown>, when: number, author?: string) =>
  record(
    "logs.entry",
    id,
    {
      date: "2026-11-18",
      company: "us",
      type: "delay",
      delay: { cause: "weather", hours: 5, critical: true },
      text: `${id}.`,
      ...over,
    },
    when,
    author,
  );
const approvedDay = (company: string, over = {}) =>
  record(
    "logs.day",
    `day ${company}`,
    { date: "2026-11-18", company, state: { is: "approved", why: null }, handedIn: true, ...over },
    at("16:00"),
  );
const chapters = (...records: JobRecord[]) => weatherClaim.tell([weather, ...records], ask)!.chapters;
const delayEntries = (...records: JobRecord[]) =>
  chapters(...records)
    .flatMap(({ parts }) => parts)
    .find(({ title }) => title === "Work stopped")!.entries;

it("shows the author and editors of delays, and marks late ones", () => {
  const first = delay("first", {}, at("11:00"));
  const changed = { ...first.fields["text"]!.values[0]!, author: "ana", at: at("12:00") };
  const both = { ...first, fields: { ...first.fields, text: { values: [changed], gone: [] } } };
  const corrected = delay("corrected", { corrects: "wrong" }, at("17:30"));
  expect(
    delayEntries(both, delay("wrong", {}, at("11:30")), corrected, approvedDay("us")).map(({ by, marks }) => [
      by,
      marks,
    ]),
  ).toEqual([
    ["luis, changed by ana", []],
    ["luis", ["correction", "late, written Nov 18, 2026, 5:30 PM"]],
  ]);
  const theirs = delay("theirs", { company: "ray", approved: true }, at("11:00"), "ray");
  expect(
    delayEntries(theirs, approvedDay("ray", { companyName: "Ray’s Electric" })).map(({ by }) => by),
  ).toEqual(["ray, Ray’s Electric (guest)"]);
});

it("shows the state of the log of a lost day", () => {
  const log = (...records: JobRecord[]) =>
    chapters(delay("d", {}, at("11:00")), ...records)[1]!.facts.find(({ name }) => name === "Log")!.lines;
  expect(log()).toEqual(["Open: not submitted yet."]);
  expect(log(approvedDay("us"))).toEqual(["Approved by luis, Nov 18, 2026, 4:00 PM."]);
});

it("cites the source of values filled in from a model, with hash and address", () => {
  const last = JSON.stringify(chapters(delay("d", {}, at("11:00"))).at(-1));
  expect(last).toContain(`${SEEN} https://nws.test/day`);
  expect(last).toContain(`Modeled: ${MODEL} https://open-meteo.test/day`);
  expect(last).toContain("Weather data by Open-Meteo.com, CC BY 4.0.");
});

it("says who set the limits and when, and warns if that was after a claimed day", () => {
  const plan = (when: number) =>
    record(
      "logs.plan",
      "plan",
      { threshold: { snowCm: 5, hoursLost: 4 }, anticipated: { "11": 1 } },
      when,
      "dana",
    );
  const decided = (when: number) => {
    const [{ facts, remarks }] = chapters(delay("d", {}, at("11:00")), plan(when)) as [
      ReturnType<typeof chapters>[number],
    ];
    return [
      facts.find(({ name }) => name === "Who set them")!.lines,
      remarks.some((words) => words.includes("were changed after")),
    ];
  };
  expect(decided(at("06:00"))).toEqual([
    ["Limits by dana, Nov 18, 2026, 6:00 AM.", "Expected days lost by dana, Nov 18, 2026, 6:00 AM."],
    false,
  ]);
  expect(decided(Date.parse("2026-11-25T12:00:00-07:00"))[1]).toBe(true);
  const [{ facts }] = chapters(delay("d", {}, at("11:00"))) as [ReturnType<typeof chapters>[number]];
  expect(facts.find(({ name }) => name === "Who set them")!.lines).toEqual([
    "Not set yet. These are common limits.",
  ]);
});
