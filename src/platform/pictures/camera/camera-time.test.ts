import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readClock, takenAt, videoMoment } from "./camera-time.ts";

const NOW = Date.parse("2026-11-25T20:00:00Z");
const ZONE = "America/Denver";
const of = (tags: Record<string, unknown>) => {
  const found = takenAt(readClock(tags), ZONE, NOW);
  return found && [new Date(found.at).toISOString(), found.basis];
};
const LOCAL = "2019:10:20 18:34:30";

describe("the time of a photo", () => {
  it.each<[string, Record<string, unknown>, [string, string] | null]>([
    [
      "with an offset",
      { DateTimeOriginal: LOCAL, OffsetTimeOriginal: "+02:00" },
      ["2019-10-20T16:34:30.000Z", "camera"],
    ],
    [
      "with an offset without a colon",
      { DateTimeOriginal: LOCAL, OffsetTimeOriginal: "-0330" },
      ["2019-10-20T22:04:30.000Z", "camera"],
    ],
    [
      "with the offset of the file's change alone",
      { DateTimeOriginal: LOCAL, OffsetTime: "Z" },
      ["2019-10-20T18:34:30.000Z", "camera"],
    ],
    ["without an offset", { DateTimeOriginal: LOCAL }, ["2019-10-21T00:34:30.000Z", "zone"]],
    [
      "with an offset that no zone has",
      { DateTimeOriginal: LOCAL, OffsetTimeOriginal: "+19:00" },
      ["2019-10-21T00:34:30.000Z", "zone"],
    ],
    [
      "with fractions of a second",
      { DateTimeOriginal: LOCAL, OffsetTimeOriginal: "+02:00", SubSecTimeOriginal: "098\0" },
      ["2019-10-20T16:34:30.098Z", "camera"],
    ],
    [
      "with a GPS time, which tells the zone",
      { DateTimeOriginal: LOCAL, GPSDateStamp: "2019:10:20", GPSTimeStamp: [13, 4, 12] },
      ["2019-10-20T13:04:30.000Z", "camera"],
    ],
    [
      "with a GPS time of the next day",
      { DateTimeOriginal: LOCAL, GPSDateStamp: "2019:10:21", GPSTimeStamp: [1, 34, 29.5] },
      ["2019-10-21T01:34:30.000Z", "camera"],
    ],
    [
      "with a GPS time of an old fix, which tells no zone",
      { DateTimeOriginal: LOCAL, GPSDateStamp: "2019:10:20", GPSTimeStamp: [16, 26, 0] },
      ["2019-10-21T00:34:30.000Z", "zone"],
    ],
    [
      "with a GPS time alone",
      { GPSDateStamp: "2019:10:20", GPSTimeStamp: "16:34:29" },
      ["2019-10-20T16:34:29.000Z", "camera"],
    ],
    [
      "of a camera whose date was never set, with a GPS time",
      { DateTimeOriginal: "2000:01:01 00:00:10", GPSDateStamp: "2026:11:24", GPSTimeStamp: [16, 34, 29] },
      ["2026-11-24T16:34:29.000Z", "camera"],
    ],
    ["that is nothing but zeros", { DateTimeOriginal: "0000:00:00 00:00:00" }, null],
    [
      "that is blank",
      { DateTimeOriginal: "    :  :     :  :  ", GPSDateStamp: "", GPSTimeStamp: [Number.NaN, 0, 0] },
      null,
    ],
    ["on a day that no month has", { DateTimeOriginal: "2019:02:30 10:00:00" }, null],
    ["from the future", { DateTimeOriginal: "2031:01:01 10:00:00", OffsetTimeOriginal: "+00:00" }, null],
    ["from the future, without an offset", { DateTimeOriginal: "2026:11:26 10:00:00" }, null],
    ["from before digital cameras", { DateTimeOriginal: "1904:01:01 00:00:00" }, null],
    [
      "when it was scanned, where nobody knows when it was taken",
      { CreateDate: LOCAL },
      ["2019-10-21T00:34:30.000Z", "zone"],
    ],
    [
      "that is no text",
      { DateTimeOriginal: 7, OffsetTimeOriginal: {}, GPSDateStamp: [], GPSTimeStamp: null },
      null,
    ],
    ["that nobody wrote", {}, null],
  ])("%s", (_name, tags, expected) => {
    expect(of(tags)).toEqual(expected);
  });

  it("never throws, and is never in the future, whatever the tags", () => {
    const junk = fc.oneof(
      fc.string(),
      fc.anything(),
      fc.constantFrom(LOCAL, "2019:99:99 99:99:99", "+02:00", "2019:10:20"),
    );
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("DateTimeOriginal", "OffsetTime", "GPSDateStamp", "GPSTimeStamp", "CreateDate"),
          junk,
        ),
        (tags) => {
          const found = takenAt(readClock(tags), ZONE, NOW);
          expect(found === null || found.at <= NOW + 3_600_000).toBe(true);
        },
      ),
    );
  });

  it("with GPS is the same instant in every zone", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2001, 0, 1), max: NOW - 86_400_000 }),
        fc.integer({ min: -48, max: 56 }),
        fc.integer({ min: -100, max: 100 }),
        (second, quarters, drift) => {
          const at = Math.floor(second / 1000) * 1000;
          const exif = (time: number) =>
            new Date(time).toISOString().slice(0, 19).replaceAll("-", ":").replace("T", " ");
          const [date, time] = exif(at + drift * 1000).split(" ") as [string, string];
          const tags = {
            DateTimeOriginal: exif(at + quarters * 900_000),
            GPSDateStamp: date,
            GPSTimeStamp: time.split(":").map(Number),
          };
          expect(takenAt(readClock(tags), ZONE, NOW)).toEqual({ at, basis: "camera" });
        },
      ),
    );
  });
});

describe("the time of a video", () => {
  const index = (created: bigint, version = 0) => {
    const box = Buffer.alloc(128);
    box.writeUInt32BE(128);
    box.write("moov", 4);
    box.writeUInt32BE(116, 8);
    box.write("mvhd", 12);
    box[16] = version;
    if (version === 1) box.writeBigUInt64BE(created, 20);
    else box.writeUInt32BE(Number(created), 20);
    return box;
  };
  it("is read from its index, in UTC", () => {
    const seconds = BigInt(Date.parse("2026-10-02T15:15:00Z") / 1000 + 2_082_844_800);
    expect([videoMoment(index(seconds)), videoMoment(index(seconds, 1))]).toEqual([
      Date.parse("2026-10-02T15:15:00Z"),
      Date.parse("2026-10-02T15:15:00Z"),
    ]);
  });
  it("is null if zero or without a header", () => {
    expect([videoMoment(index(0n)), videoMoment(Buffer.alloc(64)), videoMoment(new Uint8Array())]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
