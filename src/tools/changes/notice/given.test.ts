import { describe, expect, it } from "vitest";
import { dayGiven, describeGiven, formatLateness, givenOf, noticeId, noticeIds } from "./given.ts";
import { noticeOf } from "./notice.ts";

const DENVER = "America/Denver";
const email = (at: string) =>
  givenOf({
    given: { change: "c", way: "email", name: "Dana", email: "dana@hale.test", address: "" },
    outcome: { is: "sent", at, words: "" },
  })!;

describe("a notice", () => {
  it("is late from the first minute of the day after, where the job is, over a change of clocks", () => {
    // Clocks go back on Nov 1 at 2 AM; known on the evening before.
    const { by } = noticeOf("2026-11-01T05:30:00Z", 3, DENVER, "2026-11-01")!;
    expect(by).toBe("2026-11-03");
    expect(describeGiven(email("2026-11-04T06:59:59Z"), by, DENVER)).toBe(
      "Notice emailed to dana@hale.test Tue, Nov 3: in time.",
    );
    expect(describeGiven(email("2026-11-04T07:00:00Z"), by, DENVER)).toBe(
      "Notice emailed to dana@hale.test Wed, Nov 4: 1 day late.",
    );
  });

  it("counts a holiday and a weekend, because contracts count calendar days", () => {
    // Known the day before Thanksgiving; the weekend counts too.
    const { by } = noticeOf("2026-11-25T20:00:00Z", 5, DENVER, "2026-11-25")!;
    expect(by).toBe("2026-11-30");
    expect(formatLateness("2026-11-30", by)).toBe("in time");
    expect(formatLateness("2026-12-03", by)).toBe("3 days late");
    // Over the change to summer time, whose Sunday has 23 hours.
    const spring = noticeOf("2026-03-06T20:00:00Z", 7, DENVER, "2026-03-06")!;
    expect(spring.by).toBe("2026-03-13");
    expect(formatLateness("2026-03-14", spring.by)).toBe("1 day late");
  });

  it("counts a letter from the day it was mailed, and never before", () => {
    const letter = { change: "c", way: "letter", name: "Dana", email: "", address: "1 Main St\nBoise" };
    const drawn = { is: "drawn", at: "2026-11-28T10:00:00Z", words: "" };
    const waiting = givenOf({ given: letter, outcome: drawn })!;
    expect(dayGiven(waiting, DENVER)).toBeNull();
    expect(describeGiven(waiting, "2026-11-30", DENVER)).toBe("The letter hasn’t gone out yet.");
    const mailed = { day: "2026-12-02", carrier: "USPS Certified Mail", number: "9407 1118" };
    expect(describeGiven(givenOf({ given: letter, outcome: drawn, mailed })!, "2026-11-30", DENVER)).toBe(
      "Notice postmarked Wed, Dec 2, USPS Certified Mail, 9407 1118: 2 days late.",
    );
  });

  it("isn't given by what wasn't sent, or by nonsense", () => {
    const given = { change: "c", way: "email", name: "", email: "dana@hale.test", address: "" };
    const unsent = givenOf({ given, outcome: { is: "unsent", at: "2026-11-28T10:00:00Z", words: "Why." } })!;
    expect(dayGiven(unsent, DENVER)).toBeNull();
    expect(describeGiven(unsent, null, DENVER)).toBe("Notice not sent. Why.");
    expect(describeGiven(email("2026-11-28T10:00:00Z"), null, DENVER)).toBe(
      "Notice emailed to dana@hale.test Sat, Nov 28.",
    );
    for (const nothing of [undefined, "yes", { ...given, way: "pigeon" }, { ...given, email: "" }])
      expect(givenOf({ given: nothing })).toBeNull();
  });

  it("has the same id on every phone", () => {
    expect(noticeIds("c")[0]).toBe(noticeId("c", 0));
    expect(new Set(noticeIds("c")).size).toBe(4);
  });
});
