// The second tap of a double tap is meant for what the first one hit. Where another button or link is there
// by then, such as "Take it back" where "Hand in" was, or the next row's "Remove", the tap is dropped.
// `Settle` (settle.tsx) does the same for longer where it matters most.

/** Taps in so short a time are one double tap, in milliseconds. */
const DOUBLE_MS = 500;
/** And so near to each other, in pixels. */
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

/** Whether a tap hits something else than the one before it, which nobody can have read yet. */
function isStray(tap: Tap, before: Tap | undefined): boolean {
  if (!before || tap.at - before.at > DOUBLE_MS || Math.hypot(tap.x - before.x, tap.y - before.y) > NEAR)
    return false;
  // Going on from link to link changes nothing, as through the days of a log.
  if (tap.element instanceof HTMLAnchorElement && before.element instanceof HTMLAnchorElement) return false;
  return tap.element !== before.element || tap.words !== before.words;
}

addEventListener(
  "click",
  (event) => {
    // Keys and scripts hit what has the focus, wherever it is.
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

// Nobody types or chooses something in the middle of a double tap: a tap after that is meant.
addEventListener("input", () => (last = undefined), { capture: true });
