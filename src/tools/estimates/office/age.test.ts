import { describe, expect, it } from "vitest";
import { formatAge } from "./age.ts";

describe("an age", () => {
  it.each([
    [-1, "Today"],
    [23, "Today"],
    [24, "1 day"],
    [24 * 59, "59 days"],
    [24 * 61, "2 months"],
    [24 * 800, "2 years"],
  ])("of %i hours is %s", (hours, words) => expect(formatAge(Temporal.Duration.from({ hours }))).toBe(words));
});
