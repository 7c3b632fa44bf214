import { readFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { readCameraNotes } from "./camera/camera-notes.server.ts";
import { withTime } from "./camera/time-in-jpeg.ts";
import { readDevicePhoto } from "./device-photo.ts";

const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);
const TIMES = { IFD2: { DateTimeOriginal: "2019:10:20 18:34:30", OffsetTimeOriginal: "+02:00" } };
const picture = () => sharp({ create: { width: 80, height: 60, channels: 3, background: "#375" } });
const noise = () =>
  sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: "#375",
      noise: { type: "gaussian", mean: 120, sigma: 40 },
    },
  });
const AT = Date.parse("2019-10-20T16:34:30Z");

describe("what a device reads from a file before it is sent", () => {
  it.each(["jpeg", "png", "webp", "avif"] as const)(
    "%s: its kind, its size, and when it was taken",
    async (format) => {
      const read = await readDevicePhoto(blob(await picture().withExif(TIMES).toFormat(format).toBuffer()));
      expect(read).toEqual({
        found: { kind: format },
        size: { width: 80, height: 60 },
        clock: { local: "2019-10-20T18:34:30", at: AT },
        isIncomplete: false,
      });
    },
  );

  it("heic", async () => {
    const read = await readDevicePhoto(
      blob(readFileSync(path.join(import.meta.dirname, "testing/turned.heic"))),
    );
    expect(read).toMatchObject({
      found: { kind: "heic" },
      clock: { at: Date.parse("2026-10-02T15:15:00Z") },
      isIncomplete: false,
    });
    expect(Math.max(read.size!.width, read.size!.height)).toBe(320);
  });

  it("a JPEG whose zone only GPS shows", async () => {
    const exif = {
      IFD2: { DateTimeOriginal: "2019:10:20 18:34:30" },
      IFD3: { GPSDateStamp: "2019:10:20", GPSTimeStamp: "16/1 34/1 29/1" },
    };
    expect((await readDevicePhoto(blob(await picture().withExif(exif).jpeg().toBuffer()))).clock.at).toBe(AT);
  });

  it("a GIF, and a lossless WebP", async () => {
    expect(await readDevicePhoto(blob(await picture().gif().toBuffer()))).toMatchObject({
      found: { kind: "gif" },
      size: { width: 80, height: 60 },
    });
    const webp = await readDevicePhoto(blob(await picture().webp({ lossless: true }).toBuffer()));
    expect(webp).toMatchObject({ found: { kind: "webp" }, size: { width: 80, height: 60 } });
  });

  it("the time written into a converted JPEG, readable by the server too", async () => {
    const bare = await picture().jpeg().toBuffer();
    for (const clock of [
      { local: "2019-10-20T18:34:30", at: AT },
      { local: "2019-10-20T18:34:30", at: Date.parse("2019-10-20T22:04:30Z") },
      { local: "2019-10-20T18:34:30", at: null },
      { local: null, at: null },
    ]) {
      const written = withTime(bare, clock);
      expect((await readDevicePhoto(blob(written))).clock).toEqual(clock);
      const { exif } = await sharp(written, { failOn: "warning" }).metadata();
      const { takenAt, takenLocal } = await readCameraNotes(
        exif,
        Temporal.Instant.from("2026-11-25T00:00:00Z"),
      );
      expect([takenAt?.epochMilliseconds ?? null, takenLocal]).toEqual([clock.at, clock.local]);
    }
  });

  it("a JPEG whose last rows are missing, and one with data after its end", async () => {
    const whole = await noise().jpeg().toBuffer();
    const read = async (bytes: Uint8Array) => (await readDevicePhoto(blob(bytes))).isIncomplete;
    expect(
      await Promise.all(
        [whole, whole.subarray(0, 9000), Buffer.concat([whole, Buffer.alloc(999, 7)])].map(read),
      ),
    ).toEqual([false, true, false]);
    expect(await read(await noise().jpeg({ progressive: true }).toBuffer())).toBe(false);
  });

  it("unsupported files by name; files without a readable header, without a size", async () => {
    const named = async (bytes: Uint8Array) => (await readDevicePhoto(blob(bytes))).found;
    const brand = (major: string, ...others: string[]) => {
      const head = Buffer.alloc(16 + others.length * 4);
      head.writeUInt32BE(head.length);
      head.write(`ftyp${major}`, 4, "latin1");
      for (const [at, other] of others.entries()) head.write(other, 16 + at * 4, "latin1");
      return head;
    };
    expect(await named(await picture().tiff().toBuffer())).toEqual({ kind: null, name: "TIFF or raw" });
    expect(await named(Buffer.from("ff0a0000", "hex"))).toEqual({ kind: null, name: "JPEG XL" });
    expect(await named(Buffer.from('<?xml version="1.0"?><svg/>'))).toEqual({ kind: null, name: "SVG" });
    expect(await named(brand("msf1", "hevc"))).toEqual({ kind: null, name: "HEIF sequence" });
    expect(await named(brand("mif1", "mif1", "heic"))).toEqual({ kind: "heic" });
    expect(await named(brand("mif1", "avif"))).toEqual({ kind: "avif" });
    expect(await named(brand("3gp5", "isom"))).toEqual({ kind: "mp4" });
    expect(await named(brand("qt  "))).toEqual({ kind: "mov" });
    expect(await named(brand("M4A "))).toEqual({ kind: null, name: "sound" });
    expect(
      (
        await readDevicePhoto(
          blob(Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), Buffer.alloc(3000, 7)])),
        )
      ).size,
    ).toBeNull();
    expect(await readDevicePhoto(new Blob([]))).toMatchObject({ found: { kind: null }, size: null });
  });
});
