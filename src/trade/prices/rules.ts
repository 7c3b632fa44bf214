import { readDate, readNumber, readRecord, readText, type Values } from "#ground/sync/public.ts";
import { formatRate, markupAndMargin, MOST_RATE, shareOf } from "#platform/money/amounts.ts";
import { MOST_CENTS } from "#platform/money/money.ts";

/** The record of up to `SHELF_SIZE` items: 20,000 records would be slow to load on a phone. */
export const SHELF = "prices.shelf";
export const KIT = "prices.kit";
export const RAISE = "prices.raise";

export const SHELF_SIZE = 100;
/** Items of one shelf, removed ones too: devices that don't see each other may fill the same one. */
export const MOST_ON_SHELF = 3 * SHELF_SIZE;
export const MOST_ITEMS = 20_000;
export const MOST_KIT_LINES = 60;
export const LONGEST = { text: 500, unit: 12, category: 60, kit: 80 } as const;

/** What is charged for one unit of something, as devices write it. Money is in cents. */
export interface ItemValue {
  readonly text: string;
  /** "sq ft"; empty for pieces. */
  readonly unit: string;
  /** On the day it was set, before later raises; see `priceOn`. */
  readonly cents: number;
  /** What one unit costs us. */
  readonly cost: number | null;
  readonly isTaxable: boolean;
  /** Empty for none. */
  readonly category: string;
  /** "2026-11-28": the day on which the price was set, where the business is. */
  readonly pricedOn: string;
  /** The same moment in milliseconds since 1970, by the server's clock. */
  readonly pricedAt: number;
}

/** Where an item is stored. */
export interface Place {
  readonly shelf: string;
  readonly id: string;
}

export interface Item extends ItemValue, Place {
  /** Two items with one key are the same; see `keyOf`. */
  readonly key: string;
  /** "2026-11-28"; null if never. */
  readonly usedOn: string | null;
  /** Older items with the same text, which two devices added without seeing each other. */
  readonly older: readonly Place[];
}

/** A raise of prices from a day on. A price set after that, on or after the day, isn't raised. */
export interface Raise {
  readonly id: string;
  /** Null for all. */
  readonly category: string | null;
  /** In thousandths of a percent. */
  readonly rate: number;
  /** "2027-01-01", where the business is. */
  readonly from: string;
  /** When it was saved, in milliseconds since 1970. */
  readonly at: number;
}

export interface KitLine {
  /** Text of an item, or of nothing in the book. */
  readonly text: string;
  /** In thousandths. */
  readonly quantity: number;
  /** Unit, price, cost and tax as they were when the kit was saved; those of the book come first. */
  readonly unit: string;
  readonly cents: number;
  readonly cost: number | null;
  readonly isTaxable: boolean;
}

export interface Kit {
  readonly id: string;
  readonly name: string;
  readonly lines: readonly KitLine[];
}

interface Stored {
  readonly id: string;
  readonly values: Values;
}

/** How a text is compared: without case and extra spaces. */
export const keyOf = (text: string): string =>
  text.normalize("NFC").trim().replaceAll(/\s+/g, " ").toLowerCase();

const wholeNumber = (value: unknown, most: number): number | null => {
  const number = readNumber(value);
  return number !== null && Number.isInteger(number) && number >= 0 && number <= most ? number : null;
};

// Only compared as text, and there are 20,000: reading the calendar would take most of the time.
const dayOf = (value: unknown): string | null =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) ? value : null;

/** Reads an item that a device wrote; null for one that was removed or says nothing. */
export function itemOf(value: unknown): ItemValue | null {
  const item = readRecord(value);
  const text = readText(item?.["text"]).trim();
  if (!item || text === "") return null;
  return {
    text,
    unit: readText(item["unit"]),
    cents: wholeNumber(item["cents"], MOST_CENTS) ?? 0,
    cost: wholeNumber(item["cost"], MOST_CENTS),
    isTaxable: item["isTaxable"] === true,
    category: readText(item["category"]),
    pricedOn: dayOf(item["pricedOn"]) ?? "",
    pricedAt: readNumber(item["pricedAt"]) ?? 0,
  };
}

// Unchanged shelves are the same objects, so that a change reads one shelf again and not the whole book.
const read = new WeakMap<Values, readonly Item[]>();

function onShelf({ id: shelf, values }: Stored): readonly Item[] {
  const known = read.get(values);
  if (known) return known;
  const items = Object.entries(values).flatMap(([name, value]): Item[] => {
    const item = name.startsWith("items.") ? itemOf(value) : null;
    if (!item) return [];
    const id = name.slice(6);
    const usedOn = dayOf(values[`used.${id}`]);
    return [{ ...item, id, shelf, key: keyOf(item.text), usedOn, older: [] }];
  });
  read.set(values, items);
  return items;
}

const isNewer = (one: Item, other: Item): boolean =>
  one.pricedAt === other.pricedAt ? one.id > other.id : one.pricedAt > other.pricedAt;

/** The items of the book, one for each text: of two, the one priced later. Last used first, then by text. */
export function itemsOf(shelves: readonly Stored[]): Item[] {
  const byKey = new Map<string, Item>();
  for (const shelf of shelves)
    for (const item of onShelf(shelf)) {
      const other = byKey.get(item.key);
      const [newer, older] = other && isNewer(other, item) ? [other, item] : [item, other];
      byKey.set(item.key, older ? { ...newer, older: [...newer.older, older, ...older.older] } : newer);
    }
  return [...byKey.values()].sort((one, other) => {
    const [used, otherUsed] = [one.usedOn ?? "", other.usedOn ?? ""];
    if (used !== otherUsed) return used > otherUsed ? -1 : 1;
    return one.key < other.key ? -1 : 1;
  });
}

/** The categories of items, by name. Spellings that differ in case are one. */
export const categoriesOf = (items: readonly Pick<ItemValue, "category">[]): string[] => {
  const names = [...new Set(items.map(({ category }) => category))].filter(Boolean);
  return [...new Map(names.map((name) => [keyOf(name), name])).values()].toSorted((one, other) =>
    one.localeCompare(other, "en"),
  );
};

/**
 * Items with every word of a search in their text or category.
 * @param category null for all
 */
export function findItems(items: readonly Item[], search: string, category: string | null): Item[] {
  const words = keyOf(search).split(" ");
  const wanted = category === null ? null : keyOf(category);
  // There are thousands of items and few categories.
  const keys = new Map<string, string>();
  return items.filter((item) => {
    const own = keys.get(item.category) ?? keyOf(item.category);
    keys.set(item.category, own);
    if (wanted !== null && own !== wanted) return false;
    return words.every((word) => item.key.includes(word) || own.includes(word));
  });
}

/** Reads raises, in the order in which they apply. */
export const raisesOf = (records: readonly Stored[]): Raise[] =>
  records
    .flatMap(({ id, values }): Raise[] => {
      const raise = readRecord(values["raise"]);
      const [from, rate] = [readDate(raise?.["from"]), wholeNumber(raise?.["rate"], MOST_RATE)];
      if (!raise || from === null || rate === null || values["removed"] === true) return [];
      const category = raise["category"] === null ? null : readText(raise["category"]);
      return [{ id, category, rate, from, at: readNumber(raise["at"]) ?? 0 }];
    })
    .toSorted(
      (one, other) =>
        (one.from === other.from ? one.at - other.at : one.from < other.from ? -1 : 1) ||
        (one.id < other.id ? -1 : 1),
    );

/**
 * An item's price on a day, in cents: its own, and each raise that began by then, rounded half away from
 * zero and at most `MOST_CENTS`. The same on every device, because it depends on stored values only.
 * @param raises in order, of `raisesOf` @param day "2027-01-01"
 */
export const priceOn = (
  item: Pick<ItemValue, "cents" | "category" | "pricedOn" | "pricedAt">,
  raises: readonly Raise[],
  day: string,
): number =>
  raises
    .filter(
      ({ category, from, at }) =>
        from <= day &&
        (category === null || keyOf(category) === keyOf(item.category)) &&
        (item.pricedOn < from || item.pricedAt < at),
    )
    .reduce((cents, { rate }) => Math.min(MOST_CENTS, cents + shareOf(cents, rate)), item.cents);

/** Reads a kit; null without a name or lines. */
export function kitOf({ id, values }: Stored): Kit | null {
  const lines = (Array.isArray(values["lines"]) ? values["lines"] : []).flatMap((value: unknown) => {
    const line = readRecord(value);
    const [item, quantity] = [itemOf(line), wholeNumber(line?.["quantity"], Number.MAX_SAFE_INTEGER)];
    if (!item || !quantity) return [];
    const { text, unit, cents, cost, isTaxable } = item;
    return [{ text, quantity, unit, cents, cost, isTaxable }];
  });
  const name = readText(values["name"]).trim();
  return name === "" || lines.length === 0 ? null : { id, name, lines: lines.slice(0, MOST_KIT_LINES) };
}

/** "40% markup, 28.6% margin", of which the second is of the price; null without a cost or a price. */
export function formatMarkup(cost: number | null, price: number): string | null {
  if (cost === null) return null;
  const { markup, margin } = markupAndMargin(cost, price);
  if (markup === null || margin === null) return null;
  return `${formatTenths(markup)} markup, ${formatTenths(margin)} margin`;
}

const formatTenths = (rate: number): string => formatRate(Math.round(rate / 100) * 100);

/** Items to write on shelves: each on its own, a new one (without `shelf`) where there is room. */
export function shelve(
  shelves: readonly Stored[],
  items: readonly { readonly id: string; readonly shelf?: string; readonly value: ItemValue | null }[],
  newId: () => string,
): Map<string, Record<string, ItemValue | null>> {
  const free = shelves.flatMap(({ id, values }) => {
    const stored = Object.entries(values).filter(([name]) => name.startsWith("items."));
    const filled = stored.filter(([, value]) => value !== null).length;
    // A removed item leaves its field, so a shelf has no room for ever.
    const room = Math.min(SHELF_SIZE - filled, 2 * SHELF_SIZE - stored.length);
    return room > 0 ? [{ id, room }] : [];
  });
  const sets = new Map<string, Record<string, ItemValue | null>>();
  for (const { id, shelf, value } of items) {
    if (shelf === undefined && free.length === 0) free.push({ id: newId(), room: SHELF_SIZE });
    const to = shelf ?? free[0]!.id;
    if (shelf === undefined && --free[0]!.room === 0) free.shift();
    const before = sets.get(to);
    if (before) before[`items.${id}`] = value;
    else sets.set(to, { [`items.${id}`]: value });
  }
  return sets;
}
