import type { ShapeColumn, ShapeRow } from "#trade/jobs/public.server.ts";

// Columns and rows of the tables in a claim pack.

const column = (is: ShapeColumn["is"]) => (name: string) => ({ name, is });
export const [word, short, figure] = [column("words"), column("short"), column("figure")];
export const row = (cells: readonly string[], below: readonly string[] = []): ShapeRow => ({
  cells,
  isReplaced: false,
  below,
  photos: [],
});
