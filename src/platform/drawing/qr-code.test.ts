import fc from "fast-check";
import { expect, it } from "vitest";
import { qrMatrix, qrPath } from "./qr-code.ts";

it("draws exactly the dark modules", () => {
  fc.assert(
    fc.property(fc.webUrl(), (url) => {
      const matrix = qrMatrix(url);
      const drawn = matrix.map((row) => row.map(() => false));
      for (const [, x, y, width] of qrPath(matrix).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
        for (let at = 0; at < Number(width); at++) drawn[Number(y)]![Number(x) + at] = true;
      expect(drawn).toEqual(matrix);
    }),
    { numRuns: 25 },
  );
});

it("is a square with a finder in three corners", () => {
  const matrix = qrMatrix("https://plumbline.example/p/larkspur");
  const size = matrix.length;
  expect(matrix.every((row) => row.length === size)).toBe(true);
  const finder = (x: number, y: number) =>
    matrix.slice(y, y + 7).map((row) =>
      row
        .slice(x, x + 7)
        .map(Number)
        .join(""),
    );
  const drawn = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"];
  for (const [x, y] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ] as const)
    expect(finder(x, y)).toEqual(drawn);
});
