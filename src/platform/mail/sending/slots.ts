/** Places to work at, each with one item at a time and perhaps another that is promised to it. */
export interface Slots<Item> {
  readonly free: number;
  /** Begins on an item at a free slot. */
  begin(item: Item): void;
  /** Promises an item to a slot that is busy: it is begun there next. */
  promise(slot: number, item: Item): void;
  /** Takes all promises back. */
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
    /** Asked between two items of a slot. */
    mayGoOn(): boolean;
    /** Takes an item back that was promised and may not be begun. */
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
