import { describe, expect, test } from "vitest";
import { courses } from "../drip/courses.server.ts";
import { magnetBriefOf, type Measures, measureDrips, measureMagnets, type SampleBrief } from "./measure.ts";
import { playbooks } from "../playbook/playbooks.server.ts";
import samples from "../testing/briefs.json" with { type: "json" };
import { choosePlaybook } from "../playbook/understand-brief.ts";

const shelf = { playbooks: playbooks(), courses: courses() };
const briefs: readonly SampleBrief[] = samples;

test("has at least sixty briefs, two or more per trade, each recognized", () => {
  expect(briefs.length).toBeGreaterThanOrEqual(60);
  for (const { id } of playbooks())
    expect(briefs.filter(({ trade }) => trade === id).length, id).toBeGreaterThanOrEqual(2);
  const missed = briefs.filter(
    (brief) => choosePlaybook(magnetBriefOf(brief), playbooks()).id !== brief.trade,
  );
  expect(missed.map(({ trade, product }) => `${trade}: ${product}`)).toEqual([]);
});

// Minimum quality of the writer. Current values are in docs/measured/writer.md.
describe.each([
  ["lead magnets", () => measureMagnets(briefs, shelf)],
  ["lead drips", () => measureDrips(briefs, shelf)],
] as const)("%s over all briefs", (_name, run) => {
  const measured: Measures = run();

  test("pass every check in three versions", () => {
    expect(measured.findings).toEqual([]);
  });

  test("share at most 15 % of sentences within a trade and 5 % across trades", () => {
    expect(measured.sameTrade.worst, measured.sameTrade.whose).toBeLessThanOrEqual(0.15);
    expect(measured.otherTrade.worst, measured.otherTrade.whose).toBeLessThanOrEqual(0.05);
  });

  test("read at grade 8 or below, including their paragraphs alone", () => {
    for (const { brief, grade, paragraphGrade } of measured.rows)
      expect(Math.max(grade, paragraphGrade), brief).toBeLessThanOrEqual(8);
  });

  test("share at most 30 % with the previous version", () => {
    expect(measured.versions.worst, measured.versions.whose).toBeLessThanOrEqual(0.3);
  });

  test("mention the brief or the trade in at least half of their sentences", () => {
    expect(measured.specific.worst, measured.specific.whose).toBeGreaterThanOrEqual(0.5);
  });
});
