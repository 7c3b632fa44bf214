// Distinguishes people from programs that follow links: mail scanners, chat previews, image proxies. These
// may GET or HEAD any address at any time, repeatedly, and with a browser's name, so a GET never counts
// (decision 0024).

/** How long a page must be open before actions on it count, in milliseconds. */
const LOOKED_AT_MS = 1000;
/** Lifetime of a mark in a link or an open page. */
const GOOD_FOR_HOURS = 2 * 365 * 24;

/** Whether the person opted out of tracking; then nothing is stored about them, not even the opt-out. */
export function optsOutOfTracking(headers: Headers): boolean {
  return headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";
}

/**
 * Whether a form was submitted by a button press, as far as the browser reports it. Browsers with
 * `Sec-Fetch-User` send it only for user actions, not for scripts. Browsers without such headers are
 * believed.
 */
export function wasPressed(headers: Headers): boolean {
  return headers.get("sec-fetch-mode") === null || headers.get("sec-fetch-user") === "?1";
}

/** Whether a mark made at `made` is too old to count. */
export function isStale(made: Temporal.Instant, now: Temporal.Instant): boolean {
  return now.epochMilliseconds - made.epochMilliseconds > GOOD_FOR_HOURS * 3_600_000;
}

/** Whether a page was open long enough to be seen. */
export function wasSeen(made: Temporal.Instant, now: Temporal.Instant): boolean {
  return now.epochMilliseconds - made.epochMilliseconds >= LOOKED_AT_MS && !isStale(made, now);
}
