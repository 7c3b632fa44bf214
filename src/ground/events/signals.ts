// What tells a person from a program that follows links: scanners in front of mailboxes, previews in chats,
// proxies for pictures. Each of them may GET or HEAD any address of ours, at once or later, once or often,
// with a browser's name; so a GET never counts (decision 0024).

/** How long a page must have been there before what happens on it counts, in milliseconds. */
const LOOKED_AT_MS = 1000;
/** A link is good for so long, and a page that stayed open as well. */
const GOOD_FOR_HOURS = 2 * 365 * 24;

/** Whether somebody asked not to be followed: nothing of them is kept, not even that they asked. */
export function optsOutOfTracking(headers: Headers): boolean {
  return headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";
}

/**
 * Whether a form was sent by somebody who pressed its button, as far as the browser tells. Browsers that tell
 * how a request came about say so of one that a person began; a script that sends a form by itself can't.
 * Those that tell nothing are believed.
 */
export function wasPressed(headers: Headers): boolean {
  return headers.get("sec-fetch-mode") === null || headers.get("sec-fetch-user") === "?1";
}

/** Whether a link or a page that was made at `made` is too old to count. */
export function isStale(made: Temporal.Instant, now: Temporal.Instant): boolean {
  return now.epochMilliseconds - made.epochMilliseconds > GOOD_FOR_HOURS * 3_600_000;
}

/** Whether a page had been there long enough for somebody to see it. */
export function wasSeen(made: Temporal.Instant, now: Temporal.Instant): boolean {
  return now.epochMilliseconds - made.epochMilliseconds >= LOOKED_AT_MS && !isStale(made, now);
}
