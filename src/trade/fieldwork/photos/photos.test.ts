import { describe, expect, it } from "vitest";
import { namesPhoto, describeRefusedFile, shotsOf, countShots } from "./photos.ts";

const hash = (letter: string) => letter.repeat(64);
const MB = 1024 * 1024;
const MOST = { photo: 50 * MB, video: 500 * MB };

describe("photos of a note", () => {
  it("are sorted by time, without removed and invalid ones", () => {
    const values = {
      text: "Rot",
      [`photos.${hash("b")}`]: { type: "image/jpeg", at: 2 },
      [`photos.${hash("a")}`]: { type: "video/mp4", at: 2 },
      [`photos.${hash("c")}`]: { type: "image/png", at: 1 },
      [`photos.${hash("d")}`]: null,
      "photos.short": { type: "image/png", at: 1 },
      [`photos.${hash("e")}`]: { at: "yesterday" },
    };
    expect(shotsOf(values).map(({ sha256, type, at }) => [sha256[0], type, at])).toEqual([
      ["e", "", 0],
      ["c", "image/png", 1],
      ["a", "video/mp4", 2],
      ["b", "image/jpeg", 2],
    ]);
  });

  it("are named by a hash only", () => {
    expect(namesPhoto(`photos.${hash("a")}`)).toBe(true);
    for (const field of [
      "photos.",
      "photos.x",
      `photos.${hash("a")}0`,
      `photos.${hash("A")}`,
      hash("a"),
      "text",
    ])
      expect(namesPhoto(field), field).toBe(false);
  });

  it("are counted in words", () => {
    const some = (count: number, type: string) => Array.from({ length: count }, () => ({ type }));
    const of = (photos: number, videos: number) =>
      countShots([...some(photos, "image/jpeg"), ...some(videos, "video/mp4")]);
    expect([of(1, 0), of(3, 0), of(0, 1), of(0, 2), of(1, 1), of(3, 1), of(2, 2)]).toEqual([
      "Photo",
      "3 photos",
      "Video",
      "2 videos",
      "Photo and 1 video",
      "3 photos and 1 video",
      "2 photos and 2 videos",
    ]);
  });

  it("are refused on the device if the server would refuse them", () => {
    expect(describeRefusedFile({ type: "image/jpeg", size: 50 * MB }, MOST)).toBeNull();
    expect(describeRefusedFile({ type: "image/jpeg", size: 50 * MB + 1 }, MOST)).toMatch(/larger than 50 MB/);
    expect(describeRefusedFile({ type: "video/mp4", size: 500 * MB }, MOST)).toBeNull();
    expect(describeRefusedFile({ type: "video/mp4", size: 500 * MB + 1 }, MOST)).toMatch(
      /larger than 500 MB/,
    );
    expect(describeRefusedFile({ type: "image/jpeg", size: 0 }, MOST)).toMatch(/empty/);
  });
});
