import type { Json } from "#ground/sync/public.tsx";
import { type EntryType, tagField } from "../rules.ts";
import { parseTypedNumber } from "./typed-number.ts";

// What the form of an entry says, as the fields of its record.

/** Kinds that say who worked. */
export const CREWED: readonly EntryType[] = ["crew"];
/** Kinds that say what came, who came, or what ran. */
const ITEMS: readonly EntryType[] = ["delivery", "visitor", "equipment"];
/** What a field says, without the room around it. */
export const given = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value.trim() : "";
};
const numberIn = (form: FormData, name: string): number | null => parseTypedNumber(given(form, name));

/** Hours that have to be said: left empty they would count as none. */
const HOURS: Readonly<Partial<Record<EntryType, string>>> = {
  crew: "Say how many hours each worked.",
  delay: "Say how many hours were lost.",
};
/** What is wrong with the numbers of the form, before anything is made of them. */
export function refuseNumbers(form: FormData, type: EntryType): { field: string; why: string } | null {
  const isNone = ["count", "hours"].find((name) => Number.isNaN(numberIn(form, name)));
  if (isNone) return { field: isNone, why: "Write a number, such as 7.5." };
  const why = HOURS[type];
  return why && numberIn(form, "hours") === null ? { field: "hours", why } : null;
}

/** What the form says, as the fields of an entry. */
export function valuesOf(form: FormData, type: EntryType): Record<string, Json> {
  const text = given(form, "text") || null;
  if (CREWED.includes(type))
    return {
      text,
      crew: {
        company: given(form, "company"),
        trade: given(form, "trade"),
        count: numberIn(form, "count") ?? 0,
        hours: numberIn(form, "hours") ?? 0,
      },
    };
  if (ITEMS.includes(type))
    return {
      text,
      item: {
        what: given(form, "what"),
        from: given(form, "from") || null,
        count: numberIn(form, "count"),
        unit: given(form, "unit") || null,
      },
    };
  if (type === "delay")
    return {
      text,
      delay: {
        cause: given(form, "cause"),
        hours: numberIn(form, "hours") ?? 0,
        critical: form.get("critical") !== null,
      },
    };
  return { text };
}

const typedTags = (form: FormData): string[] =>
  given(form, "tags")
    .split(",")
    .map((tag) => tag.trim())
    .filter(Boolean);
/** The fields of the tags that were typed. */
export const tagsIn = (form: FormData): string[] => [
  ...new Set(typedTags(form).flatMap((tag) => tagField(tag) ?? [])),
];

/** A tag of which nothing would be left is said, not dropped. */
export function refuseTags(form: FormData): { field: string; why: string } | null {
  const bad = typedTags(form).find((tag) => tagField(tag) === null);
  return bad === undefined
    ? null
    : { field: "tags", why: `Use letters A to Z and digits in tags: “${bad}” has none.` };
}
