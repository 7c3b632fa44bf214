export type SortOrder = "ascending" | "descending";

/** The column that a list is sorted by, and which way. */
export interface Sort<Key extends string> {
  readonly by: Key;
  readonly order: SortOrder;
}

/** What the address says (`?sort=name`, or `?sort=-name` for descending); the usual order otherwise. */
export function readSort<Key extends string>(
  query: URLSearchParams,
  keys: readonly Key[],
  usual: Sort<Key>,
): Sort<Key> {
  const [, minus, name] = /^(-?)(.*)$/s.exec(query.get("sort") ?? "") ?? [];
  const by = keys.find((key) => key === name);
  return by ? { by, order: minus ? "descending" : "ascending" } : usual;
}

/** The order as addresses have it. */
export const sortParam = ({ by, order }: Sort<string>): string => (order === "descending" ? `-${by}` : by);

/** The same as a parameter; none for the usual order. */
export const sortQuery = <Key extends string>(sort: Sort<Key>, usual: Sort<Key>): { sort?: string } =>
  sortParam(sort) === sortParam(usual) ? {} : { sort: sortParam(sort) };

/**
 * What a table's heading leads to: first the order that a person wants of this column, then the opposite.
 * @param hrefOf the address of the list in an order
 */
export function sortHeading<Key extends string>(
  current: Sort<Key>,
  by: Key,
  first: SortOrder,
  hrefOf: (sort: Sort<Key>) => string,
): { readonly href: string; readonly order: SortOrder | null } {
  const order = current.by === by ? current.order : null;
  const next = order === null ? first : order === "ascending" ? "descending" : "ascending";
  return { href: hrefOf({ by, order: next }), order };
}

/** Sorts rows; equal ones stay in their order, and those without a value come last either way. */
export function sortRows<Row, Key extends string>(
  rows: readonly Row[],
  { by, order }: Sort<Key>,
  values: Readonly<Record<Key, (row: Row) => string | number | null>>,
): Row[] {
  const value = values[by];
  const sign = order === "ascending" ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return (
      sign * (typeof a === "number" && typeof b === "number" ? a - b : compareTexts(String(a), String(b)))
    );
  });
}

const { compare: compareTexts } = new Intl.Collator("en-US", { numeric: true });
