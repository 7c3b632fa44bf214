import { type Fields, readNumber, readText, type Value, type Values } from "#ground/sync/public.ts";
import { propertiesOf } from "./describe-item.ts";
import { placedSectionsOf, readItem } from "./items.ts";

/** What one person changed in a list in one sitting. */
export interface Version {
  /** Milliseconds since 1970, of the last change. */
  readonly at: number;
  readonly author: string | null;
  /** In words, such as "Added “Ridge vent” to Roof." */
  readonly changes: readonly string[];
  /** When the version that this one restored was written; null for other changes. */
  readonly restored: number | null;
  /** What the list's fields said then; null if some have changed too often since to know. */
  readonly values: Values | null;
}

/** Pauses that end a sitting, in milliseconds. */
const PAUSE = 15 * 60_000;
/** As many earlier values as a field keeps (`ground/sync`): what was before them isn't on the device. */
const KEPT = 3;

interface Written extends Value {
  readonly field: string;
}

/** The field that says which version was restored: when that one was written. */
export const RESTORED = "restored";

const isItem = ({ field }: Written): boolean => field.startsWith("items.");

/** The versions of a list, latest first, from what its fields remember of themselves. */
export function versionsOf(fields: Fields): Version[] {
  const written = Object.entries(fields)
    .flatMap(([field, { values, earlier = [] }]): Written[] =>
      [...values, ...earlier].map((value) => ({ ...value, field })),
    )
    .toSorted((one, other) => one.at - other.at || (one.by < other.by ? -1 : one.by > other.by ? 1 : 0));
  // A field with more values than it remembers begins with the oldest that it does.
  const before: Record<string, unknown> = Object.fromEntries(
    written
      .toReversed()
      .filter(({ field }) => fields[field]!.gone.length > KEPT)
      .map(({ field, value }) => [field, value]),
  );
  const isOldest = new Set(Object.keys(before).map((field) => written.find((one) => one.field === field)!));
  // Restoring is a version by itself, whatever its author did just before.
  const restoredAt = new Map(
    written.filter(({ field }) => field === RESTORED).map(({ at, value }) => [at, readNumber(value)]),
  );
  const sittings: Written[][] = [];
  for (const one of written.filter((value) => !isOldest.has(value))) {
    const last = sittings.at(-1)?.at(-1);
    // What a list was started with is a version by itself; its items change later.
    const isFirstChange = sittings.length === 1 && isItem(one) && !sittings[0]!.some(isItem);
    const isRestored =
      last !== undefined && last.at !== one.at && (restoredAt.has(one.at) || restoredAt.has(last.at));
    if (last?.author === one.author && one.at - last.at < PAUSE && !isFirstChange && !isRestored)
      sittings.at(-1)!.push(one);
    else sittings.push([one]);
  }
  let values: Values = before;
  return sittings
    .map((sitting) => {
      const after = { ...values, ...Object.fromEntries(sitting.map(({ field, value }) => [field, value])) };
      const changes = diffLists(values, after);
      values = after;
      const { at, author } = sitting.at(-1)!;
      const isWhole = [...isOldest].every((oldest) => oldest.at <= at);
      return { at, author, changes, restored: restoredAt.get(at) ?? null, values: isWhole ? after : null };
    })
    .filter(({ changes, restored }) => changes.length > 0 || restored !== null)
    .toReversed();
}

/** Changes named one by one; a new list or a large import is counted. */
const MOST_NAMED = 100;

/** What changed between two versions of a list, in words. */
export function diffLists(before: Values, after: Values): string[] {
  const [old, now] = [readList(before), readList(after)];
  if ((old.items.size === 0 || !readText(before["title"])) && now.items.size > 0)
    return [`Started with ${count(now.items.size)}.`];
  const [was, is] = [readText(before["title"]), readText(after["title"])];
  const [wasRemoved, isRemoved] = [before["removed"] === true, after["removed"] === true];
  const changes = [
    ...(was !== is ? [`Renamed the list from “${was}” to “${is}”.`] : []),
    ...(wasRemoved !== isRemoved ? [isRemoved ? "Removed the list." : "Restored the list."] : []),
  ];
  for (const [id, section] of now.sections) {
    const known = old.sections.get(id);
    const title = section.title || "a section without a heading";
    if (!known) changes.push(`Added the section ${quoted(title)}.`);
    else {
      if (known.title !== section.title)
        changes.push(`Renamed the section “${known.title}” to ${quoted(title)}.`);
      if (known.repeats !== section.repeats)
        changes.push(
          `${quoted(title)} ${section.repeats ? "repeats" : "doesn’t repeat"} for each room or unit.`,
        );
      if (known.at !== section.at) changes.push(`Moved the section ${quoted(title)}.`);
    }
  }
  for (const [id, { title }] of old.sections)
    if (!now.sections.has(id)) changes.push(`Deleted the section ${quoted(title || "without a heading")}.`);
  for (const [id, item] of now.items) {
    const known = old.items.get(id);
    const to = now.sections.get(item.section)?.title;
    if (!known) changes.push(`Added “${item.text}”${to ? ` to ${to}` : ""}.`);
    else changes.push(...diffItems(known, item, to));
  }
  for (const [id, { text }] of old.items) if (!now.items.has(id)) changes.push(`Deleted “${text}”.`);
  return changes.length > MOST_NAMED
    ? [...changes.slice(0, MOST_NAMED), `And ${changes.length - MOST_NAMED} more changes.`]
    : changes;
}

const quoted = (title: string): string => `“${title}”`;
const count = (items: number): string => (items === 1 ? "1 item" : `${items.toLocaleString("en-US")} items`);

interface ReadItem {
  readonly text: string;
  readonly section: string;
  readonly at: number;
  readonly picture: string | null;
  readonly properties: Readonly<Record<string, string | null>>;
}

function readList(values: Values) {
  const sections = placedSectionsOf(values);
  const placed = sections.flatMap((section) =>
    section.items.flatMap(({ stored, at }) => {
      const item = readItem(stored);
      return item === null ? [] : [{ item, section: section.id, at }];
    }),
  );
  const texts = new Map(placed.map(({ item }) => [item.id, item.text]));
  return {
    sections: new Map(sections.map((section) => [section.id, section])),
    items: new Map(
      placed.map(({ item, section, at }): [string, ReadItem] => [
        item.id,
        {
          text: item.text,
          section,
          at,
          picture: item.picture,
          properties: propertiesOf(item, (id) => texts.get(id)),
        },
      ]),
    ),
  };
}

function diffItems(before: ReadItem, after: ReadItem, to: string | undefined): string[] {
  const name = quoted(after.text);
  const changes = Object.entries(after.properties).flatMap(([property, value]) => {
    const was = before.properties[property] ?? null;
    if (was === value) return [];
    return [`${property}: ${value ?? "none"}${was === null ? "" : ` (was ${was})`}`];
  });
  return [
    ...(before.text === after.text ? [] : [`Reworded “${before.text}” to ${name}.`]),
    ...(changes.length > 0 ? [`Changed ${name}. ${changes.join(". ")}.`] : []),
    ...(before.picture && after.picture && before.picture !== after.picture
      ? [`Replaced the picture of ${name}.`]
      : []),
    ...(before.section !== after.section
      ? [`Moved ${name}${to ? ` to ${to}` : ""}.`]
      : before.at !== after.at
        ? [`Moved ${name} up or down.`]
        : []),
  ];
}
