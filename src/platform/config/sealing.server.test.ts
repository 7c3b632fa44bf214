import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { seal, unseal } from "./sealing.server.ts";
import { useSecret } from "./signing.server.ts";

beforeEach(() => useSecret("a secret for tests that is long enough"));

describe("sealed text", () => {
  it("is decrypted unchanged, and differs each time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const sealed = seal("channel a", text);
        expect(unseal("channel a", sealed)).toBe(text);
        expect(seal("channel a", text)).not.toBe(sealed);
      }),
    );
  });

  it("can't be decrypted for another purpose, under another SECRET, or altered", () => {
    const sealed = seal("channel a", "smtp://user:password@host");
    expect(unseal("channel b", sealed)).toBeUndefined();
    for (let at = 0; at < Buffer.from(sealed, "base64url").length; at++) {
      const bytes = Buffer.from(sealed, "base64url");
      bytes[at]! ^= 1;
      expect(unseal("channel a", bytes.toString("base64url"))).toBeUndefined();
    }
    for (const other of ["", "x", "!", sealed.slice(0, -8)])
      expect(unseal("channel a", other)).toBeUndefined();
    useSecret("another secret for tests that is long enough");
    expect(unseal("channel a", sealed)).toBeUndefined();
  });
});
