import { formatNumber } from "#ui/bars.tsx";

export interface ShownSource {
  readonly key: string;
  readonly name: string;
  readonly href: string | null;
  readonly people: number;
  readonly won: number;
  readonly worth: string | null;
}

/**
 * A table whose rows are also bars: an outline for how many came, filled for how many were won. It can be
 * read without the bars.
 */
export function SourceBars({
  caption,
  head,
  rows,
}: {
  caption: string;
  head: string;
  rows: readonly ShownSource[];
}) {
  const most = Math.max(1, ...rows.map(({ people }) => people));
  if (!rows.length) return <p className="mt-3">None in this period.</p>;
  return (
    <table className="mt-3 w-full border-collapse">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-ink">
          {[head, "Leads", "Won", "Value"].map((label, at) => (
            <th
              key={label}
              scope="col"
              className={`label py-2 ${at === 0 ? "text-left" : "pl-1 text-right text-sm sm:pl-4 sm:text-base"}`}
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, href, people, won, worth }) => (
          <tr key={key} className="border-b border-rule align-baseline">
            <th scope="row" className="w-full py-3 text-left font-normal wrap-anywhere">
              {href ? (
                <a className="text-link" href={href}>
                  {name}
                </a>
              ) : (
                name
              )}
              <svg
                viewBox="0 0 200 8"
                preserveAspectRatio="none"
                className="mt-1 block h-3 w-full"
                aria-hidden="true"
              >
                <rect width={(people / most) * 200} height="8" className="fill-rule" />
                <rect width={(won / most) * 200} height="8" className="fill-level" />
              </svg>
            </th>
            <td className="pl-1 text-right text-sm sm:pl-4 sm:text-base">{formatNumber(people)}</td>
            <td className="pl-1 text-right text-sm sm:pl-4 sm:text-base">{formatNumber(won)}</td>
            <td className="pl-1 text-right text-sm sm:pl-4 sm:text-base whitespace-nowrap">{worth ?? "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
