import { expect, it } from "vitest";
import { formatCrew, formatDelay, formatItem } from "./format.ts";

it("formats crews, items and delays", () => {
  expect(formatCrew({ company: "Hill Brothers", trade: "Framing", count: 4, hours: 8 })).toBe(
    "Framing, Hill Brothers: 4 people, 8 h each",
  );
  expect(formatCrew({ company: "", trade: "Electrician", count: 1, hours: 2.5 })).toBe(
    "Electrician: 1 person, 2.5 h",
  );
  expect(formatItem({ what: "concrete", from: "Ready Mix", count: 12, unit: "yd³" })).toBe(
    "12 yd³ concrete, from Ready Mix",
  );
  expect(formatItem({ what: "Building inspector", from: null, count: null, unit: null })).toBe(
    "Building inspector",
  );
  expect(formatDelay({ cause: "weather", hours: 3, critical: true })).toBe(
    "Weather: 3 h lost, on the critical path",
  );
});
