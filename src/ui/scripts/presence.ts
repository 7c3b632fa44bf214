// Detects a person: a page with `data-here` sends that mark back once, after it was visible for a second
// and someone then interacted with it. Programs that follow links load a page and may run its scripts and
// scroll it, but they don't move a pointer, or their browser reports that it is automated.

const address = new URL(location.href);
// A copied address must not identify the original visitor. Before page-views.ts reads it.
if (address.searchParams.has("mark")) {
  address.searchParams.delete("mark");
  history.replaceState(history.state, "", address);
}

// Not `scroll`: it looks the same whether a script or a finger scrolls. A resting mouse moves once at most.
// Screen reader users press without a pointer: that is a `click` alone, and one made by a script isn't
// trusted.
const SIGNS = ["pointerdown", "pointermove", "touchmove", "wheel", "keydown", "click"] as const;
const SEEN_MS = 1000;
const MOVES = 3;

const mark = document.querySelector<HTMLElement>("[data-here]")?.dataset["here"];
const asked = navigator as Navigator & { globalPrivacyControl?: boolean };
const leftAlone = asked.globalPrivacyControl === true || asked.doNotTrack === "1" || asked.webdriver;

// The form contains the mark for people without script. Here it is removed until the person interacts,
// because a script can submit a form too.
const fields = document.querySelectorAll<HTMLInputElement>("input[type=hidden][name=here]");
for (const field of fields) field.value = "";

if (mark && !leftAlone) {
  const done = new AbortController();
  let seenMs = 0;
  let since: number | undefined;
  let moves = 0;
  const look = (): void => {
    if (since !== undefined) seenMs += performance.now() - since;
    since = document.visibilityState === "visible" ? performance.now() : undefined;
  };
  const sign = (event: Event): void => {
    look();
    if (!event.isTrusted || seenMs < SEEN_MS || (event.type === "pointermove" && ++moves < MOVES)) return;
    done.abort();
    for (const field of fields) field.value = mark;
    navigator.sendBeacon("/api/here", mark);
  };
  look();
  document.addEventListener("visibilitychange", look, { signal: done.signal });
  for (const name of SIGNS)
    addEventListener(name, sign, { passive: true, capture: true, signal: done.signal });
}

export {};
