// Says that a person is there: a page with `data-here` gives that mark back once, after it could be seen for
// a second and a hand then touched it. Programs that follow links load a page and may run its scripts and
// scroll it; a hand they don't have, or their browser says that it is being steered.

const address = new URL(location.href);
// Whoever copies the address of a page must not pass on whose it was. Before page-views.ts looks at it.
if (address.searchParams.has("mark")) {
  address.searchParams.delete("mark");
  history.replaceState(history.state, "", address);
}

// Not `scroll`: a page that a script scrolls tells it like one that a finger does. A mouse that only lies
// there moves once at most. Who reads with their ears presses without a pointer: that is a `click` alone, and
// one that a script makes is not trusted.
const SIGNS = ["pointerdown", "pointermove", "touchmove", "wheel", "keydown", "click"] as const;
const SEEN_MS = 1000;
const MOVES = 3;

const mark = document.querySelector<HTMLElement>("[data-here]")?.dataset["here"];
const asked = navigator as Navigator & { globalPrivacyControl?: boolean };
const leftAlone = asked.globalPrivacyControl === true || asked.doNotTrack === "1" || asked.webdriver;

// A form carries the mark for whoever has no script. Here it gets it back with the sign: a script can send a
// form too.
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
