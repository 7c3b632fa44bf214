import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  clusters,
  drawnScale,
  isOtherShape,
  MOST,
  type PlanPin,
  pageField,
  pictureOfPin,
  pinsOn,
  planOf,
  readPages,
  refusePlan,
  versionField,
} from "./rules.ts";

const page = (digit: string, width = 4000, height = 3000) => ({ sha256: digit.repeat(64), width, height });
const version = (id: string, at: number, count: number, more = {}) => ({
  [versionField(id)]: { at, count, ...more },
  ...Object.fromEntries(Array.from({ length: count }, (_, number) => [pageField(id, number), page("a")])),
});
const pin = (at: number, x = 0.5, y = 0.5): PlanPin => ({
  ...{ id: `${at}`, number: `PL-${at}`, title: "", state: "open", stateWords: "Open", page: 0, x, y, at },
});

describe("a plan", () => {
  it("shows the latest version whose pages are all there, whatever a device wrote", () => {
    const values = {
      title: "Floor 2",
      ...version("a", 1, 2),
      ...version("b", 5, 3),
      "versions.c": "nonsense",
    };
    expect(planOf(values).versions.map(({ id, pages }) => [id, pages.length])).toEqual([
      ["b", 3],
      ["a", 2],
    ]);
    const missing = { ...values, [pageField("b", 1)]: null };
    expect(planOf(missing).versions.map(({ id }) => id)).toEqual(["a"]);
    expect(planOf({}).versions).toEqual([]);
  });

  it("never changes a written version or page, and needs a name", () => {
    const before = { title: "Floor 2", ...version("a", 1, 1) };
    expect(refusePlan(before, { [pageField("a", 0)]: page("b") })).toMatch(/doesn’t change/);
    expect(refusePlan(before, { [versionField("a")]: { at: 2, count: 1 } })).toMatch(/doesn’t change/);
    expect(refusePlan(before, { [versionField("a")]: null })).toBeNull();
    expect(refusePlan(before, before)).toBeNull();
    expect(refusePlan({}, { [pageField("a", 0)]: page("b") })).toBeNull();
    expect(refusePlan({}, version("a", 1, 1))).toMatch(/name/);
    const many = Object.assign({}, ...Array.from({ length: 61 }, (_, at) => version(`${at}`, at, 1)));
    expect(refusePlan({ title: "Floor 2" }, many)).toMatch(/at most 60/);
  });
});

describe("pins", () => {
  const plan = planOf({
    ...version("old", 10, 1),
    ...version("same", 20, 1),
    ...version("fresh", 30, 1, { fresh: true }),
    ...version("after", 40, 1),
  });
  it("are printed on the latest version that has them, and never lost", () => {
    const on = (at: number, of = 0) => {
      const found = pictureOfPin(plan, { page: of, at });
      return found && [found.version.id, found.isLatest];
    };
    // Those from before the fresh start are on the version before it.
    expect([5, 15, 25].map((at) => on(at))).toEqual([
      ["same", false],
      ["same", false],
      ["same", false],
    ]);
    expect([30, 45].map((at) => on(at))).toEqual([
      ["after", true],
      ["after", true],
    ]);
    expect(on(45, 1)).toBeNull();
    const shrunk = planOf({ ...version("two", 10, 2), ...version("one", 20, 1) });
    expect(pictureOfPin(shrunk, { page: 1, at: 25 })!.version.id).toBe("two");
    const early = planOf(version("fresh", 30, 1, { fresh: true }));
    expect(pictureOfPin(early, { page: 0, at: 5 })!.version.id).toBe("fresh");
    for (const shown of plan.versions)
      for (const at of [5, 15, 25, 35, 45])
        if (pictureOfPin(plan, { page: 0, at })!.version === shown)
          expect(pinsOn(plan, shown, [pin(at)])).toHaveLength(1);
  });

  it("keep their spot until a version starts without them", () => {
    const pins = [5, 15, 25, 35, 45].map((at) => pin(at));
    const shown = Object.fromEntries(
      plan.versions.map((one) => [one.id, pinsOn(plan, one, pins).map(({ at }) => at)]),
    );
    expect(shown).toEqual({
      ...{ old: [5, 15, 25, 35, 45], same: [5, 15, 25, 35, 45] },
      ...{ fresh: [35, 45], after: [35, 45] },
    });
  });

  it("are asked about only when a page has another shape", () => {
    expect(isOtherShape([page("a")], [page("b", 8000, 6000)])).toBe(false);
    expect(isOtherShape([page("a")], [page("b", 4030, 3000)])).toBe(false);
    expect(isOtherShape([page("a")], [page("b", 4050, 3000)])).toBe(true);
    expect(isOtherShape([page("a")], [page("b"), page("c", 100, 900)])).toBe(false);
  });

  it("are one where they are too close, and none is lost", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            x: fc.double({ min: 0, max: 1, noNaN: true }),
            y: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
          { maxLength: 500 },
        ),
        fc.integer({ min: 1, max: 40 }),
        (spots, cells) => {
          const pins = spots.map(({ x, y }, at) => pin(at, x, y));
          const found = clusters(pins, { x: 1 / cells, y: 1 / cells });
          expect(found.flatMap((one) => one.pins.map(({ id }) => id)).toSorted()).toEqual(
            pins.map(({ id }) => id).toSorted(),
          );
          expect(found.length).toBeLessThanOrEqual((cells + 1) ** 2);
        },
      ),
    );
    expect(clusters([pin(1, 0.1), pin(2, 0.12)], { x: 0.2, y: 0.2 })).toMatchObject([{ x: 0.11 }]);
  });
});

describe("pages of a PDF", () => {
  it.each([
    ["1-3, 8", [1, 2, 3, 8]],
    ["3, 1–2,2", [1, 2, 3]],
    ["12", [12]],
    ["0", null],
    ["13", null],
    ["3-1", null],
    ["", null],
    ["all", null],
  ])("%s", (typed, pages) => expect(readPages(typed, 12)).toEqual(pages));

  it("are drawn as sharp as print needs, and never larger than a photo may be", () => {
    expect(drawnScale({ width: 2592, height: 1728 })).toBeCloseTo(200 / 72);
    expect(drawnScale({ width: 612, height: 792 }) * 792).toBeCloseTo(3_000);
    fc.assert(
      fc.property(
        fc.double({ min: 1, max: 20_000, noNaN: true }),
        fc.double({ min: 1, max: 20_000, noNaN: true }),
        (width, height) => {
          const scale = drawnScale({ width, height });
          expect(Math.max(width, height) * scale).toBeLessThanOrEqual(MOST.side + 1);
          expect(width * height * scale ** 2).toBeLessThanOrEqual(MOST.pixels * 1.001);
        },
      ),
    );
  });
});
