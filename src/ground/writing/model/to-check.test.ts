import { expect, test } from "vitest";
import { checkMagnetEdit } from "../editor/check-edit.server.ts";
import { shaped } from "../editor/edit-text.ts";
import type { WholeGuide } from "../guides/whole-guide-schema.ts";
import { magnetOutlineOf } from "../outline.ts";
import { writeGuide } from "../public.server.ts";
import { magnetBriefSchema } from "../schema.ts";
import { TYPED } from "../testing/model-desk.ts";
import { figuresToCheck, inOrder } from "./to-check.ts";

const ours = writeGuide(magnetBriefSchema.parse(TYPED));
const guideWith = (line: string, toCheck: string[]): WholeGuide => ({
  ...ours,
  writer: "model",
  opening: { paragraphs: [line] },
  toCheck,
});

test("a text of ours has nothing to check", () => {
  expect(figuresToCheck(ours)).toBeNull();
  expect(figuresToCheck(guideWith("No figures.", []))).toBeNull();
});

test("sixteen figures are shown, and how many more there are", () => {
  const figures = Array.from({ length: 19 }, (_, at) => `${at + 101} gallons`);
  const result = figuresToCheck(guideWith(figures.join(", "), figures));
  expect(result).toEqual({ shown: figures.slice(0, 16), more: 3 });
});

test("a figure that the owner took out is shown no more, and the others stay after an edit", () => {
  const stored = guideWith("It’s 17 inches, and the tank’s 1,250 gallons.", ["17 inches", "1,250 gallons"]);
  const edited = { ...stored, opening: { paragraphs: ["The tank’s **1,250** gallons."] } };
  const { text } = checkMagnetEdit(shaped(magnetOutlineOf(stored).root, edited), stored);
  expect(text!.toCheck).toEqual(stored.toCheck);
  expect(figuresToCheck(text!)).toEqual({ shown: ["1,250 gallons"], more: 0 });
});

test("figures are in the order of their harm, each once", () => {
  const words = [
    { words: "28 days", rank: 3 },
    { words: "4,000 psi", rank: 1 },
    { words: "9 inches", rank: 2 },
    { words: "4,000 psi", rank: 1 },
  ];
  expect(inOrder(words)).toEqual(["4,000 psi", "9 inches", "28 days"]);
});

test("prices come first, then what does the most harm", () => {
  const figures = [
    { words: "28 days", rank: 3 },
    { words: "4,000 psi", rank: 1 },
    { words: "$250 to $400", rank: 1 },
  ];
  expect(inOrder(figures)).toEqual(["$250 to $400", "4,000 psi", "28 days"]);
});
