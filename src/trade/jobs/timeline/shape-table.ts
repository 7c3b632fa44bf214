import type { ShapeColumn, ShapeRow } from "./report-shape.ts";

// Columns and rows of a table in a report.

export const textColumn = (name: string): ShapeColumn => ({ name, is: "words" });
export const shortColumn = (name: string): ShapeColumn => ({ name, is: "short" });
export const figureColumn = (name: string): ShapeColumn => ({ name, is: "figure" });

/** @param below lines under the row */
export const shapeRow = (cells: readonly string[], below: readonly string[] = []): ShapeRow => ({
  cells,
  isReplaced: false,
  below,
  photos: [],
});
