import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CaseAnswers,
  DIAGNOSES,
  EXCEPTIONS,
  NEW_CASE_OPINIONS,
  PLACES,
  type QuestionKey,
  QUESTIONS,
  questionsFor,
  SPECIAL_CASES,
  TRIPS,
  UNANSWERED,
} from "./questions.ts";
import { decide } from "./recordable.ts";
import { type Treatment, TREATMENT_KEYS, treatmentOfDose, TREATMENTS } from "./treatments.ts";

const CHOICES: Partial<Record<QuestionKey, object>> = {
  ...{ place: PLACES, trip: TRIPS, exception: EXCEPTIONS, newCaseOpinion: NEW_CASE_OPINIONS },
  ...{ diagnosis: DIAGNOSES, special: SPECIAL_CASES },
};
const KEYS = Object.keys(QUESTIONS) as QuestionKey[];

/** Any answer to a question, apart from unknown. */
const known = (key: QuestionKey) =>
  fc.constantFrom(...(CHOICES[key] ? Object.keys(CHOICES[key]) : ["yes", "no"]));

const HURT: CaseAnswers = {
  ...UNANSWERED,
  ...{ supervised: "yes", hurt: "yes", place: "work", exception: "none", preexisting: "no" },
  ...{ recordedBefore: "no", death: "no", daysAway: "no", restricted: "no", moreTreatment: "no" },
  ...{ unconscious: "no", diagnosis: "none", special: "none" },
};

/** A case of which everything is known: an ordinary one, apart from a few answers. */
const full = fc
  .record({
    other: fc.record(
      Object.fromEntries(KEYS.map((key) => [key, known(key)])) as Record<QuestionKey, fc.Arbitrary<string>>,
    ),
    changed: fc.subarray(KEYS, { maxLength: 8 }),
    treatments: fc.subarray([...TREATMENT_KEYS], { maxLength: 3 }),
  })
  .map(({ other, changed, treatments }) => {
    const ordinary = KEYS.map((key) => [key, HURT[key] === "unknown" ? other[key] : HURT[key]]);
    const answers = [...ordinary, ...changed.map((key) => [key, other[key]]), ["moreTreatment", "no"]];
    return { ...Object.fromEntries(answers), treatments } as CaseAnswers;
  });

/** The same case while some of it isn't known. */
const withGaps = full.chain((all) =>
  fc
    .record({
      gaps: fc.subarray(KEYS, { maxLength: 6 }),
      treatments: fc.subarray([...all.treatments]),
    })
    .map(({ gaps, treatments }): { all: CaseAnswers; some: CaseAnswers } => ({
      all,
      some: {
        ...all,
        ...(Object.fromEntries(gaps.map((key) => [key, "unknown"])) as object),
        treatments,
        // Who doesn't know all treatments doesn't know that there was no other.
        ...(treatments.length < all.treatments.length ? { moreTreatment: "unknown" } : {}),
      },
    })),
);

describe("a case of which something isn't known", () => {
  it("is never “not recordable” if an answer could make it recordable", () => {
    let early = 0;
    fc.assert(
      fc.property(withGaps, ({ all, some }) => {
        if (decide(some).decision !== "not recordable") return;
        early++;
        expect(decide(all).decision).toBe("not recordable");
      }),
      { numRuns: 2000 },
    );
    expect(early).toBeGreaterThan(50);
  });

  it("is recordable for good once nothing is missing", () => {
    let early = 0;
    fc.assert(
      fc.property(withGaps, ({ all, some }) => {
        const { decision, classification, missing } = decide(some);
        if (decision !== "recordable" || missing.length > 0) return;
        early++;
        expect(decide(all)).toMatchObject({ decision, classification });
      }),
      { numRuns: 2000 },
    );
    expect(early).toBeGreaterThan(20);
  });

  it("is decided when every question it names is answered", () => {
    fc.assert(
      fc.property(full, (all) => {
        let some: CaseAnswers = { ...UNANSWERED, treatments: all.treatments };
        let decided = decide(some);
        for (let round = 0; round < KEYS.length && decided.missing.length > 0; round++) {
          const answers = decided.missing.map(({ question }) => [question, all[question]]);
          some = { ...some, ...(Object.fromEntries(answers) as object) };
          decided = decide(some);
        }
        expect(decided.decision).not.toBe("not enough known");
        expect(decided).toMatchObject({
          decision: decide(all).decision,
          classification: decide(all).classification,
        });
      }),
      { numRuns: 500 },
    );
  });

  it("asks only what matters, and everything that does", () => {
    fc.assert(
      fc.property(withGaps, ({ all, some }) => {
        const asked = questionsFor(some);
        expect(asked).toEqual(expect.arrayContaining(decide(some).missing.map(({ question }) => question)));
        const unasked = KEYS.filter((key) => !asked.includes(key)).map((key) => [key, "unknown"]);
        expect(decide({ ...some, ...(Object.fromEntries(unasked) as object) })).toEqual(decide(some));
        expect(decide(all).decision).not.toBe("not enough known");
      }),
    );
  });

  it("asks in the order of the regulation", () => {
    const { decision, because, missing } = decide(UNANSWERED);
    expect({ decision, because }).toEqual({ decision: "not enough known", because: [] });
    expect(missing.map(({ question }) => question)).toEqual([
      ...["supervised", "hurt", "place", "exception", "preexisting", "recordedBefore"],
      ...["death", "daysAway", "restricted", "moreTreatment", "unconscious", "diagnosis", "special"],
    ]);
  });

  it("is presumed to be work-related while no exception is known, and says what could change that", () => {
    const { decision, missing } = decide({ ...HURT, exception: "unknown", daysAway: "yes" });
    expect(decision).toBe("recordable");
    expect(missing.map(({ question }) => question)).toEqual(["exception"]);
  });

  it("is recordable with one medical treatment, whatever else was done", () => {
    const decided = decide({ ...HURT, moreTreatment: "unknown", treatments: ["hot-cold", "wound-closing"] });
    expect(decided).toMatchObject({ decision: "recordable", classification: "other" });
    expect(decide({ ...HURT, moreTreatment: "unknown", treatments: ["hot-cold"] })).toMatchObject({
      decision: "not enough known",
      missing: [{ question: "moreTreatment" }],
    });
  });
});

it("one answer rules out a special case, whatever else is unknown", () => {
  const hearing: CaseAnswers = { ...HURT, special: "hearing", place: "unclear", contributed: "yes" };
  expect(decide({ ...hearing, hearing25: "no" })).toMatchObject({
    ...{ decision: "not recordable", missing: [] },
    because: [{ cites: "1904.7(a)" }, { cites: "1904.10(a)", says: "The hearing level is below 25 dB." }],
  });
  expect(decide({ ...hearing, hearing25: "yes" }).missing.map(({ question }) => question)).toEqual([
    ...["hearingShift", "hearingRetestCleared"],
  ]);
});

describe("a recordable case", () => {
  it("has the most serious classification, and says which is still open", () => {
    const of = (answers: Partial<CaseAnswers>) => {
      const { classification, missing } = decide({ ...HURT, treatments: ["other"], ...answers });
      return [classification, ...missing.map(({ question }) => question)];
    };
    expect(of({})).toEqual(["other"]);
    expect(of({ restricted: "yes" })).toEqual(["restricted"]);
    expect(of({ restricted: "yes", daysAway: "yes" })).toEqual(["days away"]);
    expect(of({ death: "yes", daysAway: "yes" })).toEqual(["death"]);
    expect(of({ restricted: "yes", daysAway: "unknown" })).toEqual(["restricted", "daysAway"]);
  });

  it("gives every reason, in the order of the regulation", () => {
    const { because } = decide({ ...HURT, daysAway: "yes", treatments: ["massage", "rigid-support"] });
    expect(because.map(({ cites }) => cites)).toEqual([
      ...["1904.31(a)", "1904.46", "1904.5(a)", "1904.6(a)(1)"],
      ...["1904.7(b)(3)", "1904.7(b)(5)(ii)(F)"],
    ]);
  });
});

it("a case that isn't recordable has the first reason only", () => {
  const decided = decide({ ...HURT, exception: "cold", recordedBefore: "yes", newCaseOpinion: "recurrence" });
  expect(decided).toEqual({
    decision: "not recordable",
    because: [{ cites: "1904.5(b)(2)(viii)", says: "An exception applies: the common cold or the flu." }],
    ...{ classification: null, missing: [] },
  });
});

it("knows the closed list of first aid", () => {
  const firstAid = TREATMENT_KEYS.filter((key) => TREATMENTS[key].is === "first aid");
  expect(firstAid.map((key) => TREATMENTS[key].cites.at(-2)).join("")).toBe("ABCDEFGHIJKLMN");
  const decisions = (key: Treatment) => decide({ ...HURT, treatments: [key] }).decision;
  for (const key of TREATMENT_KEYS)
    expect(decisions(key)).toBe(TREATMENTS[key].is === "medical" ? "recordable" : "not recordable");
});

it("tells prescription strength by the single dose", () => {
  expect(treatmentOfDose("ibuprofen", 467)).toBe("nonprescription-medicine");
  expect(treatmentOfDose("ibuprofen", 600)).toBe("prescription-strength");
  expect(treatmentOfDose("naproxen", 440)).toBe("prescription-strength");
});

it("has words and a paragraph for everything that can be asked and chosen", () => {
  for (const { asks, cites } of Object.values(QUESTIONS)) {
    expect(asks).toMatch(/^[A-Z].*\?/);
    expect(cites).toMatch(/^1904\.\d+/);
  }
  const chosen = [
    ...Object.values(CHOICES).flatMap((one) => Object.values(one)),
    ...Object.values(TREATMENTS),
  ];
  for (const { label, cites } of chosen as { label: string; cites: string }[]) {
    expect(label).toMatch(/^[A-Z]/);
    expect(cites).toMatch(/^1904\.\d+/);
  }
});
