import type { MarkColor, MarkKind } from "./marks.ts";

export const MARK_LABELS: Readonly<Record<MarkKind, string>> = {
  arrow: "Arrow",
  circle: "Circle",
  box: "Box",
  line: "Measure",
  words: "Words",
  blur: "Blur",
};

export const COLOR_LABELS: Readonly<Record<MarkColor, string>> = {
  red: "Red",
  yellow: "Yellow",
  blue: "Blue",
  green: "Green",
  white: "White",
  black: "Black",
};
