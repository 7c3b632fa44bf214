import type { Fields } from "#ground/sync/public.tsx";

/**
 * Milliseconds since 1970; null if the note doesn't say. Never later than it was written: a device whose
 * clock was reset may write a future time, which no search by date would find.
 */
export function happenedAt({ occurredAt }: Fields): number | null {
  const written = occurredAt?.values[0];
  const at = typeof written?.value === "string" ? Date.parse(written.value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(at, written!.at);
}
