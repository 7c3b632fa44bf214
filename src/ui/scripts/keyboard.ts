let watching = 0;

/**
 * Sets `--keyboard` in the styles to the height that the on-screen keyboard covers, so that sticky
 * elements stay above it.
 */
function measure(): void {
  const view = globalThis.visualViewport;
  if (!view) return;
  // While the page is zoomed in, the difference comes from the zoom.
  const covered = view.scale > 1.05 ? 0 : Math.max(0, Math.round(innerHeight - view.height - view.offsetTop));
  document.documentElement.style.setProperty("--keyboard", `${covered}px`);
}

/** Follows the on-screen keyboard while a form is open. @returns a function that stops it */
export function followKeyboard(): () => void {
  const view = globalThis.visualViewport;
  if (watching++ === 0) {
    view?.addEventListener("resize", measure);
    view?.addEventListener("scroll", measure);
    measure();
  }
  return () => {
    if (--watching > 0) return;
    view?.removeEventListener("resize", measure);
    view?.removeEventListener("scroll", measure);
    document.documentElement.style.removeProperty("--keyboard");
  };
}
