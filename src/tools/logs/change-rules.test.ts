import { describe, expect, it } from "vitest";
import { refuseEntry, refuseName, refuseState } from "./change-rules.ts";
import { entryOf, LONGEST, STATES } from "./rules.ts";

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
    ["no day", { date: "soon" }, "date", /the day/],
    ["a day that has not come", { date: "2026-11-22" }, "date", /happened yet/],
    ["a day before anybody", { date: "1999-12-31" }, "date", /too far back/],
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
      /negative/,
    ],
    [
      "more than can be counted",
      { type: "delivery", item: { what: "Sand", count: 2e9 } },
      "count",
      /too large/,
    ],
    [
      "a note that is too long",
      { text: "x".repeat(LONGEST.text + 1) },
      "text",
      /10,001 characters\. The limit is 10,000/,
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

it("refuses each move of a day with the reason that people know", () => {
  const why = (
    from: (typeof STATES)[number],
    to: (typeof STATES)[number],
    isManager: boolean,
    isOwn = true,
  ) => refuseState(from, to, { isManager, isOwn });
  expect(why("sealed", "draft", true)).toContain("is locked");
  expect(why("submitted", "approved", false)).toBe("Only owners and managers can approve and lock days.");
  expect(why("approved", "draft", false)).toContain("was approved");
  expect(why("draft", "submitted", false, false)).toBe("This day belongs to another company.");
  expect(why("draft", "approved", true)).toBe("A day can’t go from open to approved.");
  expect(why("draft", "sealed", true), "from a device that learned late").toBeNull();
  expect(why("approved", "submitted", true)).toBeNull();
});
