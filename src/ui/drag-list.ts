/** Which item of a list was dropped, and the place that it has then. */
export interface Drop {
  readonly from: number;
  readonly to: number;
}

/** Scrolling near the window's edge: distance and speed, in CSS pixels. */
const EDGE = 72;
const SPEED = 14;

/**
 * Lets a user drag an item (`data-item`) of a list by its handle (`data-handle`). The list doesn't move
 * meanwhile; `data-drop` marks where it would go. Nothing goes before an item with `data-first`.
 * @returns a function that removes the listeners
 */
export function dragList(list: HTMLElement, drop: (drop: Drop) => void): () => void {
  const listening = new AbortController();
  list.addEventListener(
    "pointerdown",
    (event) => {
      const handle =
        event.target instanceof Element ? event.target.closest<HTMLElement>("[data-handle]") : null;
      const card = handle?.closest<HTMLElement>("[data-item]");
      if (!handle || !card || event.button !== 0 || handle.getAttribute("aria-disabled") === "true") return;
      event.preventDefault();
      handle.focus();
      follow(list, card, event.pointerId, drop);
    },
    { signal: listening.signal },
  );
  return () => listening.abort();
}

function follow(list: HTMLElement, card: HTMLElement, pointer: number, drop: (drop: Drop) => void): void {
  const cards = [...list.querySelectorAll<HTMLElement>("[data-item]")];
  const from = cards.indexOf(card);
  const first = cards[0]?.dataset["first"] === undefined ? 0 : 1;
  const dragging = new AbortController();
  const { signal } = dragging;
  let y = 0;
  let place = from;
  let frame = 0;
  card.dataset["dragged"] = "";

  const look = () => {
    const before = cards.filter((one) => {
      const { top, height } = one.getBoundingClientRect();
      return y > top + Math.min(height, 120) / 2;
    }).length;
    // The gaps on both sides of the item leave it where it is.
    const gap = Math.max(before, first);
    place = gap > from ? gap - 1 : gap;
    for (const one of cards) delete one.dataset["drop"];
    if (place === from) return;
    if (gap < cards.length) cards[gap]!.dataset["drop"] = "before";
    else cards.at(-1)!.dataset["drop"] = "after";
  };
  const scroll = () => {
    const by = y < EDGE ? -SPEED : y > innerHeight - EDGE ? SPEED : 0;
    if (by) {
      scrollBy(0, by);
      look();
    }
    frame = requestAnimationFrame(scroll);
  };
  const end = (isDropped: boolean) => {
    dragging.abort();
    cancelAnimationFrame(frame);
    delete card.dataset["dragged"];
    for (const one of cards) delete one.dataset["drop"];
    if (isDropped && place !== from) drop({ from, to: place });
  };
  addEventListener(
    "pointermove",
    (event) => {
      if (event.pointerId !== pointer) return;
      if (!frame) frame = requestAnimationFrame(scroll);
      y = event.clientY;
      look();
    },
    { signal },
  );
  addEventListener("pointerup", (event) => event.pointerId === pointer && end(true), { signal });
  addEventListener("pointercancel", (event) => event.pointerId === pointer && end(false), { signal });
  addEventListener("keydown", (event) => event.key === "Escape" && end(false), { signal });
}
