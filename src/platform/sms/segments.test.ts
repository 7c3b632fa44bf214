import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countText, foldForText } from "./segments.ts";

const count = (text: string) => {
  const { encoding, units, parts } = countText(text);
  return [encoding, units, parts.length];
};

describe("counting a text", () => {
  // Sizes as documented by carriers: 160 and 153 septets, 70 and 67 16-bit units.
  it.each([
    ["", "GSM-7", 0, 1],
    ["a".repeat(160), "GSM-7", 160, 1],
    ["a".repeat(161), "GSM-7", 161, 2],
    ["a".repeat(306), "GSM-7", 306, 2],
    ["a".repeat(307), "GSM-7", 307, 3],
    ["é".repeat(160), "GSM-7", 160, 1],
    ["ç".repeat(70), "UCS-2", 70, 1],
    ["ç".repeat(71), "UCS-2", 71, 2],
    ["ç".repeat(134), "UCS-2", 134, 2],
    ["ç".repeat(135), "UCS-2", 135, 3],
    ["€".repeat(80), "GSM-7", 160, 1],
    // 76 escaped characters fill 152 of 153 septets: the escape is not split from its character.
    ["€".repeat(81), "GSM-7", 162, 2],
    ["€".repeat(153), "GSM-7", 306, 3],
    ["🔨".repeat(35), "UCS-2", 70, 1],
    // 33 pairs are 66 of 67 units.
    ["🔨".repeat(36), "UCS-2", 72, 2],
    ["🔨".repeat(67), "UCS-2", 134, 3],
    ["^{}\\[~]|€\f", "GSM-7", 20, 1],
    [`${"a".repeat(159)}🔨`, "UCS-2", 161, 3],
  ])("%#", (text, encoding, units, parts) => {
    expect(count(text)).toEqual([encoding, units, parts]);
  });

  it("loses nothing, splits no character, and overfills no message", () => {
    const sign = fc.oneof(
      fc.constantFrom(..."ab€[🔨ç\n@".match(/./gsu)!),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    );
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 500 }), (signs) => {
        const text = signs.join("");
        const { encoding, units, parts } = countText(text);
        expect(parts.join("")).toBe(text);
        for (const part of parts) expect(part.isWellFormed()).toBe(true);
        const sizes = parts
          .map((part) => countText(part))
          .map((one) => (encoding === "UCS-2" ? one.parts.join("").length : one.units));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(units);
        const limits = encoding === "GSM-7" ? [160, 153] : [70, 67];
        if (parts.length === 1) expect(units).toBeLessThanOrEqual(limits[0]!);
        else {
          expect(units).toBeGreaterThan(limits[0]!);
          for (const size of sizes) expect(size).toBeLessThanOrEqual(limits[1]!);
          // A part ends early by one unit at most, and only if a character would be split.
          for (const size of sizes.slice(0, -1)) expect(size).toBeGreaterThanOrEqual(limits[1]! - 1);
        }
      }),
    );
  });
});

describe("replacing typography", () => {
  it("makes a word processor's text fit GSM-7", () => {
    expect(foldForText("“It’s done” – the deck… €5\u00a0off — ‘soon’\u200b")).toBe(
      "\"It's done\" - the deck... €5 off - 'soon'",
    );
    expect(foldForText("one\r\ntwo\rthree\tfour\u0007")).toBe("one\ntwo\nthree four");
    expect(countText("Don’t miss it").encoding).toBe("UCS-2");
    expect(countText(foldForText("Don’t miss it")).encoding).toBe("GSM-7");
  });

  it("keeps names and emoji", () => {
    expect(foldForText("Łukasz, Zoë, Ana María 🔨")).toBe("Łukasz, Zoë, Ana María 🔨");
    // A combining sequence becomes the single character of the GSM alphabet.
    expect(countText(foldForText("Cafe\u0301")).encoding).toBe("GSM-7");
  });

  it("is idempotent, and removes no words", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const folded = foldForText(text);
        expect(foldForText(folded)).toBe(folded);
        expect(folded.isWellFormed()).toBe(true);
        expect(folded.replace(/[^\p{L}\p{N}]/gu, "")).toBe(
          text
            .toWellFormed()
            .normalize("NFC")
            .replace(/[^\p{L}\p{N}]/gu, "")
            .replace(/[ʼ]/gu, ""),
        );
      }),
    );
  });
});
