import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

/** Colors declared in the block that starts at `opening`. */
const colours = (opening: string): Record<string, string> => {
  const start = css.indexOf(opening);
  const block = css.slice(start, css.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]),
  );
};

const light = colours("@theme {");
const themes = {
  light,
  dark: { ...light, ...colours("@media (prefers-color-scheme: dark) {\n  :root {") },
  sunlight: { ...light, ...colours(':root[data-light="sun"] {') },
};

/** WCAG 2 relative luminance. */
const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

const contrast = (one: string, two: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(two)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};

const pairs: readonly (readonly [ink: string, ground: string, least: number])[] = [
  ...["ink", "pencil", "chalk", "level", "brick"].flatMap((ink) =>
    ["paper", "sheet"].map((ground) => [ink, ground, 7] as const),
  ),
  ["ink", "wash", 7],
  ["pencil", "wash", 7],
  ["chalk", "wash", 4.5],
  ["chalk", "chalk-wash", 4.5],
  ["ink", "chalk-wash", 7],
  ["level", "level-wash", 4.5],
  ["ink", "level-wash", 7],
  ["brick", "brick-wash", 4.5],
  ["ink", "brick-wash", 7],
  ["on-chalk", "chalk", 7],
  ["on-chalk", "chalk-deep", 7],
  ["on-signal", "signal", 4.5],
  ["on-signal", "signal-deep", 4.5],
  ["paper", "level", 4.5],
  ["paper", "brick", 4.5],
  ["edge", "paper", 3],
  ["edge", "sheet", 3],
  ["edge", "wash", 3],
  ["on-cover", "cover", 7],
  ["cover-line", "cover", 4.5],
  ["print", "on-cover", 7],
];

describe.each(Object.entries(themes))("%s", (_name, theme) => {
  it.each(pairs)("%s on %s reaches %d", (ink, ground, least) => {
    expect(contrast(theme[ink] ?? "", theme[ground] ?? "")).toBeGreaterThanOrEqual(least);
  });
});
