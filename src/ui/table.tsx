import type { ReactNode } from "react";

export interface Column<Row> {
  /** Heading of the column; on a phone it is shown before the value. */
  label: string;
  cell: (row: Row) => ReactNode;
  /** Right-aligns numbers. */
  figures?: boolean;
  /** Keeps each value on one line. */
  isShort?: boolean;
  /** Where its heading leads, to sort the list by it or the other way around. */
  sort?: { readonly href: string; readonly order: "ascending" | "descending" | null };
}

/**
 * A table on a desktop, a list on a phone. The first column names the row. `keep` makes it a table
 * everywhere: only for few, narrow columns.
 */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  keep = false,
  showCaption = false,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  keep?: boolean;
  showCaption?: boolean;
}) {
  return (
    <table className="rows" data-keep={keep ? "" : undefined}>
      <caption className={showCaption ? "label pb-3" : "sr-only"}>{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.label}
              scope="col"
              data-align={column.figures ? "end" : undefined}
              aria-sort={column.sort?.order ?? undefined}
            >
              {column.sort ? <SortLink label={column.label} {...column.sort} /> : column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column, place) =>
              place === 0 ? (
                <th key={column.label} scope="row">
                  {column.cell(row)}
                </th>
              ) : (
                <td
                  key={column.label}
                  data-label={column.label}
                  data-align={column.figures ? "end" : undefined}
                  data-short={column.isShort ? "" : undefined}
                >
                  {column.cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SortLink({ label, href, order }: { label: string } & NonNullable<Column<never>["sort"]>) {
  return (
    <a className="sort-link" href={href}>
      {label}
      {order ? <span aria-hidden="true">{order === "ascending" ? " ↑" : " ↓"}</span> : null}
    </a>
  );
}
