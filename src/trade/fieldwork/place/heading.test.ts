import { expect, it } from "vitest";
import { headingOf } from "./heading.ts";

it.each([
  ["upright, to the north", { alpha: 0, beta: 90, gamma: 0 }, 0],
  ["upright, to the east", { alpha: 270, beta: 90, gamma: 0 }, 90],
  ["upright, to the west", { alpha: 90, beta: 90, gamma: 0 }, 270],
  ["tilted down a little, to the south", { alpha: 180, beta: 60, gamma: 0 }, 180],
  ["on its left side, to the north", { alpha: 90, beta: 0, gamma: -90 }, 0],
  ["flat, by its top", { alpha: 270, beta: 2, gamma: 0 }, 90],
  ["by Safari’s compass", { alpha: 1, beta: 2, gamma: 3, webkitCompassHeading: 359.8 }, 0],
])("says where the camera looks: %s", (_, orientation, heading) => {
  expect(headingOf(orientation)).toBe(heading);
});

it("says nothing without a compass", () => {
  expect(headingOf({ alpha: null, beta: null, gamma: null })).toBeNull();
});
