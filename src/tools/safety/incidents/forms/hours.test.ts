import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LoggedCrew, proposeFigures } from "./hours.ts";

const MONDAY: LoggedCrew = { day: "2026-03-02", company: "", people: 4, hours: 32 };

describe("figures from the daily logs", () => {
  it("count own crews, and say how", () => {
    const found = proposeFigures(
      [
        MONDAY,
        { ...MONDAY, company: "HILL brothers", people: 3, hours: 24.4 },
        { ...MONDAY, day: "2026-03-03", people: 6, hours: 48 },
        { ...MONDAY, company: "Ace Electric", people: 40, hours: 320 },
        { ...MONDAY, day: "2026-12-31", people: 97, hours: 10 },
      ],
      ["Hill Brothers"],
    );
    expect(found).toMatchObject({ hours: 114, averageEmployees: 2 });
    expect(found?.how.slice(0, 3)).toEqual([
      "Hours: your daily logs have 114 hours of your own crews on 3 days.",
      "320 hours of other companies’ crews aren’t counted. They record their own.",
      "Average: the most people on one day of each week, 104 in all, ÷ 52 weeks, rounded up = 2.",
    ]);
  });

  it("need a crew of one’s own", () => {
    expect(proposeFigures([], [])).toBeNull();
    expect(proposeFigures([{ ...MONDAY, company: "Ace" }], ["Hill"])).toBeNull();
    expect(proposeFigures([{ ...MONDAY, hours: 0 }], [])).toBeNull();
  });

  it("never exceed what was logged", () => {
    const crew = fc.record({
      day: fc
        .integer({ min: 0, max: 364 })
        .map((days) => Temporal.PlainDate.from("2026-01-01").add({ days }).toString()),
      company: fc.constantFrom("", "Ace"),
      people: fc.integer({ min: 1, max: 200 }),
      hours: fc.integer({ min: 0, max: 2_000 }),
    });
    fc.assert(
      fc.property(fc.array(crew), (crews) => {
        const found = proposeFigures(crews, []);
        if (!found) return;
        const own = crews.filter(({ company }) => company === "");
        expect(found.hours).toBe(own.reduce((all, { hours }) => all + hours, 0));
        expect(found.averageEmployees).toBeLessThanOrEqual(own.reduce((all, { people }) => all + people, 0));
        expect(found.averageEmployees).toBeGreaterThan(0);
      }),
    );
  });
});
