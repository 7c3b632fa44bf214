import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { counter, metricsText, readGauges } from "./metrics.server.ts";

const lines = async (name: string) =>
  (await metricsText())
    .split("\n")
    .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));

test("readings are cached for several scrapers, and renewed after a while", async () => {
  let read = 0;
  readGauges(
    { test_one: "One", test_kinds: { help: "Kinds", label: "kind" } },
    () => ({ test_one: ++read, test_kinds: { a: read, b: 2 } }),
    {
      keptMs: 60,
    },
  );
  const texts = await Promise.all([metricsText(), metricsText(), metricsText()]);
  expect(new Set(texts.map((text) => /^test_one (\d)$/m.exec(text)?.[1]))).toEqual(new Set(["1"]));
  expect(await lines("test_kinds")).toEqual(['test_kinds{kind="a"} 1', 'test_kinds{kind="b"} 2']);
  expect(read).toBe(1);
  await sleep(80);
  expect(await lines("test_one")).toEqual(["test_one 2"]);
});

test("an unreadable gauge is omitted instead of 0, and the rest of the page is there", async () => {
  let away = false;
  readGauges(
    { test_away: "Away", test_partly: "Partly", test_away_kinds: { help: "Kinds", label: "kind" } },
    () => {
      if (away) throw new Error("the database is away");
      return { test_away: 7, test_away_kinds: { a: 1 } };
    },
    { keptMs: 0 },
  );
  expect(await lines("test_away")).toEqual(["test_away 7"]);
  expect(await lines("test_partly")).toEqual([]);
  away = true;
  expect([...(await lines("test_away")), ...(await lines("test_away_kinds"))]).toEqual([]);
  expect(await lines("process_resident_memory_bytes")).toHaveLength(1);
  away = false;
  expect(await lines("test_away_kinds")).toEqual(['test_away_kinds{kind="a"} 1']);
});

test("a hanging gauge neither delays the page nor piles up, and returns when it answers", async () => {
  let begun = 0;
  const answer = Promise.withResolvers<{ test_slow: number }>();
  readGauges({ test_slow: "Slow" }, () => (begun++, answer.promise), { keptMs: 1_000, patienceMs: 50 });
  for (let at = 0; at < 3; at++) expect(await lines("test_slow")).toEqual([]);
  expect(begun).toBe(1);
  answer.resolve({ test_slow: 3 });
  await sleep(5);
  expect(await lines("test_slow")).toEqual(["test_slow 3"]);
});

test("a counter counts by kind", async () => {
  const outcomes = counter("test_outcomes_total", "Outcomes", "outcome");
  for (const kind of ["sent", "sent", "failed"]) outcomes.count(kind);
  expect(await lines("test_outcomes_total")).toEqual([
    'test_outcomes_total{outcome="sent"} 2',
    'test_outcomes_total{outcome="failed"} 1',
  ]);
});
