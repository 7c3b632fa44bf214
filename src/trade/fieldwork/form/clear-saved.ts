type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === "checkbox" || control.type === "radio");

const valueOf = (control: Control): string | boolean => (isBox(control) ? control.checked : control.value);

function reset(control: Control): void {
  if (control instanceof HTMLSelectElement)
    for (const option of control.options) option.selected = option.defaultSelected;
  else if (isBox(control)) control.checked = control.defaultChecked;
  else if (control.type === "file") control.value = "";
  else control.value = control.defaultValue;
}

/**
 * Notes what a form has, before it is saved.
 * @returns a function that empties the form once it was saved. What was typed meanwhile stays
 */
export function clearLater(form: HTMLFormElement): () => void {
  const saved = new Map([...form.elements].filter(isControl).map((control) => [control, valueOf(control)]));
  return () => {
    for (const [control, value] of saved) if (valueOf(control) === value) reset(control);
  };
}
