import { expect, it } from "vitest";
import { directionsTo, placeOf } from "./place.ts";

it("links directions to the position, or else to the address", () => {
  expect(directionsTo({ address: "1 Elm & Oak", position: null })).toContain(
    "destination=1%20Elm%20%26%20Oak",
  );
  expect(directionsTo({ address: "1 Elm", position: { lat: 43.6, lon: -116.2 } })).toContain("43.6%2C-116.2");
  expect(directionsTo({ address: null, position: null })).toBeNull();
});

it("is read only if it is complete", () => {
  expect(placeOf({ lat: 43.6, lon: -116.2, accuracy: 8 })).toEqual({ lat: 43.6, lon: -116.2, accuracy: 8 });
  for (const value of [null, undefined, {}, { lat: 1, lon: 2 }, "here", { lat: "1", lon: 2, accuracy: 3 }])
    expect(placeOf(value)).toBeNull();
});
