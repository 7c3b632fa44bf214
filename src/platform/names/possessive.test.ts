import { expect, it } from "vitest";
import { possessive } from "./possessive.ts";

it("adds only an apostrophe after an s", () => {
  expect(["Ana", "North Fork Decks", "ROSS"].map(possessive)).toEqual([
    "Ana’s",
    "North Fork Decks’",
    "ROSS’",
  ]);
});
