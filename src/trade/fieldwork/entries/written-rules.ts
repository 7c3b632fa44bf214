interface Written {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly author: string | null;
}
type Fields<Value extends Written> = Readonly<Record<string, { readonly values: readonly Value[] }>>;

/** When and by whom a record was first written; undefined if it has no value. */
export const firstWritten = <Value extends Written>(fields: Fields<Value>): Value | undefined =>
  Object.values(fields)
    .flatMap(({ values }) => values)
    .reduce<Value | undefined>((first, one) => (first && first.at <= one.at ? first : one), undefined);

/** When and by whom a record was last written; undefined if it has no value. */
export const lastWritten = <Value extends Written>(fields: Fields<Value>): Value | undefined =>
  Object.values(fields)
    .flatMap(({ values }) => values)
    .reduce<Value | undefined>((last, one) => (last && last.at >= one.at ? last : one), undefined);

/** Others who wrote a current value, in order of writing. Approving isn't editing. */
export function editorsOf(fields: Fields<Written>, author: string | null): (string | null)[] {
  const values = Object.entries(fields).flatMap(([field, one]) => (field === "approved" ? [] : one.values));
  return [...new Set(values.toSorted((a, b) => a.at - b.at).map((one) => one.author))].filter(
    (one) => one !== author,
  );
}
