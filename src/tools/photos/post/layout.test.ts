import { expect, it } from "vitest";
import { FORMAT_NAMES, FORMATS, layoutOf, shownPart } from "./layout.ts";

it.each(FORMAT_NAMES)("%s: photos and band fill the picture without overlapping", (format) => {
  const { width, height, foot } = FORMATS[format];
  for (const aspects of [[0.75], [1.33], [1.33, 1.33], [0.56, 0.75], [3, 0.4]]) {
    const { photos, band } = layoutOf(format, aspects);
    const covered = photos.reduce((sum, box) => sum + box.width * box.height, 0);
    expect(covered).toBeGreaterThan(width * (height - band.height - foot) * 0.98);
    for (const box of photos) {
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(band.y);
    }
    expect(band.y + band.height + foot).toBe(height);
  }
});

it("stands two photos beside or above each other, whichever shows more of them", () => {
  const isBeside = (aspect: number) => layoutOf("square", [aspect, aspect]).photos[1]!.x > 0;
  expect([isBeside(3 / 4), isBeside(4 / 3)]).toEqual([true, false]);
});

it("cuts off what sticks out, but shows a panorama whole", () => {
  expect(shownPart(2, { width: 100, height: 100 })).toBe(0.5);
  expect(layoutOf("portrait", [4 / 3]).photos[0]!.fit).toBe("cover");
  expect(layoutOf("portrait", [5]).photos[0]!.fit).toBe("contain");
});

it("keeps a story’s labels and band clear of the buttons of apps", () => {
  const { labels, band } = layoutOf("story", [4 / 3, 4 / 3]);
  expect(labels).toEqual([220, 0]);
  expect(1920 - band.y - band.height).toBe(240);
});
