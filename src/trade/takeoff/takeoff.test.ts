import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CALCULATORS } from "./calculators.ts";
import { startOf, workOut } from "./calculator.ts";
import { nameQuantity } from "./sheet.ts";

const find = (id: string) => CALCULATORS.find((one) => one.id === id)!;

/** "1.3 cu yd", …: the results, with the defaults in the fields that aren't given. */
function results(id: string, typed: Record<string, string>, units: "us" | "metric" = "us"): string[] {
  const calculator = find(id);
  return workOut(calculator, { ...startOf(calculator, units), ...typed }, units).results.map(
    ({ quantity, unit }) => nameQuantity(quantity, unit),
  );
}

describe("known answers", () => {
  // Worked out by hand; the arithmetic is beside each. "0" waste where a published table has none.
  it.each([
    // 10 x 10 x 1/3 = 33.33 cu ft = 1.235 yd; 33.33 / 0.6 = 55.6; / 0.45 = 74.07
    ["slab", { length: "10", width: "10", waste: "0" }, ["1.3 cu yd", "56 bags", "75 bags"]],
    // 27 cu ft is a yard: 45 bags of 80 lb or 60 of 60 lb, as bags say. Floats make it 46.
    ["slab", { length: "9", width: "9", waste: "" }, ["1 cu yd", "45 bags", "60 bags"]],
    // 40 x 30 x 1/3 = 400, + 10% = 440 cu ft; / 27 = 16.296; / 0.6 = 733.3; / 0.45 = 977.8
    ["slab", { length: "40'", width: "30'" }, ["16.3 cu yd", "734 bags", "978 bags"]],
    // 100 x 16/12 x 8/12 = 88.89; / 27 = 3.292; / 0.6 = 148.1; / 0.45 = 197.5
    [
      "footing",
      { length: "100", width: "16", depth: "8", waste: "0" },
      ["3.3 cu yd", "149 bags", "198 bags"],
    ],
    // 12.5 x 1 x 0.5 = 6.25, + 10% = 6.875; / 27 = 0.2546; / 0.6 = 11.46; / 0.45 = 15.28
    ["footing", { length: "12-6", width: "12", depth: "6" }, ["0.3 cu yd", "12 bags", "16 bags"]],
    // 27 x 1 x 1 = 27
    ["footing", { length: "27", width: "12", depth: "12", waste: "0" }, ["1 cu yd", "45 bags", "60 bags"]],
    // 8 in. x 3 ft: pi/4 x 4/9 x 3 = 1.047, two 80 lb bags, as Quikrete says
    ["column", { diameter: "8", height: "3", waste: "0" }, ["0.1 cu yd", "2 bags", "3 bags"]],
    // 3 x pi/4 x 4 = 9.4248; / 27 = 0.349; / 0.6 = 15.7; / 0.45 = 20.9
    ["column", { count: "3", diameter: "12", height: "4", waste: "0" }, ["0.4 cu yd", "16 bags", "21 bags"]],
    // pi/4 x 4 x 10 x 2 = 62.83, + 10% = 69.115; / 27 = 2.56; / 0.6 = 115.2; / 0.45 = 153.6
    ["column", { count: "2", diameter: "24", height: "10" }, ["2.6 cu yd", "116 bags", "154 bags"]],
    // 20 x 10 x 1/3 = 66.67, + 10% = 73.33; / 27 = 2.716; x 1.4 = 3.80
    ["gravel", { area: "20 x 10" }, ["2.8 cu yd", "3.9 tons"]],
    // 81 sq ft at 4 in. is a yard
    ["gravel", { area: "81", waste: "0" }, ["1 cu yd", "1.4 tons"]],
    // 324 sq ft at 1 in. is a yard, as suppliers' tables say
    ["gravel", { area: "324", depth: "1", waste: "0", weight: "1.5" }, ["1 cu yd", "1.5 tons"]],
    // 108 sq ft at 3 in., and 162 at 2 in., are a yard: 13.5 bags of 2 cu ft
    ["mulch", { area: "108" }, ["1 cu yd", "14 bags"]],
    ["mulch", { area: "162", depth: "2" }, ["1 cu yd", "14 bags"]],
    // 20 x 5 + 10 x 4 = 140 sq ft x 1/4 = 35; / 27 = 1.296; / 2 = 17.5
    ["mulch", { area: "20 x 5 + 10 x 4" }, ["1.3 cu yd", "18 bags"]],
    // 48 x 8 = 384 = 12 sheets
    ["drywall", { walls: "12+12+12+12", waste: "0" }, ["12 sheets", "384 sq ft"]],
    // 384 + 144 = 528 - 33 = 495, + 10% = 544.5; / 32 = 17.02; / 48 = 11.34
    ["drywall", { walls: "48", ceiling: "12 x 12", openings: "3 x 7 + 3 x 4" }, ["18 sheets", "544.5 sq ft"]],
    [
      "drywall",
      { walls: "48", ceiling: "12 x 12", openings: "33", sheet: "4 x 12" },
      ["12 sheets", "544.5 sq ft"],
    ],
    // 100 + 10% = 110 sq ft; tiles of 2 sq ft: 55; of 1: 110; boxes of 10: 11
    ["tile", { area: "10 x 10" }, ["55 tiles", "110 sq ft"]],
    ["tile", { area: "100", tile: "12 x 12", box: "10" }, ["110 tiles", "11 boxes", "110 sq ft"]],
    // 8 x 5 - 6 = 34, + 15% = 39.1; 6 x 6 in. is 1/4 sq ft: 156.4
    ["tile", { area: "8 x 5", openings: "6", waste: "15", tile: "6 x 6" }, ["157 tiles", "39.1 sq ft"]],
    // 100 / 22.45 = 4.45; + 10% 4.9; + 15% 5.12: the example of a published calculator
    ["flooring", { area: "10 x 10", waste: "0", box: "22.45" }, ["5 boxes", "100 sq ft"]],
    ["flooring", { area: "10 x 10", waste: "10", box: "22.45" }, ["5 boxes", "110 sq ft"]],
    ["flooring", { area: "10 x 10", waste: "15", box: "22.45" }, ["6 boxes", "115 sq ft"]],
    // 450 - 20 - 15 = 415 sq ft, one coat: 415 / 350 = 1.19; two coats 830 / 350 = 2.37
    ["paint", { walls: "50", height: "9", doors: "1", windows: "1", coats: "1" }, ["2 gal", "415 sq ft"]],
    ["paint", { walls: "50", height: "9", doors: "1", windows: "1" }, ["3 gal", "415 sq ft"]],
    // A ceiling of 350 sq ft, two coats, is 2 gallons to the drop
    ["paint", { ceiling: "350" }, ["2 gal", "350 sq ft"]],
    // 1,500 x 1.118034 = 1,677.05, + 12% = 1,878.3; / 100 = 18.78; / 33.33 = 56.3: published
    ["roofing", { area: "1500", rise: "6/12", waste: "12" }, ["18.8 squares", "57 bundles"]],
    // 9 in 12 is exactly 1.25: 1,600 x 1.25 = 2,000
    ["roofing", { area: "40 x 40", rise: "9", waste: "0" }, ["20 squares", "60 bundles"]],
    // 12 in 12: 1,000 x 1.414214 = 1,414.2, + 10% = 1,555.6
    ["roofing", { area: "1000", rise: "12 in 12" }, ["15.6 squares", "47 bundles"]],
    // (144 + 0.25) / 5.75 = 25.09: 26 rows x 12 = 312; / 12 = 26
    ["decking", { length: "12", width: "12", gap: "1/4", stock: "12", waste: "0" }, ["26 boards", "312 ft"]],
    // 25 boards and 24 gaps of 1/4 are exactly 143 1/2 in.
    [
      "decking",
      { length: "12", width: `143 1/2"`, gap: "1/4", stock: "12", waste: "0" },
      ["25 boards", "300 ft"],
    ],
    // (120 + 1/8) / 5 5/8 = 21.36: 22 rows x 16 = 352, + 10% = 387.2; / 16 = 24.2
    ["decking", { length: "16", width: "10" }, ["25 boards", "387.2 ft"]],
    // 100 / 8 = 12.5: 13 panels, 14 posts and one for a gate, 39 rails, 1,200 / 5.5 = 218.2: published
    ["fence", { run: "100", extra: "1" }, ["13 panels", "15 posts", "39 rails", "219 pickets", "100 ft"]],
    // 96 / (8): 12 pickets of 5 1/2 with gaps of 2 1/2: (96 + 2.5) / 8 = 12.3
    [
      "fence",
      { run: "8", rails: "2", gap: "2 1/2" },
      ["1 panel", "2 posts", "2 rails", "13 pickets", "8 ft"],
    ],
    // 24 pickets of 3 1/2 and 23 gaps of 3 1/2 are 164 1/2 in.
    [
      "fence",
      { run: `164.5"`, spacing: "6", rails: "2", picket: "3 1/2", gap: "3 1/2" },
      ["3 panels", "4 posts", "6 rails", "24 pickets", "13.8 ft"],
    ],
    // 1,200 + 5% = 1,260; / 40 = 31.5; a batt is 9.6875 sq ft: 130.06
    ["insulation", { ceiling: "40 x 30", waste: "5" }, ["32 bags", "131 batts", "1,260 sq ft"]],
    // 400 / 40 = 10; / 9.6875 = 41.3
    ["insulation", { walls: "50", waste: "0" }, ["10 bags", "42 batts", "400 sq ft"]],
    // 400 - 40 = 360, + 10% = 396; / 40 = 9.9; / 9.6875 = 40.9
    ["insulation", { walls: "50", openings: "40" }, ["10 bags", "41 batts", "396 sq ft"]],
    // 52 - 6 = 46, + 10% = 50.6; / 16 = 3.16: a published example
    ["trim", { run: "52", openings: "6" }, ["4 sticks", "50.6 ft"]],
    // 48 / 16 = 3
    ["trim", { run: "12+12+12+12", waste: "0" }, ["3 sticks", "48 ft"]],
    // 12' 6" x 2 + 10' x 2 = 45, + 10% = 49.5; / 8 = 6.19
    ["trim", { run: `12' 6" + 12-6 + 10 + 10`, stick: "8" }, ["7 sticks", "49.5 ft"]],
  ] as [string, Record<string, string>, string[]][])("%s of %o is %o", (id, typed, expected) => {
    expect(results(id, typed)).toEqual(expected);
  });

  it("are in meters for a business that uses them", () => {
    // 4 x 3 x 0.1 = 1.2 cu m; / 0.017 = 70.6; / 0.0127 = 94.5
    expect(results("slab", { length: "4", width: "3", waste: "0" }, "metric")).toEqual([
      "1.2 cu m",
      "71 bags",
      "95 bags",
    ]);
    // 12 x 2.4 = 28.8 - 1.9 = 26.9; x 2 / 9 = 5.98
    expect(results("paint", { walls: "12", doors: "1" }, "metric")).toEqual(["6 L", "26.9 sq m"]);
    // 100 x 1.118034 = 111.8, + 10% = 122.98; / 3.1 = 39.67
    expect(results("roofing", { area: "10 x 10" }, "metric")).toEqual(["123 sq m", "40 bundles"]);
  });

  it("show their formula with the numbers", () => {
    const typed = { ...startOf(find("slab"), "us"), length: "20", width: `10' 6"` };
    expect(workOut(find("slab"), typed, "us").steps).toEqual([
      "20 ft × 10 ft 6 in × 4 in = 70 cu ft",
      "70 cu ft + 10% = 77 cu ft",
      "77 cu ft ÷ 27 = 2.85 cu yd, rounded up to 2.9",
      "77 cu ft ÷ 0.6 cu ft = 128.33, rounded up to 129 bags",
      "77 cu ft ÷ 0.45 cu ft = 171.11, rounded up to 172 bags",
    ]);
    const roof = { ...startOf(find("roofing"), "us"), area: "40 x 40", rise: "9" };
    expect(workOut(find("roofing"), roof, "us").steps.slice(0, 3)).toEqual([
      "Pitch: √(9² + 12²) ÷ 12 = 1.25",
      "1,600 sq ft × pitch = 2,000 sq ft",
      "2,000 sq ft + 10% = 2,200 sq ft",
    ]);
  });
});

it("carries the measures of a room from one calculator to the next, but no figures", () => {
  const typed = { ...startOf(find("drywall"), "us"), walls: "48", openings: "33", waste: "20" };
  expect(startOf(find("insulation"), "us", find("drywall"), typed)).toMatchObject({
    walls: "48",
    openings: "33",
    waste: "10",
  });
  // Openings are areas there and lengths here.
  expect(startOf(find("trim"), "us", find("drywall"), typed)["openings"]).toBe("");
});

describe("what can’t be worked out", () => {
  it("waits for the measures, without an error for what is blank", () => {
    for (const calculator of CALCULATORS) {
      const { reads, results: found } = workOut(calculator, startOf(calculator, "us"), "us");
      expect(found, calculator.id).toEqual([]);
      for (const one of Object.values(reads)) expect(one && "error" in one).toBeFalsy();
    }
  });

  it("says what is wrong beside the field", () => {
    const { reads, results: found } = workOut(
      find("slab"),
      { length: "ten", width: "0", thickness: "4" },
      "us",
    );
    expect(found).toEqual([]);
    expect(reads["length"]).toEqual({ error: expect.stringContaining("12' 6\"") });
    expect(reads["width"]).toEqual({ error: "Enter more than 0." });
  });

  it("refuses openings larger than the wall, and more than a line can have", () => {
    const small = { ...startOf(find("drywall"), "us"), walls: "10", openings: "100" };
    expect(workOut(find("drywall"), small, "us")).toMatchObject({
      results: [],
      steps: ["10 ft × 8 ft = 80 sq ft", "The openings are as large as the whole. Check the measurements."],
    });
    const large = { ...startOf(find("slab"), "us"), length: "90000", width: "90000" };
    expect(workOut(find("slab"), large, "us")).toMatchObject({
      results: [],
      steps: expect.arrayContaining(["That’s more than a million. Check the measurements."]),
    });
  });
});

// With more of these, one needs less.
const LOWERS =
  /^(openings|doors?|windows?|bag\d*|batt|tile|box|gallon|sheet|bundle|board|gap|stock|stick|spacing|picket)$/;

describe.each(CALCULATORS.map((one) => [one.id, one] as const))("%s", (_, calculator) => {
  const pair = fc.record({ low: fc.integer({ min: 1, max: 400 }), more: fc.integer({ min: 0, max: 400 }) });
  const typedOf = (kind: string, tenths: number) => {
    if (kind === "count") return String(tenths);
    return kind === "face" ? `${tenths / 10} x 10` : String(tenths / 10);
  };
  const all = fc.record(Object.fromEntries(calculator.fields.map(({ name }) => [name, pair])));
  const quantities = (typed: Record<string, string>) =>
    new Map(
      workOut(calculator, typed, "us").results.map(({ quantity, unit, text }) => [unit + text, quantity]),
    );

  it("never needs less for more of a measure, or with waste, and is never negative", () => {
    fc.assert(
      fc.property(all, (values) => {
        const typed = Object.fromEntries(
          calculator.fields.map(({ name, kind }) => [name, typedOf(kind, values[name]!.low)]),
        );
        const before = quantities(typed);
        for (const quantity of before.values()) expect(quantity).toBeGreaterThan(0);
        for (const { name, kind } of calculator.fields) {
          const raised = typedOf(kind, values[name]!.low + values[name]!.more);
          const after = quantities({ ...typed, [name]: raised });
          const [less, more] = LOWERS.test(name) ? [after, before] : [before, after];
          for (const [key, quantity] of less)
            if (more.has(key) || !LOWERS.test(name))
              expect(more.get(key) ?? Infinity, `${key} by ${name}`).toBeGreaterThanOrEqual(quantity);
        }
      }),
      { numRuns: 25 },
    );
  });

  it("never throws, whatever is typed", () => {
    const typed = fc.record(
      Object.fromEntries(
        calculator.fields.map(({ name }) => [
          name,
          fc.oneof(fc.string(), fc.constantFrom("0", "1e9", "999999")),
        ]),
      ),
    );
    fc.assert(
      fc.property(typed, fc.constantFrom("us" as const, "metric" as const), (values, units) => {
        for (const { quantity } of workOut(calculator, values, units).results)
          expect(Number.isSafeInteger(quantity) && quantity > 0 && quantity <= 1e9).toBe(true);
      }),
    );
  });

  it("has units that a line can have, and names of its own", () => {
    const names = calculator.fields.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const typed = Object.fromEntries(
      calculator.fields.map(({ name, kind }) => [name, kind === "face" ? "12 x 12" : "12"]),
    );
    for (const units of ["us", "metric"] as const) {
      const { results: found } = workOut(
        calculator,
        { ...typed, openings: "", doors: "", windows: "" },
        units,
      );
      expect(found.length).toBeGreaterThan(0);
      for (const { unit } of found) expect(unit.length).toBeLessThanOrEqual(12);
    }
  });
});
