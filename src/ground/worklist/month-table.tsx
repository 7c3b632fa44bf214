import type { ReactNode } from "react";
import { Icon } from "#ui/icons.tsx";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

/**
 * A month as a table of weeks, with links to the months around it.
 * @param weeks from Sunday; null outside of the month
 * @param after null in the current month
 * @param children the `td` of a day
 */
export function MonthTable<D extends { readonly date: string }>({
  title,
  caption,
  before,
  after,
  weeks,
  children,
}: {
  title: string;
  caption: string;
  before: string;
  after: string | null;
  weeks: readonly (readonly (D | null)[])[];
  children: (day: D) => ReactNode;
}) {
  return (
    <>
      <nav className="log-days" aria-label="Months">
        <a href={before}>
          <Icon name="back" />
          Previous month
        </a>
        <h2>{title}</h2>
        {after ? (
          <a href={after}>
            Next month
            <Icon name="arrow" />
          </a>
        ) : (
          <span />
        )}
      </nav>
      <table className="office-month">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col">
                <abbr title={day}>{day.slice(0, 3)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find(Boolean)?.date}>
              {week.map((day, at) => (day ? children(day) : <td key={WEEKDAYS[at]} data-out="" />))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
