import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NO_ANSWER, refusalToMail } from "./answer-rules.ts";
import { threadOf } from "../data.server.ts";

const at = (hour: number) => Temporal.Instant.from("2026-11-20T00:00:00Z").add({ hours: hour });
const standing = {
  suppressed: null,
  unsubscribedAt: null,
  bouncedAt: null,
  unconfirmedSince: null,
  wroteAt: at(1),
  hasWritten: true,
} as const;

describe("refusalToMail", () => {
  it("allows people who wrote, and opted-out people only if they wrote since", () => {
    expect(refusalToMail(standing)).toBeNull();
    expect(refusalToMail({ ...standing, wroteAt: null, hasWritten: false })).toBe(NO_ANSWER.notWritten);
    expect(refusalToMail({ ...standing, wroteAt: null })).toBeNull();
    expect(refusalToMail({ ...standing, suppressed: "unsubscribed", unsubscribedAt: at(1) })).toBe(
      NO_ANSWER.unsubscribed,
    );
    expect(refusalToMail({ ...standing, suppressed: "unsubscribed", unsubscribedAt: at(0) })).toBeNull();
    // The time of an opt-out from before they became a lead is unknown.
    expect(refusalToMail({ ...standing, suppressed: "unsubscribed" })).toBe(NO_ANSWER.unsubscribed);
    expect(refusalToMail({ ...standing, suppressed: "bad_address", bouncedAt: at(2) })).toBe(
      NO_ANSWER.badAddress,
    );
    expect(refusalToMail({ ...standing, suppressed: "bad_address", bouncedAt: at(0) })).toBeNull();
    expect(refusalToMail({ ...standing, unconfirmedSince: at(0), wroteAt: null })).toBe(
      NO_ANSWER.unconfirmed,
    );
  });

  it("never allows people who complained", () => {
    const moments = fc.option(fc.integer({ min: 0, max: 9 }).map(at), { nil: null });
    fc.assert(
      fc.property(
        moments,
        moments,
        moments,
        fc.boolean(),
        (unsubscribedAt, bouncedAt, wroteAt, hasWritten) => {
          const one = {
            unsubscribedAt,
            bouncedAt,
            unconfirmedSince: null,
            wroteAt,
            hasWritten,
            suppressed: "complained" as const,
          };
          expect(refusalToMail(one)).toBe(NO_ANSWER.complained);
        },
      ),
    );
  });
});

it("extracts distinct, valid Message-IDs from a thread's headers", () => {
  expect(threadOf("<a@x> <b@y>\r\n <a@x>")).toBe("<a@x> <b@y>");
  expect(threadOf(" ")).toBeNull();
  expect(threadOf("<no at> a@x <<c@z> <d@e@f>\r\nBcc: <all@evil.test>")).toBe("<c@z> <all@evil.test>");
  expect(threadOf("<a@x>".repeat(100_000))).toBe("<a@x>");
  fc.assert(fc.property(fc.string(), (text) => !/[\r\n]/.test(threadOf(text) ?? "")));
});
