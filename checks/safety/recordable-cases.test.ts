import { describe, expect, it } from "vitest";
import { reportClock, type SevereEvent } from "#tools/safety/incidents/rules/clocks.ts";
import { countDays, type DayCase, expectDays } from "#tools/safety/incidents/rules/days.ts";
import { PRIVACY_QUESTIONS, type PrivacyAnswers, privacyOf } from "#tools/safety/incidents/rules/privacy.ts";
import { type CaseAnswers, UNANSWERED } from "#tools/safety/incidents/rules/questions.ts";
import { decide } from "#tools/safety/incidents/rules/recordable.ts";
import { isAmputation, LOSSES } from "#tools/safety/incidents/rules/report.ts";
import cases from "./recordable-cases.json" with { type: "json" };

// Cases that OSHA decided in its letters, FAQs and handbook, in our words, with where to look them up.

/** Somebody of ours got hurt at work, and nothing serious came of it. */
const ORDINARY: CaseAnswers = {
  ...UNANSWERED,
  ...{ supervised: "yes", hurt: "yes", place: "work", exception: "none" },
  ...{ preexisting: "no", recordedBefore: "no", death: "no", daysAway: "no", restricted: "no" },
  ...{ moreTreatment: "no", unconscious: "no", diagnosis: "none", special: "none" },
};

describe("whether a case is recordable", () => {
  it.each(cases.recordable)("$case", ({ answers, decision, classification, cites }) => {
    expect(Object.keys(UNANSWERED)).toEqual(expect.arrayContaining(Object.keys(answers)));
    const decided = decide({ ...ORDINARY, ...(answers as Partial<CaseAnswers>) });
    expect(decided).toMatchObject({ decision, classification });
    expect(decided.because.map((reason) => reason.cites)).toContain(cites);
  });
});

describe("how many days count", () => {
  it.each(cases.days)("$case", ({ asOf, count, away, restricted, flags, ...of }) => {
    const days = count === "expected" ? expectDays : countDays;
    expect(days(of as DayCase, asOf)).toMatchObject({ away, restricted, ...flags });
  });
});

describe("whose name stays off the log", () => {
  const none = Object.fromEntries(Object.keys(PRIVACY_QUESTIONS).map((key) => [key, "no"]));
  it.each(cases.privacy)("$case", ({ answers, hidesName }) => {
    expect(Object.keys(none)).toEqual(expect.arrayContaining(Object.keys(answers)));
    expect(privacyOf({ ...none, ...answers } as unknown as PrivacyAnswers).hidesName).toBe(hidesName);
  });
});

describe("until when OSHA wants a call", () => {
  const usual = {
    ...{ workRelated: "yes", publicRoad: "no", workZone: "no", transit: "no", observationOnly: "no" },
    ...{ reportedBefore: false, workRelatedKnownAt: null, zone: "America/Chicago" },
  };
  it.each(cases.reports)("$case", ({ event, must, cites, deadline }) => {
    const at = (value: string | null | undefined) =>
      typeof value === "string" ? Temporal.Instant.from(value) : null;
    const given = { ...usual, ...event };
    const clock = reportClock({
      ...given,
      ...{ incidentAt: at(given.incidentAt), outcomeAt: at(given.outcomeAt), knownAt: at(given.knownAt) },
      workRelatedKnownAt: at(given.workRelatedKnownAt),
    } as SevereEvent);
    expect(clock.must).toBe(must);
    expect(clock.because.cites).toBe(cites);
    expect(clock.deadline?.toString() ?? null).toBe(deadline);
  });
});

describe("what is an amputation", () => {
  it.each(cases.losses)("$case", ({ loss, diagnosis, isAmputation: expected }) => {
    expect(isAmputation(loss as keyof typeof LOSSES, diagnosis as Parameters<typeof isAmputation>[1])).toBe(
      expected,
    );
  });
});

it("has many cases, each once, with a source", () => {
  const all = Object.values(cases).flat();
  expect(all.length).toBeGreaterThanOrEqual(80);
  expect(new Set(all.map((one) => one.case)).size).toBe(all.length);
  for (const { source } of all) expect(source).toMatch(/^(OSHA|Preamble of the rule) /);
});
