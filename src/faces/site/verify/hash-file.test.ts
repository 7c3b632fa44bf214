import { createHash } from "node:crypto";
import { afterEach, expect, it, vi } from "vitest";
import { hashOfBlob } from "./hash-file.ts";

afterEach(() => vi.unstubAllGlobals());

const bytesOf = (length: number) => {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at++) bytes[at] = (at * 31 + (at >> 8)) & 255;
  return bytes;
};
const expected = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

it.each([0, 1, 1_048_576, 3_500_000])(
  "hashes %i bytes, with and without the browser’s own hash",
  async (length) => {
    const bytes = bytesOf(length);
    expect(await hashOfBlob(new Blob([bytes]), () => {})).toBe(expected(bytes));
    vi.stubGlobal("crypto", {});
    const shares: number[] = [];
    expect(await hashOfBlob(new Blob([bytes]), (share) => shares.push(share))).toBe(expected(bytes));
    expect(shares.at(-1) ?? 1).toBe(1);
  },
);

it("hashes a file too large for memory in pieces", async () => {
  const bytes = bytesOf(65 * 1024 * 1024);
  vi.spyOn(crypto.subtle, "digest").mockRejectedValue(new Error("not for this one"));
  expect(await hashOfBlob(new Blob([bytes]), () => {})).toBe(expected(bytes));
});
