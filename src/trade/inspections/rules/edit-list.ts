import type { Json, Values } from "#ground/sync/public.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { itemField, type PlacedItem, placedSectionsOf, type PlacedSection, sectionField } from "./items.ts";

/** Fields of a list that a change sets. */
export type ListSets = Readonly<Record<string, Json>>;

const stored = ({ stored: item, section, at }: PlacedItem): Json => ({
  ...(item as Readonly<Record<string, Json>>),
  section,
  at,
});

/** An item with its place, as its field stores it. */
export const setItem = (item: PlacedItem): ListSets => ({ [itemField(item.stored.id)]: stored(item) });

/** What sets an item, with the picture that is saved with it. @param sha256 in hex */
export const withPicture = (sets: ListSets, sha256: string): ListSets =>
  Object.fromEntries(
    Object.entries(sets).map(([field, item]) => [
      field,
      { ...(item as Readonly<Record<string, Json>>), picture: sha256 },
    ]),
  );

const sectionValue = (values: Values, { id, at, title, repeats }: PlacedSection): Json => {
  const items = (values[sectionField(id)] as { items?: Json } | null | undefined)?.items ?? [];
  return { at, title, ...(repeats ? { repeats } : {}), items };
};

/** A section's title, place and whether it repeats; its items stay. */
export const setSection = (values: Values, section: PlacedSection): ListSets => ({
  [sectionField(section.id)]: sectionValue(values, section),
});

/** Deletes a section with its items. */
export const removeSection = ({ id, items }: PlacedSection): ListSets => ({
  [sectionField(id)]: null,
  ...Object.fromEntries(items.map(({ stored: item }) => [itemField(item.id), null])),
});

/** What sets these fields back to what the list says now. */
export function undoOf(values: Values, sets: ListSets): ListSets {
  const items = new Map(
    placedSectionsOf(values).flatMap((section) =>
      section.items.map((one) => [itemField(one.stored.id), stored(one)] as const),
    ),
  );
  return Object.fromEntries(
    Object.keys(sets).map((field) => [
      field,
      items.get(field as `items.${string}`) ?? ((values[field] ?? null) as Json),
    ]),
  );
}

/** A place between two neighbors, either of which may be missing. */
const between = (before: number | undefined, after: number | undefined): number => {
  if (before === undefined) return after === undefined ? 0 : after - 1;
  return after === undefined ? before + 1 : (before + after) / 2;
};

/** The place behind the last item. */
export const lastPlace = (items: readonly { readonly at: number }[]): number =>
  between(items.at(-1)?.at, undefined);

/** The place right behind an item. */
export function placeBehind(items: readonly PlacedItem[], item: PlacedItem): number {
  const at = items.indexOf(item);
  return between(item.at, items[at + 1]?.at);
}

/** A heading, or an item below it: what the editor shows in one list. */
export type ListRow =
  | { readonly section: PlacedSection; readonly item?: undefined }
  | { readonly section: PlacedSection; readonly item: PlacedItem };

export const listRowsOf = (sections: readonly PlacedSection[]): ListRow[] =>
  sections.flatMap((section): ListRow[] => [
    { section },
    ...section.items.map((item) => ({ section, item })),
  ]);

/**
 * Moves an item to another row, perhaps in another section.
 * @param from index of its row
 * @param to the index it has afterward; never 0, which is the first heading
 */
export function moveItem(rows: readonly ListRow[], from: number, to: number): ListSets {
  const moved = rows[from];
  if (!moved?.item || to < 1 || to >= rows.length || from === to) return {};
  const rest = rows.toSpliced(from, 1);
  const above = rest[to - 1]!;
  const below = rest[to];
  const after = below?.item && below.section.id === above.section.id ? below.item.at : undefined;
  const at = between(above.item?.at, after);
  return setItem({ stored: moved.item.stored, section: above.section.id, at });
}

/** Moves a section up or down. */
export function moveSection(
  values: Values,
  sections: readonly PlacedSection[],
  from: number,
  to: number,
): ListSets {
  const moved = sections[from];
  if (!moved || to < 0 || to >= sections.length || from === to) return {};
  const rest = sections.toSpliced(from, 1);
  return setSection(values, { ...moved, at: between(rest[to - 1]?.at, rest[to]?.at) });
}

/**
 * What makes a list again what it was: what is set first, then what is deleted, so that it is never empty in
 * between.
 * @param before its values then
 */
export function restoreSets(values: Values, before: Values): ListSets {
  const was = placedSectionsOf(before);
  const known = new Map(placedSectionsOf(values).map((section) => [section.id, section]));
  const sets: Record<string, Json> = {};
  for (const name of ["title", "trade"])
    if ((values[name] ?? null) !== (before[name] ?? null)) sets[name] = (before[name] ?? null) as Json;
  for (const section of was) {
    const now = known.get(section.id);
    const field = sectionField(section.id);
    if (!isStored(values[field]) && isStored(before[field])) sets[field] = before[field] as Json;
    else if (now && (now.title !== section.title || now.at !== section.at || now.repeats !== section.repeats))
      Object.assign(sets, setSection(values, section));
  }
  const now = placedSectionsOf({ ...values, ...sets }).flatMap(({ items }) => items);
  const placed = new Map(now.map((item) => [item.stored.id, canonicalJson(stored(item))]));
  const items = was.flatMap((section) => section.items);
  for (const item of items)
    if (placed.get(item.stored.id) !== canonicalJson(stored(item))) Object.assign(sets, setItem(item));
  const kept = new Set(items.map((item) => item.stored.id));
  for (const { stored: item } of now) if (!kept.has(item.id)) sets[itemField(item.id)] = null;
  for (const { id } of known.values())
    if (isStored(values[sectionField(id)]) && !was.some((section) => section.id === id))
      sets[sectionField(id)] = null;
  return sets;
}

const isStored = (value: unknown): boolean => value !== null && value !== undefined;
