import type { Fields } from "#ground/sync/public.tsx";

/**
 * When a note says that it happened, milliseconds since 1970; null where it does not. Never after it was
 * written: a device whose clock was reset without a signal writes of a day to come, and nothing that is
 * looked for by its days would ever find that.
 */
export function happenedAt({ occurredAt }: Fields): number | null {
  const said = occurredAt?.values[0];
  const at = typeof said?.value === "string" ? Date.parse(said.value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(at, said!.at);
}
