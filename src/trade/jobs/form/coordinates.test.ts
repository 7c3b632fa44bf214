import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCoordinates, readCoordinates, readZone, zoneNames, formatZone } from "./coordinates.ts";

describe("coordinates", () => {
  it.each([
    ["40.7128, -74.0060", 40.7128, -74.006],
    ["40.7128,-74.0060", 40.7128, -74.006],
    ["  40.7128   -74.0060 ", 40.7128, -74.006],
    ["40.7128 N 74.006 W", 40.7128, -74.006],
    ["40.7128° N, 74.0060° W", 40.7128, -74.006],
    ["40.7128°N 74.0060°W", 40.7128, -74.006],
    ["N 40.7128 W 74.006", 40.7128, -74.006],
    ["N40.7128, W74.006", 40.7128, -74.006],
    ["74.006 W, 40.7128 N", 40.7128, -74.006],
    ["33.8688 S; 151.2093 E", -33.8688, 151.2093],
    ["40,7128 -74,0060", 40.7128, -74.006],
    ["0, 0", 0, 0],
    ["-90, 180", -90, 180],
  ])("accepts %s", (typed, lat, lon) => {
    expect(readCoordinates(typed)).toEqual({ lat, lon });
  });

  it.each([
    "91, 0",
    "0, 181",
    "40.7128",
    "here",
    "40.7 N 74 S",
    "40.7128, -74.0060, 12",
    "N 40 N 74",
    "-40 N, 74 W",
    "1e3, 4",
    "40°42′46″ N",
  ])("refuses %s", (typed) => {
    expect(readCoordinates(typed)).toBeUndefined();
  });

  it("parses what it formats, and returns null for empty text", () => {
    expect(readCoordinates(" ")).toBeNull();
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (lat, lon) => {
          const read = readCoordinates(formatCoordinates({ lat, lon }))!;
          expect(Math.abs(read.lat - lat)).toBeLessThan(1e-5);
          expect(Math.abs(read.lon - lon)).toBeLessThan(1e-5);
        },
      ),
    );
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const read = readCoordinates(typed);
        expect(
          read === null || read === undefined || (Math.abs(read.lat) <= 90 && Math.abs(read.lon) <= 180),
        ).toBe(true);
      }),
    );
  });
});

it("parses time zones as formatted, ignoring case", () => {
  for (const name of zoneNames()) expect(formatZone(readZone(name)!)).toBe(name);
  expect(readZone("america/new york")).toBe("America/New_York");
  // A device may be set to this zone, although the list doesn't have it.
  expect(readZone("UTC")).toBe("UTC");
  expect(["", "Mars/Olympus", "+05:00"].map(readZone)).toEqual([null, undefined, undefined]);
});
