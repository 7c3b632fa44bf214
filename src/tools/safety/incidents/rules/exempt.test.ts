import { expect, it } from "vitest";
import { type Employer, exemptionOf } from "./exempt.ts";

const of = (more: Partial<Employer>) =>
  exemptionOf({ mostEmployees: 25, industryExempt: "no", askedInWriting: false, ...more });

it("ten or fewer employees all last year need no log, unless OSHA asks in writing", () => {
  expect(of({ mostEmployees: 10 })).toMatchObject({ mustRecord: "no", because: { cites: "1904.1(a)(1)" } });
  expect(of({ mostEmployees: 11 })).toMatchObject({ mustRecord: "yes", because: { cites: "1904.1(a)(2)" } });
  expect(of({ mostEmployees: 3, askedInWriting: true }).mustRecord).toBe("yes");
});

it("an industry on the list needs none either", () => {
  expect(of({ industryExempt: "yes" })).toMatchObject({
    mustRecord: "no",
    because: { cites: "1904.2(a)(1)" },
  });
  expect(of({ industryExempt: "yes", mostEmployees: null }).mustRecord).toBe("no");
});

it("asks for what isn't known", () => {
  expect(of({ mostEmployees: null })).toMatchObject({
    mustRecord: "unknown",
    because: { cites: "1904.1(b)" },
  });
  expect(of({ industryExempt: "unknown" })).toMatchObject({
    ...{ mustRecord: "unknown", because: { cites: "1904.2(b)" } },
  });
  expect(of({ industryExempt: "unknown", mostEmployees: 4 }).mustRecord).toBe("no");
});

it("everybody reports deaths and severe injuries", () => {
  for (const mostEmployees of [null, 1, 10, 500])
    expect(of({ mostEmployees }).stillHolds[0]).toMatchObject({ cites: "1904.39" });
});
