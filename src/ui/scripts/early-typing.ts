type TextField = HTMLTextAreaElement | HTMLInputElement;

/**
 * What is not typed: their values are states or files, which hydration leaves as they are and nobody listens
 * to letter by letter.
 */
const NOT_TYPED = new Set([
  "checkbox",
  "radio",
  "file",
  "hidden",
  "submit",
  "button",
  "reset",
  "image",
  "range",
  "color",
]);

/** Whether somebody types words there, rather than choosing. */
export const isTyped = (one: EventTarget | null): one is TextField =>
  one instanceof HTMLTextAreaElement || (one instanceof HTMLInputElement && !NOT_TYPED.has(one.type));

const keys: string[] = [];
let pressedAt = "";
/** So long keys wait for who hears them, which most pages never do. */
const KEYS_MS = 10_000;

function keepKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (key.length !== 1 || ctrlKey || metaKey || altKey || isTyped(target)) return;
  pressedAt = location.href;
  keys.push(key);
}

/**
 * To be called by what listens to single keys, once it does: who knows them presses the next one while the
 * page is still arriving.
 * @returns the keys that were pressed on this page outside of fields before, in their order; they are kept no
 * longer
 */
export function claimEarlyKeys(): readonly string[] {
  removeEventListener("keydown", keepKey, true);
  const taken = keys.splice(0);
  return pressedAt === location.href ? taken : [];
}

/**
 * Keeps what somebody types into a page before React has taken it over, which on a slow phone is a second
 * after the page can be typed in: hydration puts every text area back to what the server sent, and what
 * listens to typing, such as a search, has not heard of it. A form that is sent in between is sent with what
 * was typed. Keys outside of fields wait for `claimEarlyKeys()`.
 * @returns to be called once the page is React's: puts the words back, tells the page of them as if just
 * typed, and stops watching
 */
export function captureEarlyTyping(): () => void {
  const typed = new Map<TextField, string>();
  const keep = (field: TextField) => typed.set(field, field.value);
  for (const field of document.querySelectorAll("textarea, input"))
    if (isTyped(field) && field.value !== field.defaultValue) keep(field);
  const hear = ({ target }: Event) => {
    if (isTyped(target)) keep(target);
  };
  const putBack = () => {
    for (const [field, words] of typed) if (field.value !== words) field.value = words;
  };
  addEventListener("input", hear, true);
  addEventListener("submit", putBack, true);
  addEventListener("keydown", keepKey, { capture: true, signal: AbortSignal.timeout(KEYS_MS) });
  return () => {
    removeEventListener("input", hear, true);
    removeEventListener("submit", putBack, true);
    putBack();
    for (const field of typed.keys()) field.dispatchEvent(new Event("input", { bubbles: true }));
  };
}
