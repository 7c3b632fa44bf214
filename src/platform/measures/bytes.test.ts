import fc from "fast-check";
import { expect, it } from "vitest";
import { formatBytes } from "./bytes.ts";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [820, "820 bytes"],
  [1023, "1,023 bytes"],
  [1024, "1 KB"],
  [34_700, "34 KB"],
  [840 * 1024, "840 KB"],
  [1024 ** 2 - 1, "1 MB"],
  [1.25 * 1024 ** 2, "1.3 MB"],
  [12.5 * 1024 ** 2, "13 MB"],
  [50 * 1024 ** 3, "50 GB"],
  [1.2 * 1024 ** 3, "1.2 GB"],
  [3 * 1024 ** 4, "3 TB"],
  [5000 * 1024 ** 4, "5,000 TB"],
])("formats %d bytes as %s, with a no-break space", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text.replace(/ (?=[a-zA-Z]+$)/, "\u00a0"));
});

it("never formats a larger size as a smaller one", () => {
  const read = (bytes: number): number => {
    const [number = "", unit = ""] = formatBytes(bytes).split("\u00a0");
    return Number(number.replaceAll(",", "")) * 1024 ** "bKMGT".indexOf(unit[0]!);
  };
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.nat(1e6), (bytes, more) => {
      expect(read(bytes + more)).toBeGreaterThanOrEqual(read(bytes));
    }),
  );
});
