import { expect, it } from "vitest";
import { PLAN } from "./hazards/plan.ts";
import { talkLabels } from "./labels.ts";
import { SIGN, TALK } from "./rules/talk.ts";

it("lead from a signature to what was signed: a talk, an orientation or a plan", () => {
  const { pageOf, partOf } = talkLabels.find(({ kind }) => kind === SIGN)!;
  expect(partOf).toEqual({ field: "talk", kinds: [TALK, PLAN] });
  const signed = { talk: "a1" };
  expect(pageOf!("j1", signed, PLAN)).toBe("/account/job/j1/safety/hazards/a1");
  // An orientation is a talk.
  expect(pageOf!("j1", signed, TALK)).toBe("/account/job/j1/safety/a1");
  expect(pageOf!("j1", {}, undefined)).toBe("/account/job/j1/safety");
});
