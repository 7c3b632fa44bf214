import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formsDueOn,
  momentOf,
  OSHA_PHONE,
  OSHA_REPORT_PAGE,
  REPORT_HOURS,
  reportClock,
  reportStanding,
  type SevereEvent,
  type SevereKind,
} from "./clocks.ts";
import { ANSWERS, type Answer } from "./truth.ts";

const CHICAGO = "America/Chicago";
const FALL = momentOf("2026-11-02", "10:00", CHICAGO);

const eventOf = (more: Partial<SevereEvent> = {}): SevereEvent => {
  const at = more.outcomeAt ?? FALL;
  return {
    ...{ kind: "death", incidentAt: at, outcomeAt: at, knownAt: at, workRelated: "yes" },
    ...{ workRelatedKnownAt: null, publicRoad: "no", workZone: "no", transit: "no", observationOnly: "no" },
    ...{ reportedBefore: false, zone: CHICAGO },
    ...more,
  };
};

/** The deadline on the wall where it happened, "2026-11-01T06:50". */
const dueAt = (event: SevereEvent) =>
  reportClock(event).deadline?.toZonedDateTimeISO(event.zone).toPlainDateTime().toString().slice(0, 16);

describe("the deadline of a report", () => {
  it("is right across clock changes", () => {
    const autumn = momentOf("2026-10-31", "23:50", CHICAGO);
    expect(dueAt(eventOf({ outcomeAt: autumn }))).toBe("2026-11-01T06:50");
    expect(dueAt(eventOf({ outcomeAt: autumn, kind: "amputation" }))).toBe("2026-11-01T22:50");
    const spring = momentOf("2026-03-07", "23:50", CHICAGO);
    expect(dueAt(eventOf({ outcomeAt: spring }))).toBe("2026-03-08T08:50");
    // Arizona doesn't change its clocks.
    const zone = "America/Phoenix";
    expect(dueAt(eventOf({ outcomeAt: momentOf("2026-10-31", "23:50", zone), zone }))).toBe(
      "2026-11-01T07:50",
    );
  });

  it("counts from what was learned last", () => {
    const learned = FALL.add({ hours: 30 });
    expect(reportClock(eventOf({ knownAt: learned }))).toMatchObject({
      because: { cites: "1904.39(b)(7)" },
      deadline: learned.add({ hours: 8 }),
    });
    const related = learned.add({ hours: 5 });
    expect(reportClock(eventOf({ knownAt: learned, workRelatedKnownAt: related }))).toMatchObject({
      because: { cites: "1904.39(b)(8)" },
      deadline: related.add({ hours: 8 }),
    });
  });

  it("waits while nobody knows whether it was work-related", () => {
    const clock = reportClock(eventOf({ workRelated: "unknown" }));
    expect(clock).toMatchObject({ must: "wait", deadline: null, because: { cites: "1904.39(b)(8)" } });
  });

  it("stands while an exception isn't known, and says what to find out", () => {
    const clock = reportClock(
      eventOf({
        ...{ kind: "hospitalization", incidentAt: null, observationOnly: "unknown" },
        ...{ publicRoad: "yes", workZone: "unknown", transit: "unknown" },
      }),
    );
    expect(clock.must).toBe("report");
    expect(clock.check.map(({ cites }) => cites)).toEqual([
      ...["1904.39(b)(3)", "1904.39(b)(4)", "1904.39(b)(10)", "1904.39(b)(6)"],
    ]);
  });

  it("ends 30 days after the incident for a death, and 24 hours after it for the rest", () => {
    const must = (kind: SevereKind, outcomeAt: Temporal.Instant) =>
      reportClock(eventOf({ kind, incidentAt: FALL, outcomeAt, knownAt: outcomeAt })).must;
    expect(must("death", momentOf("2026-12-02", "23:59", CHICAGO))).toBe("report");
    expect(must("death", momentOf("2026-12-03", "00:00", CHICAGO))).toBe("no report");
    expect(must("eye-loss", FALL.add({ hours: 24 }))).toBe("report");
    expect(must("eye-loss", FALL.add({ hours: 24, seconds: 1 }))).toBe("no report");
  });
});

const instant = fc.integer({ min: 0, max: 4000 }).map((hours) => FALL.add({ hours }));
const answer = fc.constantFrom(...ANSWERS);
const anyEvent: fc.Arbitrary<SevereEvent> = fc.record({
  kind: fc.constantFrom(...(Object.keys(REPORT_HOURS) as SevereKind[])),
  incidentAt: fc.option(instant, { nil: null }),
  ...{ outcomeAt: instant, knownAt: instant },
  workRelated: answer,
  workRelatedKnownAt: fc.option(instant, { nil: null }),
  ...{ publicRoad: answer, workZone: answer, transit: answer, observationOnly: answer },
  reportedBefore: fc.boolean(),
  zone: fc.constantFrom(CHICAGO, "America/New_York", "Pacific/Honolulu"),
});

describe("any report", () => {
  it("is due exactly 8 or 24 hours after everything was known", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const { must, deadline } = reportClock(event);
        expect(deadline === null).toBe(must !== "report");
        if (deadline === null) return;
        const known = [event.outcomeAt, event.knownAt, event.workRelatedKnownAt ?? event.knownAt];
        const hours = known.map((at) => at.until(deadline).total("hours"));
        expect(Math.min(...hours)).toBe(REPORT_HOURS[event.kind]);
      }),
    );
  });

  it("isn't dropped because an answer is unknown", () => {
    const questions = ["workRelated", "publicRoad", "workZone", "transit", "observationOnly"] as const;
    fc.assert(
      fc.property(anyEvent, fc.subarray([...questions]), (event, gaps) => {
        const unknown = Object.fromEntries(gaps.map((key): [string, Answer] => [key, "unknown"]));
        const dropped = reportClock({ ...event, ...unknown }).must === "no report";
        expect(dropped && reportClock(event).must === "report").toBe(false);
      }),
    );
  });
});

it("a report is due, overdue, made or late", () => {
  const clock = reportClock(eventOf());
  const standing = (hours: number, reported: number | null = null) =>
    reportStanding(clock, FALL.add({ hours }), reported === null ? null : FALL.add({ hours: reported }));
  expect([standing(7), standing(8), standing(9)]).toEqual(["due", "due", "overdue"]);
  expect([standing(50, 7), standing(50, 9)]).toEqual(["reported", "reported late"]);
  const none = reportClock(eventOf({ workRelated: "no" }));
  expect(reportStanding(none, FALL, null)).toBe("nothing due");
  expect(reportStanding(none, FALL, FALL)).toBe("reported");
});

it("a time that comes twice or never is the earlier one", () => {
  expect(momentOf("2026-11-01", "01:30", CHICAGO).toString()).toBe("2026-11-01T06:30:00Z");
  expect(momentOf("2026-03-08", "02:30", CHICAGO).toString()).toBe("2026-03-08T07:30:00Z");
  expect(() => momentOf("2026-02-29", "10:00", CHICAGO)).toThrow(RangeError);
});

it("the forms are due in seven calendar days, by the day where it was learned", () => {
  expect(formsDueOn(Temporal.Instant.from("2026-11-30T04:30:00Z"), CHICAGO)).toBe("2026-12-06");
  expect(formsDueOn(Temporal.Instant.from("2028-02-25T18:00:00Z"), CHICAGO)).toBe("2028-03-03");
});

it("has the number and the page to report to", () => {
  // 6742 spells OSHA.
  expect(OSHA_PHONE.href.replaceAll(/\D/g, "")).toBe(OSHA_PHONE.digits.replaceAll(/\D/g, ""));
  expect(OSHA_PHONE.words.replace("OSHA", "6742")).toBe(OSHA_PHONE.digits);
  expect(new URL(OSHA_REPORT_PAGE).hostname).toBe("www.osha.gov");
});
