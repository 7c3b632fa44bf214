// The second tap of a double tap is meant for the element that the first one hit. If another button or link
// has taken its place by then (an undo button, or the next row's "Remove"), the tap is dropped. `Settle`
// (settle.tsx) does the same for longer where it matters most.

/** Two taps within this time, in milliseconds, are a double tap. */
const DOUBLE_MS = 500;
/** The largest distance between them, in pixels. */
const NEAR = 24;
const TAPPED = "button, summary, a[href], input[type=submit], [role=button]";

interface Tap {
  readonly at: number;
  readonly x: number;
  readonly y: number;
  readonly element: HTMLElement;
  readonly words: string;
}

let last: Tap | undefined;

/** Whether a tap hits a different element than the tap before it, which the person can't have read yet. */
function isStray(tap: Tap, before: Tap | undefined): boolean {
  if (!before || tap.at - before.at > DOUBLE_MS || Math.hypot(tap.x - before.x, tap.y - before.y) > NEAR)
    return false;
  // Going from link to link changes no data, such as paging through the days of a log.
  if (tap.element instanceof HTMLAnchorElement && before.element instanceof HTMLAnchorElement) return false;
  return tap.element !== before.element || tap.words !== before.words;
}

addEventListener(
  "click",
  (event) => {
    // Keys and scripts activate the focused element, wherever it is.
    if (!event.isTrusted || event.detail === 0 || !(event.target instanceof Element)) return;
    const element = event.target.closest<HTMLElement>(TAPPED);
    if (!element) return;
    const tap = {
      at: event.timeStamp,
      x: event.clientX,
      y: event.clientY,
      element,
      words: element.innerText,
    };
    if (isStray(tap, last)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else last = tap;
  },
  { capture: true },
);

// People don't type or choose in the middle of a double tap: a tap after that is deliberate.
addEventListener("input", () => (last = undefined), { capture: true });
