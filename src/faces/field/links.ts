import type { createBrowserRouter } from "react-router";
import { isFieldPath } from "./paths.ts";

/**
 * Links of the account's bar are plain: on a field screen, those to other field screens lead there without
 * loading the page anew.
 * @returns what stops it
 */
export function stayInside(router: ReturnType<typeof createBrowserRouter>): () => void {
  const hear = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
    if (!isFieldPath(link.pathname) || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    void router.navigate(link.pathname + link.search + link.hash);
  };
  addEventListener("click", hear);
  let { pathname } = location;
  // Another screen begins at its top; so does what is read aloud.
  const unsubscribe = router.subscribe(({ location: to, navigation }) => {
    if (navigation.state !== "idle" || to.pathname === pathname) return;
    ({ pathname } = to);
    scrollTo(0, 0);
    document.getElementById("content")?.focus({ preventScroll: true });
  });
  return () => {
    removeEventListener("click", hear);
    unsubscribe();
  };
}
