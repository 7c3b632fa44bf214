import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planOf } from "./claim/plan-rules.ts";
import { dayId } from "./ids.ts";
import {
  crewsOf,
  crewTotals,
  formatCrew,
  dateAt,
  dayOf,
  formatDelay,
  entryOf,
  gapsOf,
  type DayState,
  lastSubmittedAt,
  isLate,
  formatItem,
  LONGEST,
  refuseEntry,
  refuseName,
  refuseState,
  effectiveEntries,
  STATES,
  tagField,
} from "./rules.ts";

const crew = (id: string, count: number, hours: number, more: Record<string, unknown> = {}) =>
  entryOf(id, {
    type: "crew",
    date: "2026-11-20",
    crew: { company: "Hill", trade: "Framing", count, hours },
    ...more,
  });

describe("a record from a device", () => {
  it("is readable whatever it contains", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.oneof(
            fc.constantFrom(
              "date",
              "crew",
              "item",
              "delay",
              "state",
              "threshold",
              `photos.${"a".repeat(64)}`,
              "tags.a",
            ),
            fc.string(),
          ),
          fc.jsonValue(),
        ),
        (values) => {
          expect(STATES).toContain(dayOf(values).state);
          expect(() => [entryOf("x", values), planOf(values)]).not.toThrow();
          expect(gapsOf([entryOf("x", values)], false).length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("has no date if the date is invalid", () => {
    for (const date of ["2026-02-30", "2026-2-3", "yesterday", 20261120, null])
      expect(entryOf("x", { date }).date).toBeNull();
  });
});

describe("a day's totals", () => {
  it("count effective entries only, neither replaced nor declined ones", () => {
    const all = [
      crew("a", 4, 8),
      crew("b", 2, 7.5),
      crew("c", 5, 8, { corrects: "a" }),
      crew("d", 9, 8, { approved: false }),
    ];
    expect(effectiveEntries(all).map(({ id }) => id)).toEqual(["b", "c"]);
    expect(crewTotals(all)).toEqual({ people: 7, hours: 55 });
    expect(crewsOf(all).map(({ count }) => count)).toEqual([2, 5]);
  });

  it("ignore corrections by other companies, and unapproved corrections of approved entries", () => {
    const guests = (id: string, count: number, more: Record<string, unknown> = {}) =>
      crew(id, count, 8, { company: "guest", ...more });
    expect(crewTotals([crew("a", 4, 8, { company: "us" }), guests("b", 1, { corrects: "a" })]).people).toBe(
      5,
    );
    const approved = guests("a", 4, { approved: true });
    expect(crewTotals([approved, guests("b", 9, { corrects: "a" })]).people).toBe(4);
    expect(crewTotals([approved, guests("b", 9, { corrects: "a", approved: true })]).people).toBe(9);
    expect(crewTotals([guests("a", 4), guests("b", 9, { corrects: "a" })]).people, "both wait").toBe(9);
  });

  it("ignore declined corrections", () => {
    expect(crewTotals([crew("a", 4, 8), crew("b", 6, 8, { corrects: "a", approved: false })])).toEqual({
      people: 4,
      hours: 32,
    });
  });

  it("list what is missing, and nothing once it is complete", () => {
    const photo = { [`photos.${"a".repeat(64)}`]: { type: "image/jpeg", at: 5 } };
    expect(gapsOf([], false).map(({ is }) => is)).toEqual(["crew", "work", "photos", "weather"]);
    expect(gapsOf([entryOf("p", { type: "note", ...photo })], true).map(({ words }) => words)).toContain(
      "1 photo without words or tags",
    );
    const came = entryOf("d", { type: "delivery", item: { what: "Concrete" }, ...photo });
    expect(
      gapsOf([came], true).map(({ is }) => is),
      "a photo of what came says what it is",
    ).not.toContain("captions");
    const work = entryOf("w", { type: "work", text: "North wall", ...photo });
    expect(gapsOf([crew("a", 2, 8), work], true)).toEqual([]);
    expect(
      gapsOf(
        [
          crew("a", 2, 8),
          entryOf("p", { type: "work", text: "x" }),
          entryOf("q", { "tags.roof": true, ...photo }),
        ],
        true,
      ),
    ).toEqual([]);
  });
});

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

it("allows no change of a sealed day, and lets only managers approve", () => {
  const ways = (isManager: boolean) =>
    STATES.flatMap((from) =>
      STATES.flatMap((to) =>
        refuseState(from, to, { isManager, isOwn: true }) === null && from !== to ? [`${from} to ${to}`] : [],
      ),
    );
  expect(ways(true).filter((way) => way.startsWith("sealed"))).toEqual([]);
  expect(ways(false)).toEqual([
    "draft to submitted",
    "submitted to draft",
    "rejected to draft",
    "rejected to submitted",
  ]);
  expect(refuseState("draft", "submitted", { isManager: false, isOwn: false })).not.toBeNull();
});

it("allows changing the company name until the day is submitted, or until it is sealed for a manager", () => {
  for (const state of STATES) {
    const isOpen = state === "draft" || state === "rejected";
    expect(refuseName(state, state, { isManager: false }) === null, state).toBe(isOpen);
    expect(refuseName(state, state, { isManager: true }) === null, state).toBe(state !== "sealed");
  }
  expect(refuseName("draft", "submitted", { isManager: false })).toBeNull();
});

describe("an entry", () => {
  const TODAY = "2026-11-20";
  const whyOf = (values: Record<string, unknown>) =>
    refuseEntry(entryOf("x", { type: "note", date: TODAY, ...values }), TODAY);
  const crewed = (over: Record<string, unknown>) => ({
    crew: { company: "Hill", trade: "Framing", count: 2, hours: 8, ...over },
  });

  it.each<[string, Record<string, unknown>, string, RegExp]>([
    ["no day", { date: "soon" }, "date", /which day/],
    ["a day that has not come", { date: "2026-11-22" }, "date", /still ahead/],
    ["a day before anybody", { date: "1999-12-31" }, "date", /too long ago/],
    ["hours below nothing", crewed({ hours: -0.5 }), "hours", /0 to 24/],
    ["more hours than a day has", crewed({ hours: 24.1 }), "hours", /0 to 24/],
    ["nobody", crewed({ count: 0 }), "count", /1 to 1,000/],
    ["half a person", crewed({ count: 1.5 }), "count", /1 to 1,000/],
    ["more people than a city", crewed({ count: 1_001 }), "count", /1 to 1,000/],
    ["no company and no trade", crewed({ company: "", trade: " " }), "crew", /company or trade/],
    [
      "hours lost below nothing",
      { delay: { cause: "weather", hours: -1, critical: false } },
      "hours",
      /0 to 24/,
    ],
    ["a day lost twice", { delay: { cause: "weather", hours: 48, critical: false } }, "hours", /0 to 24/],
    ["a delivery of nothing", { type: "delivery", item: { what: " " } }, "what", /what it was/],
    [
      "less than no concrete",
      { type: "delivery", item: { what: "Concrete", count: -1 } },
      "count",
      /below nothing/,
    ],
    [
      "more than can be counted",
      { type: "delivery", item: { what: "Sand", count: 2e9 } },
      "count",
      /more than/,
    ],
    [
      "a note that is too long",
      { text: "x".repeat(LONGEST.text + 1) },
      "text",
      /10,001 characters, and 10,000 fit/,
    ],
  ])("is refused with a message at its field: %s", (_what, values, field, why) => {
    expect(whyOf(values)).toMatchObject({ field, why: expect.stringMatching(why) as string });
  });

  it("is accepted at the limits", () => {
    for (const values of [
      { text: "x".repeat(LONGEST.text) },
      // A device east of the job's time zone may be a day ahead.
      { date: "2026-11-21" },
      crewed({ hours: 24, count: 1_000 }),
      crewed({ hours: 0 }),
      { delay: { cause: "owner", hours: 0, critical: true } },
    ])
      expect(whyOf(values), JSON.stringify(values).slice(0, 80)).toBeNull();
  });
});

describe("late entries", () => {
  const zone = "America/Denver";
  const at = (text: string) => Temporal.Instant.from(text).epochMilliseconds;
  it("were written after their day was submitted or over", () => {
    const entry = { date: "2026-11-20" };
    const late = (when: string, submitted: string | null) =>
      isLate(entry, { at: at(when), zone, submittedAt: submitted === null ? null : at(submitted) });
    expect(late("2026-11-21T00:30:00Z", "2026-11-21T00:00:00Z")).toBe(true);
    expect(late("2026-11-20T23:30:00Z", "2026-11-21T00:00:00Z")).toBe(false);
    // A minute before midnight in Denver, and a minute after it.
    expect(late("2026-11-21T06:59:00Z", null)).toBe(false);
    expect(late("2026-11-21T07:01:00Z", null)).toBe(true);
  });

  it("are measured from the last submission, not from approval or sealing", () => {
    const steps = (...all: [DayState, number][]) =>
      lastSubmittedAt(all.map(([is, when]) => ({ is, at: when })));
    expect(steps()).toBeNull();
    expect(steps(["submitted", 1], ["approved", 2], ["sealed", 3])).toBe(1);
    expect(steps(["submitted", 1], ["rejected", 2])).toBeNull();
    expect(steps(["submitted", 1], ["draft", 2], ["submitted", 3], ["approved", 4])).toBe(3);
    expect(steps(["sealed", 5])).toBe(5);
  });

  it("are judged by the job's dates, also when clocks change", () => {
    expect(dateAt(at("2026-03-08T08:59:00Z"), zone)).toBe("2026-03-08");
    expect(dateAt(at("2026-11-02T06:59:00Z"), zone)).toBe("2026-11-01");
    expect(dateAt(at("2026-11-02T07:00:00Z"), zone)).toBe("2026-11-02");
    expect(dateAt(at("2026-11-20T10:30:00Z"), "Pacific/Kiritimati")).toBe("2026-11-21");
  });
});

it("turns tags into valid field names, or null", () => {
  fc.assert(
    fc.property(fc.string(), (tag) => {
      const field = tagField(tag);
      if (field !== null) expect(field).toMatch(/^tags\.[a-z0-9-]{1,40}$/);
    }),
  );
  expect(["North wall", " Café ", "Séjour", "—", "кухня"].map(tagField)).toEqual([
    "tags.north-wall",
    "tags.cafe",
    "tags.sejour",
    null,
    null,
  ]);
});

it("gives days of different jobs, dates and companies different ids", () => {
  const ids = [
    dayId("a", "2026-11-20", "c"),
    dayId("a", "2026-11-21", "c"),
    dayId("a", "2026-11-20", "d"),
    dayId("b", "2026-11-20", "c"),
  ];
  expect(new Set(ids).size).toBe(4);
});
