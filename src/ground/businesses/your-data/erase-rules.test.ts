import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { confirmationText, formatCounts, fateOf, isTyped } from "./erase-rules.ts";
import { ROLES } from "../rules.ts";

describe("the fate of a business when a person deletes their account", () => {
  it("never leaves members without an owner, and never erases a business with other members", () => {
    const holds = fc.property(fc.constantFrom(...ROLES), fc.nat(20), fc.nat(20), (role, others, among) => {
      const otherOwners = Math.min(among, others);
      const fate = fateOf({ role, others, otherOwners });
      if (fate === "erased") return others === 0;
      return fate === "left" ? role !== "owner" || otherOwners > 0 : role === "owner" && otherOwners === 0;
    });
    expect(fc.check(holds)).toMatchObject({ failed: false });
  });
});

describe("the text to confirm with", () => {
  it.each([
    ["Larkspur Deck", "  larkspur   DECK ", true],
    ["Larkspur Deck", "Larkspur", false],
    ["Larkspur Deck", "", false],
    ["", "", false],
    ["Café", "Cafe\u0301", true],
    ["a@b.test", "a@b.test\r\n", true],
    ["a@b.test", "a@b.test x", false],
  ])("for %j: %j is %s", (expected, typed, fits) => expect(isTyped(typed, expected)).toBe(fits));

  it("is the name, or a word if it has none", () => {
    expect([confirmationText("Summit"), confirmationText("  "), confirmationText(null)]).toEqual([
      "Summit",
      "close",
      "close",
    ]);
  });
});

it("formats counts", () => {
  expect(formatCounts({ leads: 1, magnets: 2, mail_messages: 12_345 })).toBe(
    "1 lead, 2 guides, 12,345 messages",
  );
  expect(formatCounts({ leads: 0 })).toBe("");
});
