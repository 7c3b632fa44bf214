/**
 * Keeps what somebody types into a page before React has taken it over: hydration puts every text area back to what the server sent,
 * and on a slow phone that is a second after the page can be typed in. (Inputs, boxes and selects it leaves as they are.)
 * A form that is sent in between is sent with what was typed.
 * @returns to be called once the page is React's: puts the words back, tells the page of them as if just typed, and stops watching
 */
export function keepEarlyTyping(): () => void {
  const typed = new Map<HTMLTextAreaElement, string>();
  const keep = (area: HTMLTextAreaElement) => typed.set(area, area.value);
  for (const area of document.querySelectorAll("textarea")) if (area.value !== area.defaultValue) keep(area);
  const hear = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) keep(target);
  };
  const putBack = () => {
    for (const [area, words] of typed) if (area.value !== words) area.value = words;
  };
  addEventListener("input", hear, true);
  addEventListener("submit", putBack, true);
  return () => {
    removeEventListener("input", hear, true);
    removeEventListener("submit", putBack, true);
    putBack();
    for (const area of typed.keys()) area.dispatchEvent(new Event("input", { bubbles: true }));
  };
}
