import fc from "fast-check";
import { expect, it } from "vitest";
import { fillDailyLog } from "./daily-log.ts";
import { CAUSES, TYPES } from "../rules.ts";
import { ask, record } from "../testing/records.ts";

const text = fc.string({ maxLength: 40 });
const entry = fc.record({
  date: fc.constantFrom("2026-11-16", "2026-11-18", "2026-11-20"),
  company: fc.constantFrom("us", "guest"),
  type: fc.constantFrom(...TYPES),
  text: fc.option(text),
  crew: fc.option(
    fc.record({
      company: text,
      trade: text,
      count: fc.integer({ min: 1, max: 40 }),
      hours: fc.double({ min: 0, max: 24, noNaN: true }),
    }),
  ),
  item: fc.option(
    fc.record({
      what: text,
      from: fc.option(text),
      count: fc.option(fc.integer({ min: 0, max: 99 })),
      unit: fc.option(text),
    }),
  ),
  delay: fc.option(
    fc.record({
      cause: fc.constantFrom(...CAUSES),
      hours: fc.double({ min: 0, max: 24, noNaN: true }),
      critical: fc.boolean(),
    }),
  ),
  corrects: fc.option(fc.integer({ min: 0, max: 7 }).map((at) => `e${at}`)),
});

it("prints every entry once, whatever it corrects, and counts them all", () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), (entries) => {
      const said = entries.map((one, at) => ({ ...one, text: `${one.text ?? ""} mark${at}.` }));
      const filled = fillDailyLog(
        said.map((one, at) => record("logs.entry", `e${at}`, one)),
        ask,
      );
      const paper = JSON.stringify(filled);
      for (const [at] of said.entries()) expect(paper.split(`mark${at}.`)).toHaveLength(2);
      expect(filled?.entries ?? 0).toBe(entries.length);
      for (const { parts } of filled?.chapters ?? [])
        for (const { table } of parts)
          for (const { cells } of table?.rows ?? []) expect(cells).toHaveLength(table!.columns.length);
    }),
  );
});

it("prints entries that correct each other, themselves, or an unknown entry", () => {
  const told = [
    ["a", "b"],
    ["b", "a"],
    ["c", "c"],
    ["d", "elsewhere"],
  ].map(([id, corrects]) =>
    record("logs.entry", id!, {
      date: "2026-11-18",
      company: "us",
      type: "work",
      text: `mark-${id}.`,
      corrects,
    }),
  );
  const paper = JSON.stringify(fillDailyLog(told, ask));
  for (const id of "abcd") expect(paper.split(`mark-${id}.`)).toHaveLength(2);
});

it("is printed from anything a device wrote", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          kind: fc.constantFrom("logs.day", "logs.entry", "logs.weather", "jobs.job"),
          values: fc.dictionary(text, fc.jsonValue()),
          date: fc.constantFrom("2026-11-18", "nonsense"),
        }),
        { maxLength: 6 },
      ),
      fc.record({
        type: fc.jsonValue(),
        crew: fc.jsonValue(),
        delay: fc.jsonValue(),
        item: fc.jsonValue(),
        state: fc.jsonValue(),
        [`readings.${"a".repeat(64)}`]: fc.jsonValue(),
      }),
      (all, broken) => {
        const records = all.map(({ kind, values, date }, at) =>
          record(kind, `r${at}`, { ...values, ...broken, date, text: "said" }),
        );
        expect(() => fillDailyLog(records, ask)).not.toThrow();
      },
    ),
  );
});
