import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { isTyped, claimEarlyKeys } from "#ui/scripts/early-typing.ts";
import { KEYED_SECTIONS } from "./account-menu.tsx";

// Keyboard shortcuts. A screen takes part through attributes: [data-item] is an item of a list,
// [data-key="w"] is pressed by that key in the focused item (or, outside of items, on the page), and
// [data-search] is the search field.

/** The shortcuts, for the help sheet. */
const KEYS = [
  ["Ctrl K", "Go to a page, person, job, or record"],
  ["/", "Search"],
  ["j, k", "Next, previous"],
  ["Enter", "Open it"],
  ["r", "Reply"],
  ["c", "Call"],
  ["t", "Text"],
  ["x", "Already replied"],
  ["w", "Won"],
  ["l", "Lost"],
  ["e", "Later"],
  ["h", "Hold, or resume"],
  ["u", "Undo"],
  ...KEYED_SECTIONS.map(({ key, name }) => [`g ${key ?? ""}`, name] as const),
  ["?", "Show this list"],
] as const;

/**
 * Single keys can be switched off in this browser, for speech input and for people who rest a hand on the
 * keyboard.
 */
const OFF = "keys-off";
/** How long after `g` the next key selects a page, in milliseconds. */
const GO_MS = 1500;

// A checkbox takes no letters; an open select searches by them.
const isTyping = (target: EventTarget | null) =>
  isTyped(target) ||
  (target instanceof HTMLElement && (target.isContentEditable || target.matches("select")));
const items = () =>
  [...document.querySelectorAll<HTMLElement>("main [data-item]")].filter(
    (item) => item.offsetParent !== null,
  );
const itemOf = (element: Element | null) => element?.closest<HTMLElement>("[data-item]") ?? null;

function isOff(): boolean {
  try {
    return localStorage.getItem(OFF) !== null;
  } catch {
    return false;
  }
}

function step(by: 1 | -1): void {
  const all = items();
  const now = itemOf(document.activeElement);
  const at = now ? all.indexOf(now) + by : by > 0 ? 0 : all.length - 1;
  const to = all[Math.min(Math.max(at, 0), all.length - 1)];
  to?.focus();
  to?.scrollIntoView({ block: "nearest" });
}

/** Presses the element for a key. @returns whether there was one */
function press(key: string): boolean {
  const item = itemOf(document.activeElement);
  const selector = `[data-key="${CSS.escape(key)}"]`;
  const inItem = item?.querySelector<HTMLElement>(selector);
  // A button in a list is pressed only for the focused item.
  const alone = [...document.querySelectorAll<HTMLElement>(`main ${selector}`)].find((one) => !itemOf(one));
  (inItem ?? alone)?.click();
  return Boolean(inItem ?? alone);
}

/** Overlays that handle their own keys. A browser without popovers throws on the popover selector. */
const OPEN =
  typeof document !== "undefined" && "popover" in HTMLElement.prototype
    ? "dialog[open], :popover-open"
    : "dialog[open]";

// Loaded when it is first opened: most visits never do.
const GoTo = lazy(() => import("./go-to.tsx"));

/** Listens for shortcuts, and shows the list of them. */
export function AccountKeys() {
  const sheet = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [off, setOff] = useState(false);
  const [isGoing, setGoing] = useState(false);
  useEffect(() => {
    let goUntil = 0;
    const began = performance.now();
    const hear = (event: KeyboardEvent) => {
      // React hydrates in the middle of a key's event, which then arrives here too, besides its early copy.
      if (event.isTrusted && event.timeStamp < began) return;
      if (event.key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
        event.preventDefault();
        if (!document.querySelector("dialog[open]")) setGoing(true);
        return;
      }
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return;
      if (isTyping(event.target) || document.querySelector(OPEN)) return;
      if (event.key === "?") {
        setOff(isOff());
        setOpen(true);
        event.preventDefault();
        return;
      }
      if (isOff()) return;
      if (event.timeStamp < goUntil) {
        goUntil = 0;
        const place = KEYED_SECTIONS.find(({ key }) => key === event.key);
        if (place) location.assign(place.to);
        return;
      }
      if (hearKey(event.key, event.target)) event.preventDefault();
      else if (event.key === "g") goUntil = event.timeStamp + GO_MS;
    };
    addEventListener("keydown", hear);
    for (const key of claimEarlyKeys())
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }),
      );
    return () => removeEventListener("keydown", hear);
  }, []);
  useEffect(() => {
    if (isOpen) sheet.current?.showModal();
  }, [isOpen]);
  if (isGoing)
    return (
      <Suspense>
        <GoTo onClose={() => setGoing(false)} />
      </Suspense>
    );
  if (!isOpen) return null;
  return (
    <dialog ref={sheet} className="keys" aria-labelledby="keys-title" onClose={() => setOpen(false)}>
      <h2 id="keys-title" className="text-2xl">
        Keyboard shortcuts
      </h2>
      <dl>
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <label className="keys-switch">
        <input
          type="checkbox"
          checked={!off}
          onChange={({ target: { checked } }) => {
            setOff(!checked);
            if (checked) localStorage.removeItem(OFF);
            else localStorage.setItem(OFF, "yes");
          }}
        />{" "}
        Use single keys in this browser
      </label>
      <form method="dialog">
        <Button type="submit" kind="plain" size="small" autoFocus>
          Close
        </Button>
      </form>
    </dialog>
  );
}

/** @returns whether the key meant something here */
function hearKey(key: string, target: EventTarget | null): boolean {
  if (key === "j" || key === "k") {
    step(key === "j" ? 1 : -1);
    return true;
  }
  if (key === "/") {
    const field = [...document.querySelectorAll<HTMLInputElement>("[data-search]")].find(
      (one) => one.offsetParent !== null,
    );
    field?.focus();
    field?.select();
    if (!field) location.assign("/account/search");
    return true;
  }
  // A focused link or button handles Enter itself.
  if (key === "Enter") return target instanceof Element && target.matches("[data-item]") && press("Enter");
  return /^[a-z]$/.test(key) && key !== "g" && press(key);
}
