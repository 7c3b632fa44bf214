import type { createBrowserRouter } from "react-router";
import { isFieldPath } from "./paths.ts";

/**
 * The account bar's links are plain HTML: on a field screen, links to other field screens navigate without
 * a page load.
 * @returns a function that stops this
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
  // A new screen starts at its top, and so does the screen reader.
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
