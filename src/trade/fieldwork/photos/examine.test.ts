import { expect, it } from "vitest";
import { ODD_PHOTOS } from "#platform/pictures/testing/odd-photos.ts";
import { examine } from "./examine.ts";

const AT = Date.parse("2026-11-28T20:00:00Z");
const choose = async (name: keyof typeof ODD_PHOTOS) =>
  examine(
    new File([Uint8Array.from(await ODD_PHOTOS[name]())], "photo.jpg", { lastModified: AT - 86_400_000 }),
    { zone: "America/Denver", chosenAt: AT, isCamera: false },
  );

it.each([
  ["no bytes", /isn’t a photo or video we can open/],
  ["a PDF named .jpg", /^is a PDF, not a photo or a video/],
  ["a JPEG of 100 megapixels", /^is 12500 by 8000 pixels, and our limit is 60 megapixels/],
  ["a PNG of 100 megapixels", /^is 12500 by 8000 pixels/],
] as const)("refuses %s with a word", async (name, why) =>
  expect(await choose(name)).toEqual({ why: expect.stringMatching(why) }),
);

it.each([
  ["no time zone", "2026-10-03T13:09:58Z", "zone"],
  ["a time zone", "2026-10-03T13:09:58Z", "camera"],
  ["a camera clock that was never set", "2026-11-27T20:00:00Z", "file"],
  ["a camera clock in the future", "2026-11-27T20:00:00Z", "file"],
] as const)("reads the time of a photo with %s", async (name, at, basis) =>
  expect(await choose(name)).toMatchObject({ takenAt: Date.parse(at), basis, isIncomplete: false }),
);

it("marks a photo that is cut off, and names the type by its bytes", async () => {
  expect(await choose("a JPEG cut off in its picture")).toMatchObject({ isIncomplete: true });
  expect(await choose("an animated WebP")).toMatchObject({ file: { type: "image/webp", name: "photo.jpg" } });
});
