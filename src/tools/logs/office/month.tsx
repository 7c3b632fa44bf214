import { Form } from "react-router";
import { filterQuery, MonthTable } from "#ground/worklist/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { type Choice, Select } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import type { CalendarDay, Month } from "./calendar.ts";
import type { Filters } from "./filters.ts";
import { reportPath } from "../paper/report-path.ts";

const shortDate = (date: string) =>
  new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${date}T00:00:00Z`));

export function OfficeMonth({
  month,
  filters,
  jobs,
}: {
  month: Month;
  filters: Filters;
  jobs: readonly Choice[];
}) {
  const to = (asked: string) =>
    `/account/logs${filterQuery({ ...filters, words: "" }, { view: "month", month: asked })}`;
  return (
    <>
      <Form action="/account/logs" className="office-month-job">
        <input type="hidden" name="view" value="month" />
        <input type="hidden" name="month" value={month.month} />
        <Select
          name="job"
          label="Job"
          unmarked
          defaultValue={filters.job ?? ""}
          options={jobs}
          placeholder="All jobs"
        />
        <SubmitButton kind="plain">Show</SubmitButton>
      </Form>
      <MonthTable
        title={month.title}
        caption={`Logs for ${month.title} by day`}
        before={to(month.before)}
        after={month.after && to(month.after)}
        weeks={month.weeks}
      >
        {(day) => <Cell key={day.date} day={day} filters={filters} />}
      </MonthTable>
      <Reports month={month} job={filters.job} />
      <Section title="Days without a log" id="gaps">
        {month.gaps.length === 0 ? (
          <p className="mt-4 flex items-center gap-2">
            <StateMark state="done">No gaps</StateMark>
          </p>
        ) : (
          <ul className="mt-4">
            {month.gaps.map(({ id, name, dates }) => (
              <li key={id} className="office-gap">
                <h3>{name}</h3>
                <ul>
                  {dates.map((date) => (
                    <li key={date}>
                      <a className="choice-chip" href={`/account/job/${id}/logs?day=${date}`}>
                        {shortDate(date)}
                      </a>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-4 max-w-measure text-sm text-pencil">
          Weekdays an active job should have a log: from its start or first log through its planned finish, or
          longer if people keep logging. Late logs count and are marked late.
        </p>
      </Section>
    </>
  );
}

/** A report is always of one job. */
function Reports({ month: { title, periods }, job }: { month: Month; job: string | null }) {
  if (periods.length === 0) return null;
  return (
    <Section title="Reports" id="reports">
      {job === null ? (
        <p className="mt-4 text-sm text-pencil">Choose a job above to make a weekly or monthly report.</p>
      ) : (
        <ul className="choices mt-4">
          {periods.map(({ from, to }, at) => (
            <li key={from + to}>
              <a className="choice-chip" href={reportPath({ job, from, to })}>
                {at === periods.length - 1
                  ? `All of ${title}`
                  : from === to
                    ? shortDate(from)
                    : `${shortDate(from)} to ${shortDate(to)}`}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Cell({
  day: { date, isToday, isAhead, logged, waiting, missing },
  filters,
}: {
  day: CalendarDay;
  filters: Filters;
}) {
  // Short words on separate lines: cells are narrow on a phone.
  const counts = [
    { is: "log", count: logged, one: "log", many: "logs", rest: "" },
    { is: "waits", count: waiting, one: "pending", many: "pending", rest: " approval" },
    { is: "gap", count: missing.length, one: "gap", many: "gaps", rest: "" },
  ].filter(({ count }) => count > 0);
  const lines = counts.map(({ is, count, one, many, rest }) => (
    <span key={is} className="office-cell">
      {`${count} ${count === 1 ? one : many}`}
      <span className="sr-only">{`${rest}. `}</span>
    </span>
  ));
  const number = <time dateTime={date}>{Number(date.slice(8))}</time>;
  return (
    <td
      data-today={isToday ? "" : undefined}
      data-ahead={isAhead ? "" : undefined}
      data-missing={missing.length > 0 ? "" : undefined}
    >
      {logged > 0 ? (
        <a href={`/account/logs${filterQuery({ ...filters, words: "", from: date, to: date })}`}>
          {number}
          {lines}
        </a>
      ) : (
        <div>
          {number}
          {lines}
        </div>
      )}
    </td>
  );
}
