import { expect, it } from "vitest";
import { canBecome, isFrozen, numberLine, standingOf, STATES } from "./states.ts";

it("lets nothing leave a void, and only a void leave an approval", () => {
  expect(STATES.filter((to) => canBecome("voided", to))).toEqual([]);
  expect(STATES.filter((to) => canBecome("approved", to))).toEqual(["voided"]);
  expect(STATES.filter(isFrozen)).toEqual(["approved", "voided"]);
});

it("approves only what was sent", () => {
  expect(STATES.filter((from) => canBecome(from, "approved"))).toEqual([
    "sent",
    "viewed",
    "asked",
    "declined",
    "unpaid",
  ]);
});

it("goes by its newest number", () => {
  const none = { pco: null, cor: null, co: null, version: 0 };
  expect(numberLine(none)).toBe("Gets its number when it’s uploaded");
  expect(numberLine({ ...none, pco: "PCO-001" })).toBe("PCO-001");
  expect(numberLine({ ...none, pco: "PCO-001", cor: "COR-001", version: 2 })).toBe("COR-001 R1");
  expect(numberLine({ pco: "PCO-003", cor: "COR-002", co: "CO-001", version: 1 })).toBe("CO-001");
});

it("trusts nothing that a device wrote", () => {
  for (const standing of [null, 3, "x", {}, { state: "paid", version: "1", pco: 3 }])
    expect(standingOf({ standing })).toMatchObject({ state: "draft", version: 0, pco: null });
});
