// A swipe across `[data-swipe]`, or an arrow key, follows the page's link to what comes next or before. The
// links are on the page, so nothing is lost without script.

const FAR_PX = 60;
/** As wide as high, at most, a movement is a scroll. */
const FLAT = 2;

const follow = (rel: "next" | "prev"): void =>
  document.querySelector<HTMLAnchorElement>(`main a[rel="${rel}"]`)?.click();

const place = document.querySelector<HTMLElement>("[data-swipe]");
if (place) {
  let from: Touch | undefined;
  place.addEventListener(
    "touchstart",
    ({ touches }) => (from = touches.length === 1 ? touches[0] : undefined),
    {
      passive: true,
    },
  );
  place.addEventListener("touchend", ({ changedTouches: [to] }) => {
    const start = from;
    from = undefined;
    // On a page that was zoomed in, a finger moves the photo.
    if (!start || !to || (visualViewport?.scale ?? 1) > 1.01) return;
    const [across, down] = [to.clientX - start.clientX, to.clientY - start.clientY];
    if (Math.abs(across) > FAR_PX && Math.abs(across) > FLAT * Math.abs(down))
      follow(across < 0 ? "next" : "prev");
  });
  addEventListener("keydown", ({ key, target, altKey, ctrlKey, metaKey }) => {
    if (altKey || ctrlKey || metaKey) return;
    if (target instanceof Element && target.closest("input, textarea, select")) return;
    if (key === "ArrowRight") follow("next");
    if (key === "ArrowLeft") follow("prev");
  });
}
