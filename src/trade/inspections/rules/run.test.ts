import { describe, expect, it } from "vitest";
import { NOT_GIVEN } from "./answers.ts";
import { isAsked, neededBy, progressOf, refuseFinish, rowsOf, runOf, tallyOf } from "./run.ts";

const run = runOf({
  title: "Final walk",
  "sections.b": {
    at: 1,
    title: "Safety",
    items: [
      { id: "smoke", text: "Smoke alarms", onFail: ["note", "photo"] },
      { id: "gas", kind: "yes", text: "Is there gas?", fails: [] },
      { id: "co", text: "CO alarm", showIf: { item: "gas", is: ["yes"] } },
      { id: "tip", kind: "note", text: "Push the button" },
      { id: "wish", kind: "text", text: "Anything else" },
      { id: "plate", kind: "photos", text: "The data plate" },
    ],
  },
  "sections.a": { at: 0, title: "Rooms", repeats: true, items: [{ id: "floor", text: "Floor" }] },
  "units.k": { at: 0, name: "Kitchen" },
  "units.b": { at: 1, name: "Bath" },
});
const rows = rowsOf(run);
const given = (answers: Record<string, Partial<typeof NOT_GIVEN>>) =>
  new Map(Object.entries(answers).map(([item, one]) => [item, { ...NOT_GIVEN, item, ...one }]));
const photo = { sha256: "a".repeat(64), type: "image/jpeg", at: 0 };
const row = (key: string) => rows.find((one) => one.key === key)!;

describe("the items of a run", () => {
  it("come in the order of their sections, repeated ones once per unit", () => {
    expect(rows.map(({ key }) => key)).toEqual([
      "floor--k",
      "floor--b",
      ...["smoke", "gas", "co", "tip", "wish", "plate"],
    ]);
    expect(rowsOf({ ...run, units: [] }).map(({ key }) => key)[0]).toBe("floor");
  });

  it("that depend on another are asked once that has the answer", () => {
    expect(isAsked(row("co"), given({}))).toBe(false);
    expect(isAsked(row("co"), given({ gas: { value: "yes" } }))).toBe(true);
    expect(isAsked(row("co"), given({ gas: { value: "no" } }))).toBe(false);
  });

  it("survive anything that a device wrote", () => {
    const wild = runOf({
      "sections.x": [1],
      "sections.y": { items: [null, { id: "../", text: "x" }] },
      state: 5,
    });
    expect(rowsOf(wild)).toEqual([]);
    expect(wild.state).toBe("open");
  });
});

describe("what an item needs", () => {
  it("is an answer where one is required, photos where they are asked, and words after a fail", () => {
    expect(neededBy(row("smoke"))).toBe("an answer");
    expect(neededBy(row("wish"))).toBeNull();
    expect(neededBy(row("tip"))).toBeNull();
    expect(neededBy(row("plate"))).toBe("a photo");
    expect(progressOf(row("plate"), { ...NOT_GIVEN, shots: [photo] })).toBe("passed");
    const failed = { ...NOT_GIVEN, value: "fail" };
    expect(neededBy(row("smoke"), failed)).toBe("a note and a photo");
    expect(neededBy(row("smoke"), { ...failed, note: "No alarm" })).toBe("a photo");
    expect(neededBy(row("smoke"), { ...failed, note: "No alarm", shots: [photo] })).toBeNull();
  });

  it("keeps a run open, named by its first items", () => {
    expect(refuseFinish(rows, given({}))).toBe(
      "“Floor” (Kitchen) needs an answer; “Floor” (Bath) needs an answer; “Smoke alarms” needs an answer; and 2 more.",
    );
    const all = given({
      "floor--k": { value: "pass" },
      "floor--b": { value: "na" },
      smoke: { value: "pass" },
      gas: { value: "no" },
      plate: { shots: [photo] },
    });
    expect(refuseFinish(rows, all)).toBeNull();
    expect(tallyOf(rows, all)).toEqual({ asked: 6, done: 5, failed: 0 });
    const failed = new Map([...all, ["smoke", { ...NOT_GIVEN, value: "fail" }]]);
    expect(tallyOf(rows, failed)).toEqual({ asked: 6, done: 5, failed: 1 });
  });
});
