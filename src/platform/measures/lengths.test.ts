import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exact, formatExact, isMore, over, parseExact, root, roundUp, times } from "./exact.ts";
import { formatLength, inchesIn, readArea, readLength } from "./lengths.ts";

const words = (typed: string, bare: "ft" | "in" | "m" | "cm" = "ft") => {
  const found = readLength(typed, bare);
  return found && formatLength(found, bare === "ft" || bare === "in" ? "us" : "metric", bare === "in");
};

describe("a length", () => {
  it.each([
    [`12' 6"`, "12 ft 6 in"],
    ["12-6", "12 ft 6 in"],
    ["12 - 6", undefined],
    ["12 ft 6 1/2 in", "12 ft 6½ in"],
    ["12 ft. 6-1/2 in.", "12 ft 6½ in"],
    ["12’ 6½”", "12 ft 6½ in"],
    ["12'6", "12 ft 6 in"],
    ["12' - 6''", "12 ft 6 in"],
    ["12-6-3/8", "12 ft 6⅜ in"],
    ["12 FEET 6 INCHES", "12 ft 6 in"],
    ["12.5", "12 ft 6 in"],
    ["12,5", "12 ft 6 in"],
    ["12 1/2", "12 ft 6 in"],
    [`150"`, "12 ft 6 in"],
    ["150in", "12 ft 6 in"],
    ["3/16 in", "3/16 in"],
    [`1 3/16"`, "1 3/16 in"],
    [`15/16"`, "15/16 in"],
    ["11 15/16 in", "11 15/16 in"],
    ["3.8 m", "about 12 ft 5⅝ in"],
    ["380 cm", "about 12 ft 5⅝ in"],
    ["3800mm", "about 12 ft 5⅝ in"],
    ["3,8m", "about 12 ft 5⅝ in"],
    ["3 m 80 cm", "about 12 ft 5⅝ in"],
    ["30.48 cm", "1 ft"],
    ["1,200", "1,200 ft"],
    ["5 yd", "15 ft"],
    ["12 + 10' 6\" + 12-6", "35 ft"],
    ["0", "0 in"],
    ["", null],
    ["  ", null],
    ["twelve", undefined],
    ["-5", undefined],
    ["12-18", undefined],
    [`12' 14"`, undefined],
    ["1/0", undefined],
    ["12 +", undefined],
    ["12 x 4", undefined],
    ["5 gal", undefined],
    ["1.2.3", undefined],
    ["999999999", undefined],
    ["1".repeat(500), undefined],
  ])("typed as %s is %s", (typed, is) => {
    expect(words(typed)).toBe(is);
  });

  it("is in inches, meters or centimeters where the field says so", () => {
    expect(words("5-1/2", "in")).toBe("5½ in");
    expect(words("16", "in")).toBe("16 in");
    expect(words("1'4", "in")).toBe("16 in");
    expect(words("3,8", "m")).toBe("3.8 m");
    expect(words("12'", "m")).toBe("about 3.658 m");
    expect(formatLength(readLength("10", "cm")!, "metric", true)).toBe("10 cm");
  });

  it("reads what it wrote, to a sixteenth of an inch", () => {
    fc.assert(
      fc.property(fc.nat(19_200), (sixteenths) => {
        const inches = exact(sixteenths, 16);
        expect(readLength(formatLength(inches, "us"), "ft")).toEqual(inches);
        expect(readLength(formatLength(inches, "us", true), "in")).toEqual(inches);
      }),
    );
  });

  it("never throws and is never negative, whatever is typed", () => {
    const pieces = `0 1 2 3 9 12 . , - + / ' " x ½ m ft in cm 1/2 ² e ’`.split(" ");
    const piece = fc.constantFrom(" ", ...pieces);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((all) => all.join("")),
        ),
        (typed) => {
          for (const read of [readLength(typed, "ft"), readArea(typed, "m"), parseExact(typed)])
            expect(!read || (read.n >= 0n && read.d > 0n && formatLength(read, "us") !== "")).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("an area", () => {
  it.each([
    ["12 x 14", 168],
    ["12x14'6\"", 174],
    ["12 by 14 + 3 x 4", 180],
    ["180", 180],
    ["1,680 sq ft", 1680],
    ["180sf", 180],
    ["4 × 8", 32],
    ["12 x 24 in", 2],
    ["12 in x 24", 24],
    ["", null],
    ["12 x", undefined],
    ["3 x 4 x 5", undefined],
    ["big", undefined],
  ])("typed as %s is %s square feet", (typed, feet) => {
    const found = readArea(typed, "ft");
    expect(found && over(found, exact(144))).toEqual(typeof feet === "number" ? exact(feet) : feet);
  });

  it("of a square meter is 10.764 square feet", () => {
    expect(formatExact(over(readArea("1 m²", "ft")!, exact(144)), 3)).toBe("10.764");
    expect(readArea("1", "m")).toEqual(times(inchesIn("m"), inchesIn("m")));
  });

  it("of a tile needs two sides", () => {
    expect(readArea("12", "in", true)).toBeUndefined();
    expect(readArea("12 x 12", "in", true)).toEqual(exact(144));
  });
});

describe("an exact number", () => {
  it("isn’t rounded up because of a float", () => {
    // 27 / 0.6 is 45.00000000000001 with floats.
    expect(roundUp(over(exact(27), parseExact("0.60")!))).toBe(45n);
    expect(roundUp(over(exact(100), parseExact("33 1/3")!))).toBe(3n);
  });

  it("is formatted with its thousands, rounded half up", () => {
    expect(["1234.565", "0.004", "1,000", "2.50"].map((typed) => formatExact(parseExact(typed)!))).toEqual([
      "1,234.57",
      "0",
      "1,000",
      "2.5",
    ]);
  });

  it("has a root that is exact for squares, and never too large", () => {
    expect(root(exact(225, 144))).toEqual(exact(5, 4));
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), (n, d) => {
        const found = root(exact(n, d));
        expect(isMore(times(found, found), exact(n, d))).toBe(false);
        const [wholeRoot] = [root(times(exact(n, d), exact(n, d)))];
        expect(wholeRoot).toEqual(exact(n, d));
      }),
    );
  });

  it("refuses to divide by nothing", () => {
    expect(() => over(exact(1), exact(0))).toThrow(RangeError);
  });
});
