import { Link } from "react-router";
import { Icon } from "#ui/icons.tsx";
import type { Log, LogPerson } from "./use-log.ts";

export function DayNavigation({ log, company }: { log: Log; company: string }) {
  const { date, today } = log;
  const to = (day: string) => dayHref(log, day, company);
  const step = (days: number) => Temporal.PlainDate.from(date).add({ days }).toString();
  return (
    <nav className="log-days" aria-label="Days">
      <Link to={to(step(-1))}>
        <Icon name="back" />
        {shortDate(step(-1))}
      </Link>
      {date === today ? <span>Today</span> : <Link to={to(today)}>Today</Link>}
      {date < today ? (
        <Link to={to(step(1))}>
          {shortDate(step(1))}
          <Icon name="arrow" />
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}

export function Companies({ log, company, me }: { log: Log; company: string; me: LogPerson }) {
  if (log.companies.length < 2) return null;
  const name = (one: string) =>
    one === me.user ? "Mine" : (log.guestOf(one) ?? (me.role === "guest" ? "The contractor’s" : "Ours"));
  return (
    <nav className="choices log-companies" aria-label="Whose log">
      {log.companies.map((one) => (
        <Link
          key={one}
          className="choice-chip"
          aria-current={one === company ? "page" : undefined}
          to={dayHref(log, log.date, one)}
        >
          {name(one)}
        </Link>
      ))}
    </nav>
  );
}

/** Today and the own company are defaults, so they are left out. */
export const dayHref = ({ today, own }: Log, day: string, company: string): string =>
  `?${new URLSearchParams({ ...(day === today ? {} : { day }), ...(company === own ? {} : { of: company }) }).toString()}`;

/** "Friday, Nov 20"; with the year if it isn't that of `today`. */
export const formatLongDate = (date: string, today = date): string =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", {
    weekday: "long",
    month: "short",
    day: "numeric",
    ...(date.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" }),
  });
const shortDate = (date: string): string => {
  const day = Temporal.PlainDate.from(date);
  return `${day.toLocaleString("en-US", { weekday: "short" })} ${day.day}`;
};
