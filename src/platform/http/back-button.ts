import { useLocation } from "react-router";

/**
 * For a page with a form and no personal data: the browser caches it with what was typed, for going back
 * after the next page failed to load. Any other visit requests it again.
 */
export const CACHE_FOR_BACK = { "Cache-Control": "private, no-cache" } as const;

/**
 * A form's message when there is no connection; also used by enhance.ts, which checks before leaving the
 * page.
 */
export const NO_CONNECTION =
  "We can’t reach the server right now. What you typed is still here. Try again in a moment.";

/**
 * The URL a form of such a page posts to: the page itself, spelled differently. If a browser can't reach the
 * same URL it shows, its error page replaces the page in history, and there is nothing to go back to.
 */
export function useOtherSpelling(): string {
  const { search } = useLocation();
  return `${search}${search ? "&" : "?"}`;
}
