import { expect, it } from "vitest";
import { describeRisk, nextStep } from "./radar.ts";
import { STATES } from "../rules/states.ts";

const none = { count: 0, cents: 0, days: 0, hours: 0, equipment: 0 };

it("says how much isn't approved", () => {
  expect(describeRisk({ ...none, count: 3, cents: 425_000, days: 3 }, "USD")).toBe(
    "3 changes aren’t approved yet: $4,250, +3 days.",
  );
  expect(describeRisk({ ...none, count: 1, cents: -1050 }, "USD")).toBe(
    "1 change isn’t approved yet: -$10.50.",
  );
  expect(describeRisk({ ...none, count: 1 }, "USD")).toBe("1 change isn’t approved yet.");
  expect(describeRisk({ ...none, count: 1, days: 2 }, "USD")).toBe("1 change isn’t approved yet: +2 days.");
  expect(describeRisk({ count: 2, cents: 269_100, days: 0, hours: 36.5, equipment: 1 }, "USD")).toBe(
    "2 changes aren’t approved yet: $2,691, 36.5 hours and 1 entry of equipment logged.",
  );
});

it("says when a notice is due soon or late, before anything is sent", () => {
  const of = (left: number, state: "draft" | "sent" = "draft") =>
    nextStep({ state, cents: 100 }, 0, { by: "2026-12-04", left });
  expect(of(4)).toBeNull();
  expect(of(3)?.text).toBe("notice due by Fri, Dec 4");
  expect(of(-1)?.text).toBe("notice was due on Fri, Dec 4: late");
  expect(of(-1, "sent")).toBeNull();
});

it("asks for a question first, and gives what is new a few days", () => {
  const cents = 100;
  const asks = (days: number) => STATES.filter((state) => nextStep({ state, cents }, days));
  expect(asks(0)).toEqual(["asked", "declined", "expired", "withdrawn"]);
  expect(asks(2)).toContain("draft");
  expect(asks(3)).toEqual(
    STATES.filter((state) => !["approved", "unpaid", "dropped", "voided"].includes(state)),
  );
  expect(nextStep({ state: "draft", cents: 0 }, 4)?.text).toBe("found 4 days ago, not priced");
  expect(
    nextStep({ state: "draft", cents: 0 }, 0),
    "found on site, and only the office can price it",
  ).toEqual({ rank: 3, text: "found today, not priced", action: "Price it" });
  expect(nextStep({ state: "sent", cents }, 5)?.text).toBe("sent 5 days ago, no reply yet");
  const begun = nextStep({ state: "draft", cents: 0, logged: "8 hours" }, 0);
  expect(begun, "work has begun").toMatchObject({ rank: 1, text: "8 hours logged, not priced" });
  const ranks = (["asked", "declined", "draft", "sent"] as const).map(
    (state) => nextStep({ state, cents }, 9)!.rank,
  );
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
});
