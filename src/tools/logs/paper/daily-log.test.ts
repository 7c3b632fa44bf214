import { expect, it } from "vitest";
import type { JobRecord } from "#ground/sync/public.server.ts";
import { fillDailyLog } from "./daily-log.ts";
import { ask, record } from "../testing/records.ts";

it("marks entries written after submission as late, even on approved and sealed days", () => {
  const at = (time: string) => Date.parse(`2026-11-18T${time}:00Z`);
  const state = (is: string, when: number) => {
    const [one] = record(
      "logs.day",
      is,
      { date: "2026-11-18", company: "us", state: { is, why: null } },
      when,
    ).commands;
    return one!;
  };
  const day = record(
    "logs.day",
    "day",
    { date: "2026-11-18", company: "us", state: { is: "sealed", why: null } },
    at("23:30"),
  );
  const steps = [
    state("submitted", at("20:00")),
    state("approved", at("22:00")),
    state("sealed", at("23:30")),
  ];
  const work = (id: string, when: number) =>
    record("logs.entry", id, { date: "2026-11-18", company: "us", type: "work", text: `${id}.` }, when);
  const paper = fillDailyLog(
    [{ ...day, commands: steps }, work("on time", at("19:00")), work("afterwards", at("21:00"))],
    ask,
  )!;
  const told = paper.chapters.flatMap(({ parts }) => parts.flatMap(({ entries }) => entries));
  expect(told.map(({ lines, marks }) => [lines[0], marks.some((mark) => mark.startsWith("late"))])).toEqual([
    ["on time.", false],
    ["afterwards.", true],
  ]);
});

it("names editors, but not whoever approved the entry", () => {
  const one = record("logs.entry", "e", {
    date: "2026-11-18",
    company: "us",
    type: "work",
    text: "Framed.",
    approved: true,
  });
  const by = (field: string, author: string) => {
    const [value] = one.fields[field]!.values;
    return [field, { values: [{ ...value!, author, at: value!.at + 1 }], gone: [] }] as const;
  };
  const told = (changes: readonly (readonly [string, JobRecord["fields"][string]])[]) =>
    fillDailyLog([{ ...one, fields: { ...one.fields, ...Object.fromEntries(changes) } }], ask)!
      .chapters.at(-1)!
      .facts.at(-1)!.lines;
  expect(told([by("approved", "lee")])).toEqual(["luis"]);
  expect(told([by("text", "ana"), by("approved", "lee")])).toEqual(["luis, changed by ana"]);
});

it("marks entries that arrived on a later day, and prints places if requested", () => {
  const place = { lat: 43.61501, lon: -116.20231, accuracy: 8 };
  const photo = { [`photos.${"a".repeat(64)}`]: { type: "image/jpeg", at: 1 } };
  const one = record("logs.entry", "e", {
    date: "2026-11-18",
    company: "us",
    type: "work",
    text: "Framed.",
    place,
    ...photo,
  });
  const came = (at: string) => ({
    ...one,
    commands: [{ ...one.commands[0]!, receivedAt: Temporal.Instant.from(at) }],
  });
  const marks = (told: JobRecord, places = false) => {
    const [chapter] = fillDailyLog([told], {
      ...ask,
      places,
      from: "2026-11-18",
      to: "2026-11-18",
    })!.chapters;
    expect(chapter!.photos.map(({ place: where }) => where)).toEqual([place]);
    return chapter!.parts.flatMap(({ entries }) => entries.flatMap(({ marks: said }) => said));
  };
  expect(marks(one)).toEqual([]);
  expect(marks(came("2026-11-19T06:59:00Z"))).toEqual([]);
  // Only the device's clock says that it was written on the 18th.
  expect(marks(came("2026-11-19T07:01:00Z"))).toEqual(["arrived Nov 19, 2026, 12:01 AM"]);
  expect(marks(one, true)).toEqual(["at 43.61501, -116.20231 ± 8 m"]);
});

it("counts late entries, and guest entries that aren't approved", () => {
  const late = Date.parse("2026-11-20T18:00:00Z");
  const entryOf = (id: string, company: string, approved: boolean | null, at?: number) =>
    record("logs.entry", id, { date: "2026-11-18", company, type: "work", text: id, approved }, at);
  const remarks = (...records: JobRecord[]) =>
    fillDailyLog(records, { ...ask, from: "2026-11-18", to: "2026-11-18" })!.chapters[0]!.remarks.filter(
      (words) => !words.startsWith("Missing"),
    );
  expect(remarks(entryOf("a", "guest", true, late))).toEqual([
    "1 entry was written late and is marked as late.",
  ]);
  expect(remarks(entryOf("a", "us", null), entryOf("b", "guest", null), entryOf("c", "guest", null))).toEqual(
    ["2 guest entries aren’t approved yet and are marked that way."],
  );
});

it("includes days written on since the last report, not days only approved since, and lists days without a log", () => {
  const at = (date: string) => Date.parse(`${date}T18:00:00Z`);
  const numbered = (one: JobRecord, ...numbers: number[]): JobRecord => ({
    ...one,
    commands: numbers.map((number) => ({ ...one.commands[0]!, id: `${one.id}-${number}`, number })),
  });
  const work = (id: string, date: string, ...numbers: number[]) =>
    numbered(
      record("logs.entry", id, { date, company: "us", type: "work", text: `${id}.` }, at(date)),
      ...numbers,
    );
  const day = (date: string, is: string, ...numbers: number[]) =>
    numbered(
      record("logs.day", `day ${date}`, { date, company: "us", state: { is, why: null } }, at(date)),
      ...numbers,
    );
  const records = [
    // In the report of Friday the 13th, and approved since.
    ...[work("told", "2026-11-12", 1), day("2026-11-12", "approved", 2, 11)],
    // In that report too, with a late entry since.
    ...[work("first", "2026-11-13", 3), work("late", "2026-11-13", 12)],
    // This week: entries, and a day submitted without any.
    ...[work("framed", "2026-11-17", 13), day("2026-11-18", "submitted", 14)],
  ];
  const { chapters, from, to } = fillDailyLog(records, {
    ...ask,
    from: "2026-11-13",
    to: "2026-11-20",
    sinceCount: 10,
    untilCount: 20,
  })!;
  expect([from, to]).toEqual(["2026-11-13", "2026-11-18"]);
  expect(chapters.map(({ title }) => title)).toEqual([
    "Totals",
    "Friday, November 13, 2026",
    "Tuesday, November 17, 2026",
    "Wednesday, November 18, 2026",
  ]);
  expect(chapters[0]!.remarks).toEqual(["No log on 2 working days: Mon, Nov 16; Thu, Nov 19."]);
  expect(chapters.map(({ remarks }) => remarks.some((words) => words.includes("here again")))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

it("lists weekdays without a log up to the last logged day", () => {
  const totals = fillDailyLog(
    ["2026-11-17", "2026-11-19"].map((date) =>
      record("logs.entry", date, { date, company: "us", type: "work", text: "Framing." }),
    ),
    ask,
  )!.chapters[0]!;
  expect(totals.remarks).toEqual(["No log on 2 working days: Mon, Nov 16; Wed, Nov 18."]);
  expect(totals.parts[0]!.table!.rows.map(({ cells }) => cells[1])).toEqual([
    "No log",
    "Open",
    "No log",
    "Open",
  ]);
});
