import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameOnLog, PRIVACY_NAME, PRIVACY_QUESTIONS, type PrivacyAnswers, privacyOf } from "./privacy.ts";
import { ANSWERS } from "./truth.ts";

const KEYS = Object.keys(PRIVACY_QUESTIONS) as (keyof PrivacyAnswers)[];
const all = (answer: "no" | "unknown") =>
  Object.fromEntries(KEYS.map((key) => [key, answer])) as unknown as PrivacyAnswers;

describe("the name on the log", () => {
  it("is hidden for what is on the list, with the reason", () => {
    expect(privacyOf({ ...all("no"), sharps: "yes" })).toEqual({
      hidesName: true,
      because: {
        cites: "1904.29(b)(7)(v)",
        says: "It is a needlestick or a cut with another person's blood.",
      },
      missing: [],
    });
    expect(privacyOf({ ...all("no"), illness: "yes", requested: "yes" }).because?.cites).toBe(
      "1904.29(b)(7)(vi)",
    );
  });

  it("is shown for an injury, even if the person asks for the opposite", () => {
    expect(privacyOf({ ...all("no"), requested: "yes" })).toEqual({
      ...{ hidesName: false, because: null, missing: [] },
    });
  });

  it("is hidden until it is known", () => {
    expect(privacyOf(all("unknown"))).toEqual({ hidesName: true, because: null, missing: KEYS });
    expect(privacyOf({ ...all("no"), illness: "unknown" })).toMatchObject({ hidesName: false, missing: [] });
    expect(privacyOf({ ...all("no"), illness: "unknown", requested: "yes" })).toMatchObject({
      ...{ hidesName: true, missing: ["illness"] },
    });
  });

  it("is shown only if no answer that is missing could hide it", () => {
    const known = fc.record(Object.fromEntries(KEYS.map((key) => [key, fc.constantFrom(...ANSWERS)])));
    fc.assert(
      fc.property(known, fc.subarray(KEYS), (answers, gaps) => {
        const some = { ...answers, ...Object.fromEntries(gaps.map((key) => [key, "unknown"])) };
        const hides = (of: object) => privacyOf(of as PrivacyAnswers).hidesName;
        expect(hides(some) || !hides(answers)).toBe(true);
      }),
    );
  });

  it("is replaced by the words of the form", () => {
    expect(nameOnLog("Dana Ruiz", { hidesName: true })).toBe(PRIVACY_NAME);
    expect(nameOnLog("Dana Ruiz", { hidesName: false })).toBe("Dana Ruiz");
  });
});
