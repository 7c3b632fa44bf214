// Apart from the other rules, so that a browser which knows no Temporal can load it.

/** Fills `{{first_name}}` and `{{business}}`. Text from people is a value here, never a template. */
export function fillPlaceholders(text: string, values: { firstName: string; business: string }): string {
  return text.replace(/\{\{(first_name|business)\}\}/g, (_, name: string) => (name === "first_name" ? values.firstName : values.business));
}

/** The first name to greet somebody with; a person who gave only one word is greeted with it. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? "";
}
