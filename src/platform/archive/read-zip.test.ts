import fc from "fast-check";
import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { openZip } from "./read-zip.ts";

describe("an archive", () => {
  it("is read from its end, and refused if it is not one", async () => {
    const zip = zipSync({
      "a.txt": new Uint8Array(5_000),
      "b/c.jpg": [new Uint8Array([1, 2, 3]), { level: 0 }],
    });
    const read = await openZip(new Blob([zip]));
    expect(read.paths).toEqual(["a.txt", "b/c.jpg"]);
    expect((await read.read("a.txt")).length).toBe(5_000);
    expect([...(await read.read("b/c.jpg"))]).toEqual([1, 2, 3]);
    await expect(openZip(new Blob([zip.subarray(0, 60)]))).rejects.toThrow("no ZIP");
    await expect(openZip(new Blob(["%PDF-1.7"]))).rejects.toThrow("no ZIP");
    await fc.assert(
      fc.asyncProperty(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const altered = Uint8Array.from(zip);
        altered[at]! ^= change;
        // Never hangs and never allocates too much; hashes verify the content.
        const opened = await openZip(new Blob([altered])).catch(() => undefined);
        for (const name of opened?.paths ?? []) await opened!.read(name).catch(() => undefined);
      }),
      { numRuns: 300 },
    );
  });
});
