type TextField = HTMLTextAreaElement | HTMLInputElement;

/** What is not typed: their values are states or files, which hydration leaves as they are and nobody listens to letter by letter. */
const NOT_TYPED = new Set(["checkbox", "radio", "file", "hidden", "submit", "button", "reset", "image", "range", "color"]);

const isTyped = (one: EventTarget | null): one is TextField =>
  one instanceof HTMLTextAreaElement || (one instanceof HTMLInputElement && !NOT_TYPED.has(one.type));

/**
 * Keeps what somebody types into a page before React has taken it over, which on a slow phone is a second after the page can be typed in:
 * hydration puts every text area back to what the server sent, and what listens to typing, such as a search, has not heard of it.
 * A form that is sent in between is sent with what was typed.
 * @returns to be called once the page is React's: puts the words back, tells the page of them as if just typed, and stops watching
 */
export function keepEarlyTyping(): () => void {
  const typed = new Map<TextField, string>();
  const keep = (field: TextField) => typed.set(field, field.value);
  for (const field of document.querySelectorAll("textarea, input")) if (isTyped(field) && field.value !== field.defaultValue) keep(field);
  const hear = ({ target }: Event) => {
    if (isTyped(target)) keep(target);
  };
  const putBack = () => {
    for (const [field, words] of typed) if (field.value !== words) field.value = words;
  };
  addEventListener("input", hear, true);
  addEventListener("submit", putBack, true);
  return () => {
    removeEventListener("input", hear, true);
    removeEventListener("submit", putBack, true);
    putBack();
    for (const field of typed.keys()) field.dispatchEvent(new Event("input", { bubbles: true }));
  };
}
