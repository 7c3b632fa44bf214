import { useMemo } from "react";
import {
  type Change,
  type Json,
  newLocalId,
  type ShownRecord,
  type Store,
  useRecords,
  useStore,
} from "#ground/sync/public.tsx";
import { useClock } from "#trade/fieldwork/public.tsx";
import {
  type Item,
  itemsOf,
  type ItemValue,
  keyOf,
  type Kit,
  KIT,
  kitOf,
  type Place,
  priceOn,
  type Raise,
  RAISE,
  raisesOf,
  SHELF,
  shelve,
} from "./rules.ts";

/** The price book as this device has it. */
export interface Book {
  /** Last used first. */
  readonly items: readonly Item[];
  readonly raises: readonly Raise[];
  readonly shelves: readonly ShownRecord[];
  /** "2026-11-28", where the business is. */
  readonly today: string;
  /** The item with this text, in any case. */
  find(text: string): Item | undefined;
  /** What an item costs today, in cents. */
  priceOf(item: ItemValue): number;
}

/**
 * The price book, updated live; undefined until loaded.
 * @param zone IANA; the device's if null
 */
export function useBook(zone: string | null): Book | undefined {
  const shelves = useRecords(SHELF, null);
  const records = useRecords(RAISE, null);
  const { now } = useClock("prices");
  // Once for each time that the clock moves: a form that uses the book is drawn at each key.
  const today = useMemo(
    () =>
      Temporal.Instant.fromEpochMilliseconds(now)
        .toZonedDateTimeISO(zone ?? Temporal.Now.timeZoneId())
        .toPlainDate()
        .toString(),
    [now, zone],
  );
  return useMemo(() => {
    if (!shelves || !records) return undefined;
    const [items, raises] = [itemsOf(shelves), raisesOf(records)];
    const byKey = new Map(items.map((item) => [item.key, item]));
    return {
      ...{ items, raises, shelves, today },
      find: (text) => byKey.get(keyOf(text)),
      priceOf: (item) => priceOn(item, raises, today),
    };
  }, [shelves, records, today]);
}

/** Kits by name; undefined until loaded. */
export function useKits(): readonly Kit[] | undefined {
  const records = useRecords(KIT, null);
  return useMemo(
    () =>
      records
        ?.flatMap((record) => kitOf(record) ?? [])
        .toSorted((one, other) => one.name.localeCompare(other.name, "en")),
    [records],
  );
}

/** Reverts a change. */
type Undo = () => Promise<unknown>;

/** What a person says of an item; its price counts from the moment of writing. */
export type Entered = Omit<ItemValue, "pricedOn" | "pricedAt">;

/** Means the moment of writing by the server's clock, which only the store knows. */
const NOW = -1;

type Sets = ReadonlyMap<string, Readonly<Record<string, ItemValue | null>>>;

async function writeShelves(store: Store, sets: Sets, saw?: ShownRecord["fields"]): Promise<void> {
  const [first, ...rest] = [...sets].map(([record, values]): Change => ({
    ...{ kind: SHELF, record, job: null },
    sets: (_, skew) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]): [string, Json] => [
          name,
          value && { ...value, pricedAt: value.pricedAt === NOW ? Date.now() + skew : value.pricedAt },
        ]),
      ),
    ...(saw ? { saw } : {}),
  }));
  if (first) await store.writeAll([first, ...rest]);
}

const valueOf = ({
  id: _id,
  shelf: _shelf,
  key: _key,
  usedOn: _used,
  older: _older,
  ...value
}: Item): ItemValue => value;

/** Changes the book on this device. Each throws `NotSaved` if nothing was saved, and returns its undo. */
export function useBookChanges(): {
  /**
   * @param over the item that it replaces; unless its price or category changes, raises still apply to it
   * @param saw fields of its shelf when the form was opened
   */
  save(book: Book, entered: Entered, over?: Item, saw?: ShownRecord["fields"]): Promise<Undo>;
  remove(book: Book, item: Item): Promise<Undo>;
  /** Notes that items were used today, at most once a day each. */
  markUsed(book: Book, items: readonly Item[]): Promise<void>;
} {
  const store = useStore();
  return useMemo(() => {
    const before = (book: Book, places: readonly Place[]) =>
      places.map(({ shelf, id }) => {
        const values = book.shelves.find((one) => one.id === shelf)?.values;
        return { id, shelf, value: (values?.[`items.${id}`] as ItemValue | null | undefined) ?? null };
      });
    const write = (book: Book, items: Parameters<typeof shelve>[1], saw?: ShownRecord["fields"]) =>
      writeShelves(store, shelve(book.shelves, items, newLocalId), saw);
    return {
      async save(book, entered, over, saw) {
        const isSame =
          over && entered.cents === book.priceOf(over) && keyOf(entered.category) === keyOf(over.category);
        const value = isSame
          ? { ...entered, cents: over.cents, pricedOn: over.pricedOn, pricedAt: over.pricedAt }
          : { ...entered, pricedOn: book.today, pricedAt: NOW };
        if (over) {
          await write(book, [{ id: over.id, shelf: over.shelf, value }], saw);
          return () => write(book, [{ id: over.id, shelf: over.shelf, value: valueOf(over) }]);
        }
        const id = newLocalId();
        const sets = shelve(book.shelves, [{ id, value }], newLocalId);
        await writeShelves(store, sets);
        return () =>
          write(
            book,
            [...sets.keys()].map((shelf) => ({ id, shelf, value: null })),
          );
      },
      async remove(book, item) {
        const were = before(book, [item, ...item.older]);
        await write(
          book,
          were.map(({ id, shelf }) => ({ id, shelf, value: null })),
        );
        return () => write(book, were);
      },
      async markUsed({ today }, items) {
        const due = items.filter(({ usedOn }) => usedOn !== today);
        const [first, ...rest] = [...Map.groupBy(due, ({ shelf }) => shelf)].map(
          ([record, those]): Change => ({
            ...{ kind: SHELF, record, job: null },
            sets: Object.fromEntries(those.map(({ id }) => [`used.${id}`, today])),
          }),
        );
        if (first) await store.writeAll([first, ...rest]);
      },
    };
  }, [store]);
}
