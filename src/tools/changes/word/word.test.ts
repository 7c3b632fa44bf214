import { describe, expect, it } from "vitest";
import { describeOutcome, formatSince, wordOf } from "./word.ts";

const AT = "2026-11-28T14:12:00Z";
const now = (at: string) => Temporal.Instant.from(at);
const word = (outcome: unknown) =>
  wordOf({ asked: { change: "c", by: "Dana Hale", email: "dana@hale.test", said: "Move it" }, outcome })!;

describe("a question to who gave a direction by word", () => {
  it("says how long there has been no answer, in whole units, rounded down", () => {
    expect(formatSince(AT, now("2026-11-28T14:12:59Z"))).toBe("0 minutes");
    expect(formatSince(AT, now("2026-11-28T14:13:00Z"))).toBe("1 minute");
    expect(formatSince(AT, now("2026-11-28T17:11:59Z"))).toBe("2 hours");
    expect(formatSince(AT, now("2026-11-30T14:11:59Z"))).toBe("47 hours");
    expect(formatSince(AT, now("2026-12-01T14:12:00Z"))).toBe("3 days");
    // A phone whose clock is behind.
    expect(formatSince(AT, now("2026-11-28T13:00:00Z"))).toBe("0 minutes");
  });

  it("never says that it was confirmed without an answer", () => {
    const at = { at: AT, name: "", words: "" };
    expect(describeOutcome(word(undefined), now(AT))).toContain("as soon as there’s a signal");
    expect(describeOutcome(word({ is: "sent", ...at }), now("2026-11-28T17:12:00Z"))).toBe(
      "Sent to dana@hale.test. No answer for 3 hours.",
    );
    expect(describeOutcome(word({ is: "unsent", ...at, words: "Verify." }), now(AT))).toBe(
      "Not sent to dana@hale.test. Verify.",
    );
    expect(describeOutcome(word({ is: "confirmed", ...at }), now(AT))).toBe("Dana Hale confirmed it.");
    expect(describeOutcome(word({ is: "corrected", ...at, words: "Six inches" }), now(AT))).toBe(
      "Dana Hale says: not quite. “Six inches”",
    );
  });

  it("trusts nothing that a device wrote", () => {
    for (const nothing of [undefined, null, "yes", 7]) expect(wordOf({ asked: nothing })).toBeNull();
    expect(wordOf({ asked: {}, outcome: { is: "maybe" } })!.outcome).toBeNull();
  });
});
