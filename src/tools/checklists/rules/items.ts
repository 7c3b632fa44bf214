import {
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";

/** What an item asks for; a `note` asks nothing, it instructs. */
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
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** What an item that failed needs before the list is finished. */
export const AFTER_FAIL = ["note", "photo"] as const;
export type AfterFail = (typeof AFTER_FAIL)[number];

/** Characters; and how many of each a list may have. */
export const LONGEST = { title: 120, text: 300, why: 600, word: 80, note: 2_000 } as const;
export const MOST = { sections: 100, items: 2_000, choices: 30, units: 200 } as const;

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
  /** Of `one` and `many`. */
  readonly choices: readonly string[];
  /** The choices that fail; of `yes`, a no unless it says otherwise. */
  readonly fails: readonly string[];
  /** Of `number`: what is outside low and high fails. */
  readonly unit: string | null;
  readonly low: number | null;
  readonly high: number | null;
  /** At least so many photos. */
  readonly photos: number;
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

const ID = /^[A-Za-z0-9-]{1,40}$/;
const readId = (value: unknown): string | null =>
  typeof value === "string" && ID.test(value) ? value : null;
const readWords = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(readText).filter(Boolean) : [];
const REQUIRED: ReadonlySet<ItemKind> = new Set(["check", "yes", "one", "many", "number", "photos"]);

/** Null for what isn't an item. A device can write anything, so each value is checked. */
export function readItem(value: unknown): Item | null {
  const { id, kind, text, why, code, required, choices, fails, unit, low, high, photos, showIf, onFail } =
    readRecord(value) ?? {};
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
    photos: Math.max(0, Math.trunc(readNumber(photos) ?? (itemKind === "photos" ? 1 : 0))),
    showIf: other === null ? null : { item: other, is: readWords(condition?.["is"]) },
    onFail: AFTER_FAIL.filter((need) => Array.isArray(onFail) && onFail.includes(need)),
  };
}

const SECTION = "sections.";
export const sectionField = (id: string): `sections.${string}` => `${SECTION}${id}`;

/** The sections of a list or a run, in their order. */
export const sectionsOf = (values: Values): Section[] =>
  Object.entries(values)
    .flatMap(([field, value]) => {
      const section = field.startsWith(SECTION) ? readRecord(value) : null;
      if (section === null) return [];
      const { at, title, repeats, items } = section;
      const read = Array.isArray(items) ? items.map(readItem).filter((one) => one !== null) : [];
      return [
        {
          id: field.slice(SECTION.length),
          at: readNumber(at) ?? 0,
          title: readText(title),
          repeats: repeats === true,
          items: read,
        },
      ];
    })
    .toSorted((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
