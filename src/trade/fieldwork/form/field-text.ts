/** What was typed into a field, trimmed; empty if the form has no such field. */
export const fieldText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};
