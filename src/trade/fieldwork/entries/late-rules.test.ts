import { describe, expect, it } from "vitest";
import { dateAt, isLate, lastSubmittedAt } from "./late-rules.ts";

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
    const steps = (...all: [string, number][]) =>
      lastSubmittedAt(
        all.map(([is, when]) => ({ is, at: when })),
        (state) => state !== "draft" && state !== "rejected",
      );
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
