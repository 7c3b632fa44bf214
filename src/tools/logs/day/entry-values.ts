import type { Json } from "#ground/sync/public.tsx";
import { type EntryType, tagField } from "../rules.ts";
import { parseTypedNumber } from "./typed-number.ts";

// Converts between the entry form and the fields of an entry's record.

export const CREW_TYPES: readonly EntryType[] = ["crew"];
/** Types that have an item: a delivery, a visitor or a piece of equipment. */
const ITEMS: readonly EntryType[] = ["delivery", "visitor", "equipment"];
/** The trimmed text of a form field. */
export const fieldText = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};
const numberIn = (form: FormData, name: string): number | null => parseTypedNumber(fieldText(form, name));

/** Types that require hours. An empty field would count as zero hours. */
const HOURS_REQUIRED: Readonly<Partial<Record<EntryType, string>>> = {
  crew: "Say how many hours each worked.",
  delay: "Say how many hours were lost.",
};
/** What is wrong with the numbers in the form; null if nothing is. */
export function refuseNumbers(form: FormData, type: EntryType): { field: string; why: string } | null {
  const invalid = ["count", "hours"].find((name) => Number.isNaN(numberIn(form, name)));
  if (invalid) return { field: invalid, why: "Write a number, such as 7.5." };
  const why = HOURS_REQUIRED[type];
  return why && numberIn(form, "hours") === null ? { field: "hours", why } : null;
}

/** The form's values as the fields of an entry. */
export function valuesOf(form: FormData, type: EntryType): Record<string, Json> {
  const text = fieldText(form, "text") || null;
  if (CREW_TYPES.includes(type))
    return {
      text,
      crew: {
        company: fieldText(form, "company"),
        trade: fieldText(form, "trade"),
        count: numberIn(form, "count") ?? 0,
        hours: numberIn(form, "hours") ?? 0,
      },
    };
  if (ITEMS.includes(type))
    return {
      text,
      item: {
        what: fieldText(form, "what"),
        from: fieldText(form, "from") || null,
        count: numberIn(form, "count"),
        unit: fieldText(form, "unit") || null,
      },
    };
  if (type === "delay")
    return {
      text,
      delay: {
        cause: fieldText(form, "cause"),
        hours: numberIn(form, "hours") ?? 0,
        critical: form.get("critical") !== null,
      },
    };
  return { text };
}

const typedTags = (form: FormData): string[] =>
  fieldText(form, "tags")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
/** The record fields of the tags that were typed. */
export const tagsIn = (form: FormData): string[] => [
  ...new Set(typedTags(form).flatMap((tag) => tagField(tag) ?? [])),
];

/**
 * An error for a tag without letters or digits, which would otherwise be dropped silently; null if there is
 * none.
 */
export function refuseTags(form: FormData): { field: string; why: string } | null {
  const bad = typedTags(form).find((tag) => tagField(tag) === null);
  return bad === undefined
    ? null
    : { field: "tags", why: `Use letters A to Z and digits in tags: “${bad}” has none.` };
}
