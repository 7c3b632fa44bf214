import type { ReactNode } from "react";

export interface Bar {
  readonly key: string;
  readonly label: ReactNode;
  readonly value: number;
}

const figures = new Intl.NumberFormat("en-US");
/** A number with separators: `12,400`. */
export const formatNumber = (value: number): string => figures.format(value);

/**
 * Counts side by side, each with its label and number as text, so that color isn't needed and screen
 * readers work.
 */
export function Bars({
  caption,
  head,
  bars,
}: {
  caption: string;
  head: readonly [label: string, value: string];
  bars: readonly Bar[];
}) {
  const most = Math.max(1, ...bars.map((bar) => bar.value));
  return (
    <table className="w-full table-fixed border-collapse">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        <col className="w-[55%] sm:w-1/2" />
        <col className="w-16 sm:w-20" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">{head[0]}</th>
          <th scope="col">{head[1]}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.key} className="border-b border-rule">
            <th scope="row" className="py-2 pr-3 text-left font-normal wrap-anywhere">
              {bar.label}
            </th>
            <td className="py-2 pr-4 text-right">{formatNumber(bar.value)}</td>
            <td aria-hidden="true" className="py-2">
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="block h-4 w-full">
                <rect
                  width={bar.value === 0 ? 0 : Math.max(1, (bar.value / most) * 100)}
                  height="10"
                  className="fill-chalk"
                />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Counts over time. The drawing shows the shape, the text above it the peak, and the list below it every
 * number.
 */
export function Columns({
  caption,
  head,
  columns,
  peak,
}: {
  caption: string;
  head: readonly [label: string, value: string];
  columns: readonly { readonly key: string; readonly label: string; readonly value: number }[];
  /** Describes the highest column; left out when there is none. */
  peak?: ReactNode;
}) {
  const most = Math.max(1, ...columns.map((column) => column.value));
  return (
    <figure>
      <figcaption className="label">{caption}</figcaption>
      {peak ? <p className="mt-1">{peak}</p> : null}
      <svg
        viewBox={`0 0 ${columns.length} 100`}
        preserveAspectRatio="none"
        className="mt-3 block h-32 w-full border-b border-ink"
        aria-hidden="true"
      >
        {columns.map((column, at) => {
          const height = column.value === 0 ? 0 : Math.max(2, (column.value / most) * 100);
          return (
            <rect
              key={column.key}
              x={at + 0.1}
              y={100 - height}
              width="0.8"
              height={height}
              className="fill-chalk"
            />
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between text-sm text-pencil" aria-hidden="true">
        <span>{columns[0]?.label}</span>
        <span>{columns.at(-1)?.label}</span>
      </p>
      <details className="mt-2">
        <summary className="flex min-h-11 cursor-pointer items-center font-display text-base font-semibold text-chalk underline underline-offset-4">
          All the numbers
        </summary>
        <table className="rows mt-2" data-keep="">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{head[0]}</th>
              <th scope="col" data-align="end">
                {head[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {columns.toReversed().map((column) => (
              <tr key={column.key}>
                <th scope="row">{column.label}</th>
                <td data-align="end">{formatNumber(column.value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
