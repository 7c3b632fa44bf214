import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { derivedId } from "./derived-id.ts";

it("is equal for equal parts, different for others, and a valid id", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (one, other) => {
      expect(derivedId(...one)).toBe(derivedId(...one));
      expect(derivedId(...one) === derivedId(...other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      expect(z.uuid().safeParse(derivedId(...one)).success).toBe(true);
    }),
  );
});

it("is SHA-256 with the marks of version 8, as anyone can verify", () => {
  const digits = createHash("sha256").update('["day","a"]').digest("hex");
  expect(derivedId("day", "a").replaceAll("-", "").slice(0, 12)).toBe(digits.slice(0, 12));
  expect(derivedId("day", "a")).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  // Fixed: if ids changed, one day would become two.
  expect(derivedId("day", "a")).toMatchInlineSnapshot(`"fe77667d-f680-8e12-93ee-e7a9e49d2b45"`);
});
