import { expect, it } from "vitest";
import { changesBetween, emergencyOf, isPhone, MOST_CALLS, readCard } from "./emergency.ts";

const TYPED = { address: "14 Elm Street, Boise", "role-0": "Foreman", "phone-0": "(208) 555-0101" };

it("reads what was typed", () => {
  const { card, faults } = readCard(
    {
      ...{ ...TYPED, "hospital-name": " St. Luke’s ", "hospital-phone": "208 555 0102" },
      ...{ "role-2": "Office", "phone-2": "208-555-0103", "spot-gas": "North wall" },
    },
    { lat: 43.6, lon: -116.2 },
  );
  expect(faults).toEqual({});
  expect(card.hospital).toEqual({ name: "St. Luke’s", address: "", phone: "208 555 0102" });
  expect(card.calls.map(({ role }) => role)).toEqual(["Foreman", "Office"]);
  expect(card.spots["gas"]).toBe("North wall");
});

it.each([
  ["address", { address: " " }],
  ["hospital-name", { "hospital-phone": "208 555 0102" }],
  ["clinic-phone", { "clinic-name": "Redi Clinic", "clinic-phone": "ask Ana" }],
  ["phone-1", { "role-1": "Office" }],
  ["role-1", { "phone-1": "208 555 0103" }],
  [`phone-${MOST_CALLS - 1}`, { [`name-${MOST_CALLS - 1}`]: "Ana Paz" }],
])("says beside the field %s what is wrong", (field, typed) => {
  expect(Object.keys(readCard({ ...TYPED, ...typed }, null).faults)).toEqual([field]);
});

it("refuses coordinates that aren’t on earth", () => {
  expect(Object.keys(readCard(TYPED, undefined).faults)).toEqual(["coordinates"]);
  expect(readCard(TYPED, null).faults).toEqual({});
});

it("writes only what changed, and reads it again", () => {
  const empty = emergencyOf({});
  const { card } = readCard({ ...TYPED, "spot-aed": "Trailer" }, { lat: 1, lon: 2 });
  const sets = changesBetween(empty, card);
  expect(Object.keys(sets).toSorted()).toEqual(["address", "calls", "position", "spots.aed"]);
  expect(emergencyOf(sets)).toEqual(card);
  expect(changesBetween(card, card)).toEqual({});
  expect(changesBetween(card, readCard(TYPED, { lat: 1, lon: 2 }).card)).toEqual({ "spots.aed": null });
});

it.each([
  ...(["911", "(208) 555-0101", "1-800-CALL-NOW", "+1 208 555 0101 x12"] as const).map(
    (one) => [one, true] as const,
  ),
  ...(["", "--", "12", "n/a"] as const).map((one) => [one, false] as const),
])("knows whether a phone can dial “%s”: %s", (typed, can) => {
  expect(isPhone(typed)).toBe(can);
});

it("trusts nothing that a device wrote", () => {
  expect(
    emergencyOf({ address: 5, position: { lat: "1" }, hospital: [], calls: { 0: {} }, "spots.gas": {} }),
  ).toEqual(emergencyOf({}));
});
