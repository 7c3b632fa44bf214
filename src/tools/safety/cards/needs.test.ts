import { expect, it } from "vitest";
import type { Card } from "./card.ts";
import { cardsFor, missingCards, needsOf } from "./needs.ts";

const TODAY = "2026-11-29";
const cards: Card[] = [
  ["Luis Ortega", "forklift", "2027-01-01"],
  ["Ana Paz", "forklift", "2026-11-28"],
  ["Ana Paz", "lift", null],
].map(([name, type, expires], at) => ({
  ...{
    id: String(at),
    holder: { name: name!, user: null },
    type: type as Card["type"],
    title: "",
    issuer: "",
  },
  ...{ issued: null, expires: expires ?? null },
}));

it("warns of a card that is missing or expired, and of nothing else", () => {
  const missing = (name: string) => missingCards(cards, name, ["forklift", "silica"], TODAY);
  expect(missing("LUIS ORTEGA")).toEqual(["no silica competent person card here"]);
  expect(missing("Ana Paz")).toEqual([
    "their forklift operator card expired",
    "no silica competent person card here",
  ]);
  expect(missingCards(cards, "Ana Paz", ["lift"], TODAY)).toEqual([]);
  expect(missingCards([], "Ana Paz", ["osha10"], TODAY)).toEqual(["no OSHA 10 card here"]);
});

it("finds what a task needs by its words", () => {
  const usual = needsOf({});
  expect(cardsFor(usual, "Forklifts and telehandlers")).toEqual(["forklift"]);
  expect(cardsFor(usual, "Aerial lifts")).toEqual(["lift"]);
  expect(cardsFor(usual, "Ladders")).toEqual([]);
});

it("keeps the usual list until the owner changes it", () => {
  const own = needsOf({
    ...{ "needs.forklift": null, "needs.lift": { words: "lift", type: "lift" } },
    ...{ "needs.x": { words: "crane", type: "license" }, "needs.bad": { words: "a", type: "pilot" } },
  });
  expect(own.map(({ words }) => words)).toEqual(["crane", "lift", "silica, concrete cutting, tuckpointing"]);
  expect(cardsFor(own, "Forklifts")).toEqual([]);
});
