import type { Json } from "#ground/sync/public.tsx";
import { type EntryType, tagField } from "../rules.ts";
import { parseTypedNumber } from "#platform/measures/typed-number.ts";
import { fieldText } from "#trade/fieldwork/public.ts";

export const CREW_TYPES: readonly EntryType[] = ["crew"];
const ITEMS: readonly EntryType[] = ["delivery", "visitor", "equipment"];
const numberIn = (form: FormData, name: string): number | null => parseTypedNumber(fieldText(form, name));

/** An empty field would count as zero hours. */
const HOURS_REQUIRED: Readonly<Partial<Record<EntryType, string>>> = {
  crew: "Enter hours per person.",
  delay: "Enter hours lost.",
};
/** Null if all numbers are valid. */
export function refuseNumbers(form: FormData, type: EntryType): { field: string; why: string } | null {
  const invalid = ["count", "hours"].find((name) => Number.isNaN(numberIn(form, name)));
  if (invalid) return { field: invalid, why: "Enter a number, such as 7.5." };
  const why = HOURS_REQUIRED[type];
  return why && numberIn(form, "hours") === null ? { field: "hours", why } : null;
}

/** Types whose work may be for something beyond the contract. */
export const WORK_TYPES: readonly EntryType[] = [...CREW_TYPES, "equipment"];

/** The fields of an entry's record. */
export function valuesOf(form: FormData, type: EntryType): Record<string, Json> {
  const text = fieldText(form, "text") || null;
  // The form asks only on a job with extra work.
  const extra: Record<string, Json> = form.has("extraWork")
    ? { extraWork: fieldText(form, "extraWork") || null }
    : {};
  if (CREW_TYPES.includes(type))
    return {
      ...{ text, ...extra },
      crew: {
        company: fieldText(form, "company"),
        trade: fieldText(form, "trade"),
        count: numberIn(form, "count") ?? 0,
        hours: numberIn(form, "hours") ?? 0,
      },
    };
  if (ITEMS.includes(type))
    return {
      ...{ text, ...extra },
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
export const tagsIn = (form: FormData): string[] => [
  ...new Set(typedTags(form).flatMap((tag) => tagField(tag) ?? [])),
];

/** Without this, a tag without letters or digits would be dropped silently. */
export function refuseTags(form: FormData): { field: string; why: string } | null {
  const bad = typedTags(form).find((tag) => tagField(tag) === null);
  return bad === undefined
    ? null
    : { field: "tags", why: `Use letters and numbers in tags: “${bad}” has none.` };
}
