import { type Facts, TRASH_DAYS } from "../rules/photo.ts";

const TRASH_MS = TRASH_DAYS * 24 * 60 * 60_000;

/**
 * Whether a deleted photo can't be restored any more, by the clock of its device and by ours.
 * @param receivedAt when the newest change of its record arrived; all in milliseconds since 1970
 */
export const isExpired = (
  { trashedAt }: Pick<Facts, "trashedAt">,
  receivedAt: number,
  now: number,
): boolean => trashedAt !== null && Math.max(trashedAt, receivedAt) + TRASH_MS <= now;
