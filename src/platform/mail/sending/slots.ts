/** Work slots, each with one item at a time and perhaps a reserved next one. */
export interface Slots<Item> {
  readonly free: number;
  /** Starts an item in a free slot. */
  begin(item: Item): void;
  /** Reserves an item for a busy slot, to start next. */
  promise(slot: number, item: Item): void;
  /** Cancels all reservations and returns their items. */
  takeBack(): Item[];
}

/** @param work never rejects */
export function createSlots<Item>(
  count: number,
  {
    work,
    mayGoOn,
    handBack,
    freed,
  }: {
    work(item: Item, slot: number): Promise<void>;
    /** Called between two items of a slot. */
    mayGoOn(): boolean;
    /** Returns a reserved item that may not start. */
    handBack(item: Item): void;
    freed(): void;
  },
): Slots<Item> {
  const free = Array.from({ length: count }, (_, slot) => slot);
  const promised = new Map<number, Item>();

  async function workAt(slot: number, first: Item): Promise<void> {
    for (let item: Item | undefined = first; item !== undefined;) {
      await work(item, slot);
      item = promised.get(slot);
      promised.delete(slot);
      if (item === undefined || mayGoOn()) continue;
      handBack(item);
      break;
    }
    free.push(slot);
    freed();
  }

  return {
    get free() {
      return free.length;
    },
    begin: (item) => void workAt(free.pop()!, item),
    promise: (slot, item) => void promised.set(slot, item),
    takeBack() {
      const items = [...promised.values()];
      promised.clear();
      return items;
    },
  };
}
