type TextField = HTMLTextAreaElement | HTMLInputElement;

/**
 * Inputs that aren't typed in: hydration leaves their values alone, and no script listens for each letter.
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

/** Whether an element is a text field. */
export const isTyped = (one: EventTarget | null): one is TextField =>
  one instanceof HTMLTextAreaElement || (one instanceof HTMLInputElement && !NOT_TYPED.has(one.type));

const keys: string[] = [];
let pressedAt = "";
/** How long early keys wait for a listener, in milliseconds. Most pages never have one. */
const KEYS_MS = 10_000;

function keepKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): void {
  if (key.length !== 1 || ctrlKey || metaKey || altKey || isTyped(target)) return;
  pressedAt = location.href;
  keys.push(key);
}

/**
 * Called once by code that listens to single keys: experienced users press the next key while the page is
 * still loading.
 * @returns the keys pressed on this page outside of fields so far, in order; they are then forgotten
 */
export function claimEarlyKeys(): readonly string[] {
  removeEventListener("keydown", keepKey, true);
  const taken = keys.splice(0);
  return pressedAt === location.href ? taken : [];
}

/**
 * Saves what people type into a page before React hydrates it, which on a slow phone is a second after the
 * page accepts typing: hydration resets every text area to the server's text, and listeners such as a
 * search haven't seen the input. A form submitted in between is sent with the typed values. Keys outside
 * of fields wait for `claimEarlyKeys()`.
 * @returns a function to call after hydration: restores the text, dispatches input events, and stops
 * watching
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
