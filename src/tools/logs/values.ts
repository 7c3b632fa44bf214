// Devices can write anything, so each value is checked.

export type Values = Readonly<Record<string, unknown>>;

export const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
/** Null for empty text. */
export const words = (value: unknown): string | null => text(value) || null;
export const number = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;
export const among = <T extends string>(all: readonly T[], value: unknown): T | null =>
  all.find((one) => one === value) ?? null;
export const record = (value: unknown): Values | null =>
  typeof value === "object" && value !== null ? (value as Values) : null;

/** "2026-11-20"; null for anything else. */
export function dateOf(value: unknown): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d$/.test(value)) return null;
  try {
    return Temporal.PlainDate.from(value).toString();
  } catch {
    return null;
  }
}
