import { effectiveEntries } from "#trade/fieldwork/public.ts";
import type { LogEntry } from "../rules.ts";

export const formatCount = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
export const hours = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 });
export const round = (value: number) => Math.round(value * 100) / 100;

/** Hours lost to delays, without what corrections replaced. */
export const lostOf = (entries: readonly LogEntry[]): number =>
  effectiveEntries(entries).reduce((sum, { delay }) => sum + (delay?.hours ?? 0), 0);
