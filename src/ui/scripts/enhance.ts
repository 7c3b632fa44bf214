// What a page gains from script, and nothing it needs: every part below works without it. One small module of
// its own, on every screen. It only listens, sets text and attributes: no markup is made from strings, so it
// passes a strict policy with trusted types.

import "./double-tap.ts";
import "./event-stream.ts";
// Before the views: it takes out of the address what is nobody else's.
import "./presence.ts";
import "./page-views.ts";
import { guardSignOut, registerFieldWorker } from "./field-worker.ts";
import "./posting.ts";

const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
/** In a browser without popovers every menu is open, and asking by this selector would throw. */
const hasPopovers = "popover" in HTMLElement.prototype;
const openMenus = hasPopovers ? ":popover-open" : "[popover]:not(*)";

/** Sets a button's words, and returns what puts the old ones back. */
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
  // Over plain HTTP there is no clipboard object: select it, so that the person sees what is copied, and ask
  // the document.
  getSelection()?.selectAllChildren(source);
  // oxlint-disable-next-line typescript/no-deprecated -- the only way without a secure context, and every browser still has it
  document.execCommand("copy");
};

const copying = new Set<HTMLElement>();

addEventListener("click", ({ target }) => {
  if (!(target instanceof Element)) return;
  // Menus are popovers: the browser opens them, keeps one open, and closes them on Escape and on a click
  // elsewhere. Choosing an item closes them too.
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

// A menu left with the Tab key closes, so that it never lies over what has the focus.
addEventListener("focusout", ({ target, relatedTarget }) => {
  if (!(target instanceof Element) || !(relatedTarget instanceof Element)) return;
  const menu = target.closest<HTMLElement>(openMenus);
  if (menu && !menu.contains(relatedTarget) && relatedTarget.getAttribute("popovertarget") !== menu.id)
    menu.hidePopover();
});

// Forms: the button says what is going on and the form is sent once. On window, after React, so that a form
// React posts itself is left alone.
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
  // With nobody there the browser's own error page would take the place of this one, and of all that was
  // typed. So ask first.
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
 * Whether the server is there. One that answers anything but that it is away counts: what the form comes to
 * is its own matter.
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

// After the page itself: what it needs comes first.
if (location.pathname.startsWith("/account/"))
  addEventListener("load", () => void registerFieldWorker(), { once: true });
guardSignOut();
