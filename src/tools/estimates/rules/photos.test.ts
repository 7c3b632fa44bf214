import { expect, it } from "vitest";
import { estimateOf } from "./estimate.ts";
import { lineShotsOf, photosOfLine, setHidden } from "./photos.ts";

const hash = (digit: string) => digit.repeat(64);
const photo = (over: object = {}) => ({ type: "image/jpeg", at: 5, line: "a", ...over });
const line = { place: 1, text: "Stairs", quantity: 1000, unit: "", cents: 100 };
const values = {
  "lines.a": line,
  [`photos.${hash("2")}`]: photo({ at: 9 }),
  [`photos.${hash("1")}`]: photo({ at: 7 }),
  [`photos.${hash("3")}`]: photo({ isHidden: true }),
  [`photos.${hash("4")}`]: photo({ type: "video/mp4" }),
  [`photos.${hash("5")}`]: photo({ line: "gone" }),
  [`photos.${hash("6")}`]: photo({ line: undefined }),
  [`photos.${hash("7")}`]: null,
  "photos.nothing": photo(),
};

it("shows the client the photos of lines that are there, in the order they were taken, without hidden ones", () => {
  expect(estimateOf(values).photos).toEqual([
    { sha256: hash("1"), line: "a" },
    { sha256: hash("2"), line: "a" },
  ]);
  expect(photosOfLine(estimateOf(values), "b")).toEqual([]);
});

it("hides a photo and shows it again as it was", () => {
  const hidden = { ...values, ...setHidden(values, hash("1"), true) };
  expect(estimateOf(hidden).photos).toEqual([{ sha256: hash("2"), line: "a" }]);
  expect(lineShotsOf(hidden).find(({ sha256 }) => sha256 === hash("1"))).toMatchObject({ isHidden: true });
  expect(setHidden(hidden, hash("1"), false)).toEqual({ [`photos.${hash("1")}`]: photo({ at: 7 }) });
});
