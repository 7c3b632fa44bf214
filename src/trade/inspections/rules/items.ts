import {
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";

/** What an item asks for. `note` and `read` instruct: only `read` asks people to say that they read it. */
export const ITEM_KINDS = [
  "check",
  "yes",
  "one",
  "many",
  "number",
  "text",
  "date",
  "photos",
  "note",
  "readings",
  "datetime",
  "signature",
  "read",
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** What an item that failed needs before the list is finished. */
export const AFTER_FAIL = ["note", "photo", "issue"] as const;
export type AfterFail = (typeof AFTER_FAIL)[number];

/** Characters; and how many of each a list may have. */
export const LONGEST = { title: 120, text: 300, why: 600, word: 80, note: 2_000 } as const;
export const MOST = {
  ...{ sections: 100, items: 2_000, choices: 30, units: 200 },
  ...{ readings: 50, photos: 30, weight: 100, pictures: 50 },
} as const;

/** One line of a checklist. */
export interface Item {
  /** Unique within its list: letters, digits and hyphens. */
  readonly id: string;
  readonly kind: ItemKind;
  readonly text: string;
  /** Why it matters, or how to check it. */
  readonly why: string | null;
  /** "IRC R905.2.8.5". */
  readonly code: string | null;
  readonly isRequired: boolean;
  /** Of `one` and `many`; of `readings`, what each is called. */
  readonly choices: readonly string[];
  /** The choices that fail; of `yes`, a no unless it says otherwise. */
  readonly fails: readonly string[];
  /** Of `number` and `readings`: what is outside low and high fails. */
  readonly unit: string | null;
  readonly low: number | null;
  readonly high: number | null;
  /** How many `readings` that have no names. */
  readonly count: number;
  /** At least so many photos. */
  readonly photos: number;
  /** SHA-256 of a picture that it shows, only of `note` and `read`. */
  readonly picture: string | null;
  /** What it counts in the score of a list; null for nothing. */
  readonly weight: number | null;
  /** Shown only if that item has one of these answers. */
  readonly showIf: { readonly item: string; readonly is: readonly string[] } | null;
  readonly onFail: readonly AfterFail[];
}

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Asked once per room or unit. */
  readonly repeats: boolean;
  readonly items: readonly Item[];
}

/** Whether items of this kind instruct, so that they have a picture and nothing to fail. */
export const isInstruction = (kind: ItemKind): boolean => kind === "note" || kind === "read";

/** In hex. */
export const SHA256 = /^[0-9a-f]{64}$/;
const readHash = (value: unknown): string | null =>
  typeof value === "string" && SHA256.test(value) ? value : null;

const ID = /^[A-Za-z0-9-]{1,40}$/;
const readId = (value: unknown): string | null =>
  typeof value === "string" && ID.test(value) ? value : null;
const readWords = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(readText).filter(Boolean) : [];
const REQUIRED: ReadonlySet<ItemKind> = new Set([
  "check",
  "yes",
  "one",
  "many",
  "number",
  "photos",
  "readings",
  "signature",
  "read",
]);

/** Null for what isn't an item. A device can write anything, so each value is checked. */
export function readItem(value: unknown): Item | null {
  const stored = readRecord(value) ?? {};
  const { id, kind, text, why, code, required, choices, fails, unit, low, high, photos } = stored;
  const { showIf, onFail, count, weight, picture } = stored;
  const [itemId, said] = [readId(id), readText(text)];
  if (itemId === null || !said) return null;
  const itemKind = readOneOf(ITEM_KINDS, kind) ?? "check";
  const condition = readRecord(showIf);
  const other = readId(condition?.["item"]);
  return {
    id: itemId,
    kind: itemKind,
    text: said,
    why: readTextOrNull(why),
    code: readTextOrNull(code),
    isRequired: itemKind !== "note" && (typeof required === "boolean" ? required : REQUIRED.has(itemKind)),
    choices: readWords(choices),
    fails: itemKind === "yes" && fails === undefined ? ["no"] : readWords(fails),
    unit: readTextOrNull(unit),
    low: readNumber(low),
    high: readNumber(high),
    count: Math.min(MOST.readings, Math.max(1, Math.trunc(readNumber(count) ?? 1))),
    photos: Math.max(0, Math.trunc(readNumber(photos) ?? (itemKind === "photos" ? 1 : 0))),
    picture: isInstruction(itemKind) ? readHash(picture) : null,
    weight: readNumber(weight),
    showIf: other === null ? null : { item: other, is: readWords(condition?.["is"]) },
    onFail: AFTER_FAIL.filter((need) => Array.isArray(onFail) && onFail.includes(need)),
  };
}

const SECTION = "sections.";
export const sectionField = (id: string): `sections.${string}` => `${SECTION}${id}`;

const ITEM = "items.";
/** An item that was edited since its list was made, or that was added; null for a deleted one. */
export const itemField = (id: string): `items.${string}` => `${ITEM}${id}`;

/** An item as records store it. */
export type StoredItem = Readonly<Record<string, unknown>> & { readonly id: string };

/** An item of a list and its place in it. */
export interface PlacedItem {
  readonly stored: StoredItem;
  readonly section: string;
  readonly at: number;
}

export interface PlacedSection {
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly repeats: boolean;
  readonly items: readonly PlacedItem[];
}

const byPlace = <T extends { readonly at: number }>(idOf: (one: T) => string) => {
  return (one: T, other: T) => one.at - other.at || (idOf(one) < idOf(other) ? -1 : 1);
};

/**
 * The sections of a list or a run, in their order. A section has its first items in it; what was edited since
 * has a field of its own, so that two people who edit two items don't conflict. Items whose section somebody
 * else deleted come last.
 */
export function placedSectionsOf(values: Values): PlacedSection[] {
  const sections = Object.entries(values).flatMap(([field, value]) => {
    const stored = field.startsWith(SECTION) ? readRecord(value) : null;
    return stored === null ? [] : [{ id: field.slice(SECTION.length), stored }];
  });
  const placed = sections.flatMap(({ id: section, stored: { items } }) =>
    (Array.isArray(items) ? items : []).flatMap((item, at) => {
      const stored = readRecord(item);
      const id = readId(stored?.["id"]);
      return id === null || itemField(id) in values
        ? []
        : [{ stored: { ...stored, id }, section, at } satisfies PlacedItem];
    }),
  );
  for (const [field, value] of Object.entries(values)) {
    const { section, at, ...stored } = (field.startsWith(ITEM) ? readRecord(value) : null) ?? {};
    const id = readId(stored["id"]);
    if (id !== null)
      placed.push({ stored: { ...stored, id }, section: readText(section), at: readNumber(at) ?? 0 });
  }
  const bySection = Map.groupBy(placed, ({ section }) => section);
  const known = new Set(sections.map(({ id }) => id));
  const orphaned = [...bySection.keys()].filter((id) => !known.has(id));
  return [...sections, ...orphaned.map((id) => ({ id, stored: { at: Number.MAX_SAFE_INTEGER } as const }))]
    .map(({ id, stored }: { id: string; stored: Readonly<Record<string, unknown>> }) => ({
      ...{ id, at: readNumber(stored["at"]) ?? 0, title: readText(stored["title"]) },
      repeats: stored["repeats"] === true,
      items: (bySection.get(id) ?? []).toSorted(byPlace((one) => one.stored.id)),
    }))
    .toSorted(byPlace(({ id }) => id));
}

/** The sections of a list or a run, in their order. */
export const sectionsOf = (values: Values): Section[] =>
  placedSectionsOf(values).map(({ id, title, repeats, items }) => ({
    ...{ id, title, repeats },
    items: items.flatMap(({ stored }) => readItem(stored) ?? []),
  }));

/** The pictures that items show, each once. */
export const picturesOf = (sections: readonly Pick<Section, "items">[]): string[] => [
  ...new Set(sections.flatMap(({ items }) => items.flatMap(({ picture }) => picture ?? []))),
];
