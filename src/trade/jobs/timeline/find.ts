import { folded } from "#platform/names/folded.ts";
import type { Entry } from "./source.ts";

/** Ids, hashes, and moments are of no use in a search, and would be found by single letters. */
const UNREADABLE = /^(?:[0-9a-f]{64}|[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT\S+)$/i;

/** Every readable text in a value of a record, such as captions, names, and lines of a price. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return UNREADABLE.test(value) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The words by which an entry is found: its title, and what its record says, tags included. */
export const textsOf = ({ title, record }: Pick<Entry, "title" | "record">): string[] => [
  typeof title === "string" ? title : "",
  ...Object.entries(record.values).flatMap(([field, value]) =>
    // A tag is the name of a field that is set.
    value === true ? [field.slice(field.indexOf(".") + 1).replaceAll("-", " ")] : textsIn(value),
  ),
];

/** Whether the texts have every word. @param words folded; none finds everything */
export function isFoundBy(texts: readonly string[], words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const all = folded(texts.join("\n"));
  return words.every((word) => all.includes(word));
}
