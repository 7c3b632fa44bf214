// Optional improvements by script: the page works without any of them. One small module of its own, on
// every screen. It only listens and sets text and attributes. It never makes markup from strings, so it
// passes a strict policy with trusted types.

import "./double-tap.ts";
import "./event-stream.ts";
// Before page views: it removes private parts from the address.
import "./presence.ts";
import "./page-views.ts";
import "./visit-zone.ts";
import "./swipe.ts";
import "./before-after.ts";
import { guardSignOut, registerFieldWorker } from "./field-worker.ts";
import "./posting.ts";

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
/** In a browser without popovers every menu is open, and this selector would throw. */
const hasPopovers = "popover" in HTMLElement.prototype;
const openMenus = hasPopovers ? ":popover-open" : "[popover]:not(*)";

/** Sets a button's label and returns a function that restores it. */
const say = (button: HTMLElement, words: string): (() => void) => {
  const before = [...button.childNodes];
  button.style.minWidth = `${button.offsetWidth}px`;
  button.replaceChildren(words);
  return () => {
    button.replaceChildren(...before);
    button.style.minWidth = "";
  };
};

let speaker: HTMLElement | undefined;
const announce = (words: string): void => {
  if (!speaker?.isConnected) {
    speaker = document.createElement("p");
    speaker.className = "sr-only";
    speaker.setAttribute("role", "status");
    document.body.append(speaker);
  }
  speaker.textContent = words;
};

const copyText = async (source: HTMLElement): Promise<void> => {
  const text =
    source instanceof HTMLTextAreaElement || source instanceof HTMLInputElement
      ? source.value
      : source.innerText;
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Over plain HTTP there is no clipboard object. Select the text, so that the person sees it, and use the
  // document's command.
  getSelection()?.selectAllChildren(source);
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without a secure context, and every browser still has it
  document.execCommand("copy");
};

const copying = new Set<HTMLElement>();

addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  // Menus are popovers: the browser opens them, allows one at a time, and closes them on Escape and on a
  // click elsewhere. Choosing an item closes them too.
  if (target.closest("[popover] :is(a, [type=submit])"))
    for (const menu of all(openMenus)) menu.hidePopover();

  const button = target.closest<HTMLElement>("[data-copy]");
  const source = button && document.getElementById(button.dataset["copy"] ?? "");
  if (!button || !source || copying.has(button)) return;
  copying.add(button);
  void copyText(source).then(
    () => {
      const restore = say(button, "Copied");
      announce("Copied");
      setTimeout(() => {
        restore();
        announce("");
        copying.delete(button);
      }, 2000);
    },
    () => copying.delete(button),
  );
});

// A menu closes when Tab leaves it, so that it never covers the focused element.
addEventListener("focusout", ({ target, relatedTarget }) => {
  if (!(target instanceof Element) || !(relatedTarget instanceof Element)) return;
  const menu = target.closest<HTMLElement>(openMenus);
  if (menu && !menu.contains(relatedTarget) && relatedTarget.getAttribute("popovertarget") !== menu.id)
    menu.hidePopover();
});

// Forms: the button shows progress, and the form is sent once. On window, after React, so that forms that
// React posts are left alone.
const sent = new Map<HTMLFormElement, () => void>();
addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (event.defaultPrevented) return;
  if (sent.has(form)) return event.preventDefault();
  const button = event.submitter ?? form.querySelector<HTMLElement>("[type=submit]");
  const words = button?.dataset["busy"] ?? form.dataset["busy"];
  if (!button || !words) return;
  const restore = say(button, words);
  button.setAttribute("aria-busy", "true");
  button.setAttribute("aria-disabled", "true");
  announce(words);
  sent.set(form, () => {
    restore();
    button.removeAttribute("aria-busy");
    button.removeAttribute("aria-disabled");
  });
  const { lost } = form.dataset;
  if (!lost) return;
  // Offline, the browser's error page would replace this one and everything typed. So check the connection
  // first.
  event.preventDefault();
  const line = form.querySelector<HTMLElement>(".status-line");
  if (line) line.textContent = "";
  void isAnswering().then((answers) => {
    if (answers) return form.submit();
    sent.get(form)?.();
    sent.delete(form);
    if (line) [line.dataset["kind"], line.textContent] = ["error", lost];
    announce(lost);
  });
});
/**
 * Whether the server is reachable. Any answer except "unavailable" counts; the form itself may still be
 * refused.
 */
const isAnswering = (): Promise<boolean> =>
  fetch("/livez", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => status < 500,
    () => false,
  );
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  for (const restore of sent.values()) restore();
  sent.clear();
});

for (const { dataset } of all("[data-redirect]")) {
  const path = dataset["redirect"] ?? "";
  if (/^\/(?![/\\])/.test(path))
    setTimeout(() => location.assign(path), Number(dataset["redirectAfter"] ?? 0));
}

const hides = (image: unknown): image is HTMLImageElement =>
  image instanceof HTMLImageElement && image.matches("[data-hide-on-error]");
addEventListener("error", ({ target }) => void (hides(target) && (target.hidden = true)), true);
for (const image of document.images)
  if (hides(image) && image.complete && image.currentSrc && !image.naturalWidth) image.hidden = true;

// After the page itself: its own requests come first.
if (location.pathname.startsWith("/account/"))
  addEventListener("load", () => void registerFieldWorker(), { once: true });
guardSignOut();
