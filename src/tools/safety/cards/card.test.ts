import { expect, it } from "vitest";
import {
  byUrgency,
  type Card,
  cardOf,
  describeState,
  faultOfDates,
  nameKey,
  readCard,
  stateOf,
  titleOf,
} from "./card.ts";

const TODAY = "2026-11-29";
const card = (over: Partial<Card> = {}): Card => ({
  ...{ id: "a", holder: { name: "Luis Ortega", user: null }, type: "forklift", title: "", issuer: "" },
  ...{ issued: "2024-01-10", expires: "2027-01-10", ...over },
});

it.each([
  ["2026-11-28", "expired", "Expired Nov 28, 2026"],
  ["2026-11-29", "expiring", "Expires today, Nov 29, 2026"],
  ["2026-11-30", "expiring", "Expires in 1 day, Nov 30, 2026"],
  ["2027-01-28", "expiring", "Expires in 60 days, Jan 28, 2027"],
  ["2027-01-29", "valid", "Expires Jan 29, 2027"],
  [null, "valid", "No expiry date"],
] as const)("a card that is good through %s is %s today", (expires, state, words) => {
  expect(stateOf({ expires }, TODAY)).toBe(state);
  expect(describeState({ expires }, TODAY)).toBe(words);
});

it.each([
  ["expires", { issued: "2026-03-01", expires: "2025-03-01" }, "before the card was issued"],
  ["expires", { issued: "2026-03-01", expires: "2206-03-01" }, "Check the year"],
  ["expires", { issued: null, expires: "2206-03-01" }, "Check the year"],
  ["expires", { issued: null, expires: "0206-03-01" }, "Check it"],
  ["issued", { issued: "2027-03-01", expires: null }, "still to come"],
  ["issued", { issued: "1926-03-01", expires: null }, "Check it"],
] as const)("says beside %s what is wrong with %o", (field, dates, words) => {
  expect(faultOfDates(dates, TODAY)).toMatchObject({ field });
  expect(faultOfDates(dates, TODAY)!.why).toContain(words);
});

it("takes a card that expired, one of a leap day, and one without dates", () => {
  for (const dates of [
    { issued: "2020-02-29", expires: "2023-02-28" },
    { issued: "2024-02-29", expires: "2039-02-28" },
    { issued: null, expires: null },
  ])
    expect(faultOfDates(dates, TODAY)).toBeNull();
});

it("reads a form, and says what is missing beside each field", () => {
  expect(Object.keys(readCard({}, TODAY).faults)).toEqual(["name", "type"]);
  expect(Object.keys(readCard({ name: "Ana", type: "other" }, TODAY).faults)).toEqual(["title"]);
  expect(readCard({ name: "Ana", type: "lift", expires: "2026-02-30" }, TODAY).faults).toEqual({
    expires: "Enter a day that exists.",
  });
  const { card: read, faults } = readCard(
    { name: " Ana   Paz ", type: "lift", expires: "2027-02-28" },
    TODAY,
  );
  expect(faults).toEqual({});
  expect(read).toMatchObject({ name: "Ana Paz", type: "lift", expires: "2027-02-28", issued: null });
});

it("names a card, and a person whatever the accents", () => {
  expect(titleOf(card())).toBe("Forklift operator");
  expect(titleOf(card({ type: "license", title: "Electrician, ID" }))).toBe("State license: Electrician, ID");
  expect(titleOf(card({ type: "other", title: "Traffic flagger" }))).toBe("Traffic flagger");
  expect(nameKey("José  PEÑA ")).toBe(nameKey("jose pena"));
});

it("trusts nothing that a device wrote, and puts what expires first at the top", () => {
  expect(cardOf("a", { holder: { name: 5 } })).toBeNull();
  expect(
    cardOf("a", { holder: { name: "Ana" }, type: "pilot", dates: { expires: "2026-02-30" } }),
  ).toMatchObject({
    ...{ type: "other", expires: null },
  });
  const cards = [
    card({ id: "b", expires: null }),
    card({ id: "c" }),
    card({ id: "d", expires: "2026-01-01" }),
  ];
  expect(cards.toSorted(byUrgency).map(({ id }) => id)).toEqual(["d", "c", "b"]);
});
