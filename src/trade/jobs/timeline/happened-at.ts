import type { Fields } from "#ground/sync/public.tsx";

/**
 * When a note says it happened, in milliseconds since 1970; null if it doesn't say. Never later than it was
 * written: a device whose clock was reset while offline may write a future time, and no search by date would
 * find that note.
 */
export function happenedAt({ occurredAt }: Fields): number | null {
  const written = occurredAt?.values[0];
  const at = typeof written?.value === "string" ? Date.parse(written.value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(at, written!.at);
}
