import { Form } from "react-router";
import type { ClaimMonth } from "#trade/weather/public.server.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Section } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { Table } from "#ui/table.tsx";

export function ClaimMonthDays({
  job,
  shown,
  sending,
}: {
  job: string;
  shown: ClaimMonth;
  sending: boolean;
}) {
  const { title, days, known, unknown, hasPlace, month } = shown;
  return (
    <Section title={title} id="days">
      {days.length > 0 ? (
        <Table
          caption={`Days of ${title} past a limit, or with time lost to weather`}
          rows={days}
          rowKey={({ iso }) => iso}
          columns={[
            {
              label: "Day",
              cell: ({ date, href }) => (
                <a className="text-link" href={href}>
                  {date}
                </a>
              ),
            },
            {
              label: "Weather",
              cell: ({ passed, weather, source }) => (
                <>
                  {passed ? <b>{passed}</b> : weather}
                  {passed ? <span className="block">{weather}</span> : null}
                  {source ? <span className="block text-sm text-pencil">{source}</span> : null}
                </>
              ),
            },
            {
              label: "Work",
              cell: ({ lost, critical, work }) =>
                lost || work.length > 0 ? (
                  <>
                    {lost
                      ? `${lost} lost${critical ? (critical === lost ? ", on the critical path" : `, ${critical} of them on the critical path`) : ""}`
                      : null}
                    {work.map((words) => (
                      <span key={words} className="block text-sm text-pencil">
                        {words}
                      </span>
                    ))}
                  </>
                ) : (
                  "No entries"
                ),
            },
            {
              label: "Counted",
              cell: ({ counts, verdict }) => (
                <StateMark state={counts ? "done" : "waiting"}>{verdict}</StateMark>
              ),
            },
          ]}
        />
      ) : (
        <p className="mt-4 max-w-measure">
          {known > 0
            ? `No day in ${title} reached a limit, and no time was logged as lost to weather.`
            : `There’s no weather for ${title} yet. It’s recorded automatically for each day that has a log.`}
        </p>
      )}
      {unknown.length > 0 ? (
        <div className="mt-6">
          <p className="max-w-measure">
            {unknown.length === 1
              ? "No weather data for one day: "
              : `No weather data for ${unknown.length} working days: `}
            {unknown.map(({ date, iso, href }, at) => (
              <span key={iso}>
                {at > 0 ? "; " : ""}
                <a className="text-link" href={href}>
                  {date}
                </a>
              </span>
            ))}
            .
          </p>
          {hasPlace ? (
            <Form method="post" className="mt-4">
              <input type="hidden" name="job" value={job} />
              <input type="hidden" name="month" value={month} />
              <SubmitButton kind="plain" name="do" value="fetch" sending={sending} busy="Getting weather...">
                {unknown.length === 1 ? "Get this day" : "Get these days"}
              </SubmitButton>
            </Form>
          ) : (
            <p className="mt-4">
              <LinkButton kind="plain" href={`/account/job/${job}/edit`}>
                Set the job’s location
              </LinkButton>
            </p>
          )}
        </div>
      ) : null}
    </Section>
  );
}
