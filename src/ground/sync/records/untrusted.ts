// Readers of values in records. A device can write anything, so every value is checked.

export type Values = Readonly<Record<string, unknown>>;

/** Trimmed; empty for anything but text. */
export const readText = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
/** Null for empty text too. */
export const readTextOrNull = (value: unknown): string | null => readText(value) || null;
export const readNumber = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
export const readOneOf = <T extends string>(all: readonly T[], value: unknown): T | null =>
  all.find((one) => one === value) ?? null;
export const readRecord = (value: unknown): Values | null =>
  typeof value === "object" && value !== null ? (value as Values) : null;

/** "2026-11-20"; null for anything else. */
export function readDate(value: unknown): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return null;
  try {
    return Temporal.PlainDate.from(value).toString();
  } catch {
    return null;
  }
}
