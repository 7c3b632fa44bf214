import { useLocation } from "react-router";

/**
 * For a page with a form and nothing of anybody's in it: the browser keeps it for going back, with what was
 * typed, when the page after it did not come. Any other visit asks again.
 */
export const CACHE_FOR_BACK = { "Cache-Control": "private, no-cache" } as const;

/** What a form says when nobody answers; the words for enhance.ts, which asks before the page is left. */
export const NO_CONNECTION = "Nobody answers right now. What you typed is still here: try again in a moment.";

/**
 * Where a form of such a page is sent: to the page itself, by another spelling. A browser that can't reach
 * the very address it shows puts its error page in that page's place, and there is nothing to go back to;
 * with any other address there is.
 */
export function useOtherSpelling(): string {
  const { search } = useLocation();
  return `${search}${search ? "&" : "?"}`;
}
