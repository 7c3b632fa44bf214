import { effectiveEntries } from "#trade/fieldwork/public.ts";
import type { ShapeColumn, ShapeRow } from "#trade/jobs/public.server.ts";
import type { LogEntry } from "../rules.ts";

export const formatCount = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
export const hours = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });
export const round = (value: number) => Math.round(value * 100) / 100;

export const word = (name: string): ShapeColumn => ({ name, is: "words" });
export const short = (name: string): ShapeColumn => ({ name, is: "short" });
export const figure = (name: string): ShapeColumn => ({ name, is: "figure" });

/** A row with nothing below it. */
export const plainRow = (cells: readonly string[]): ShapeRow => ({
  cells,
  isReplaced: false,
  below: [],
  photos: [],
});

/** Hours lost to delays, without what corrections replaced. */
export const lostOf = (entries: readonly LogEntry[]): number =>
  effectiveEntries(entries).reduce((sum, { delay }) => sum + (delay?.hours ?? 0), 0);
