import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { newTotpSecret, qrPicture, totpAddress, totpStep } from "./totp.server.ts";

const at = Temporal.Instant.from("2026-11-20T09:00:00Z");
const codeOf = (secret: string, instant: Temporal.Instant) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: instant.epochMilliseconds });

describe("codes of an authenticator app", () => {
  test("are those of RFC 6238", () => {
    // Appendix B, SHA-1, the last six of eight digits.
    const secret = Secret.fromLatin1("12345678901234567890").base32;
    for (const [seconds, code] of [
      [59, "287082"],
      [1111111109, "081804"],
      [2000000000, "279037"],
    ] as const)
      expect(totpStep(secret, code, Temporal.Instant.fromEpochMilliseconds(seconds * 1000))).toBe(
        Math.floor(seconds / 30),
      );
  });

  test("accept a phone that is up to one step off, either way, and return their step", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -300, max: 300 }),
        fc.integer({ min: 0, max: 2_000_000_000 }),
        (off, second) => {
          const secret = newTotpSecret();
          const here = Temporal.Instant.fromEpochMilliseconds(1_700_000_000_000 + second * 100);
          const there = here.add({ seconds: off });
          const steps =
            Math.floor(there.epochMilliseconds / 30_000) - Math.floor(here.epochMilliseconds / 30_000);
          const found = totpStep(secret, codeOf(secret, there), here);
          // Two steps have the same code about once in half a million: then the nearest one counts.
          const fits =
            found !== undefined &&
            codeOf(secret, Temporal.Instant.fromEpochMilliseconds(found * 30_000)) === codeOf(secret, there);
          return Math.abs(steps) <= 1 ? fits : found === undefined || fits;
        },
      ),
    );
    const secret = newTotpSecret();
    expect(totpStep(secret, codeOf(secret, at.add({ seconds: 30 })), at)).toBe(
      at.epochMilliseconds / 30_000 + 1,
    );
    expect(totpStep(secret, codeOf(secret, at.subtract({ seconds: 30 })), at)).toBe(
      at.epochMilliseconds / 30_000 - 1,
    );
  });

  test("are six digits and nothing else", () => {
    const secret = newTotpSecret();
    const code = codeOf(secret, at);
    for (const wrong of ["", code.slice(1), `${code}0`, ` ${code}`, `${code}\n`, "١٢٣٤٥٦", "abcdef"])
      expect(totpStep(secret, wrong, at)).toBeUndefined();
  });

  test("come from 160 random bits", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
  });

  test("have a URI with the installation's and the person's name, whatever the names", () => {
    const secret = newTotpSecret();
    const url = new URL(
      totpAddress({ secret, issuer: "Ridge & Sons: Roofing", account: "dana+x@example.com" }),
    );
    expect(url.protocol).toBe("otpauth:");
    expect(url.host).toBe("totp");
    expect(url.searchParams.get("secret")).toBe(secret);
    expect(url.searchParams.get("issuer")).toBe("Ridge & Sons: Roofing");
    expect(decodeURIComponent(url.pathname)).toContain("dana+x@example.com");
  });
});

test("a QR picture has a quiet zone and draws each dark module once", () => {
  const { size, path } = qrPicture("otpauth://totp/x?secret=ABC");
  const dark = new Set<string>();
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let step = 0; step < Number(width); step++) {
      const module = `${Number(x) + step} ${y}`;
      expect(dark.has(module)).toBe(false);
      dark.add(module);
    }
  const ends = [...dark].flatMap((one) => one.split(" ").map(Number));
  expect([Math.min(...ends), Math.max(...ends)]).toEqual([4, size - 5]);
  // The three finder patterns, 7 wide.
  for (const corner of ["4 4", `${size - 5} 4`, `4 ${size - 5}`]) expect(dark).toContain(corner);
});
