import { Form } from "react-router";
import { OrderLink, Pager, Thumbs } from "#ground/worklist/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { TextArea } from "#ui/field.tsx";
import { Badge, StateMark } from "#ui/state-mark.tsx";
import type { Filters } from "./filters.ts";
import type { ShownOfficeDay } from "./office.server.ts";
import { LONGEST } from "../rules.ts";

interface Refused {
  readonly message: string | null;
  readonly errors: Readonly<Record<string, string | undefined>>;
  readonly values: { readonly id: string; readonly why: string };
}

export function OfficeDays({
  days,
  next,
  filters,
  judges,
  isFirst,
  refused,
}: {
  days: readonly ShownOfficeDay[];
  next: string | null;
  filters: Filters;
  judges: boolean;
  isFirst: boolean;
  refused: Refused | undefined;
}) {
  const byDate = [...Map.groupBy(days, ({ iso }) => iso)];
  return (
    <>
      <OrderLink path="/account/logs" filters={filters} />
      {byDate.map(([iso, ofDate]) => (
        <section key={iso} className="office-date" aria-labelledby={`on-${iso}`}>
          <h2 className="office-date-head" id={`on-${iso}`}>
            <time dateTime={iso}>{ofDate[0]!.date}</time>
          </h2>
          <ul>
            {ofDate.map((day) => (
              <li key={day.id} id={`day-${day.id}`} className="office-day" data-columns="">
                <OfficeDay
                  day={day}
                  judges={judges}
                  refused={refused?.values.id === day.id ? refused : undefined}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Pager path="/account/logs" filters={filters} isFirst={isFirst} next={next} noun="days" />
    </>
  );
}

function OfficeDay({
  day,
  judges,
  refused,
}: {
  day: ShownOfficeDay;
  judges: boolean;
  refused: Refused | undefined;
}) {
  const {
    href,
    job,
    company,
    state,
    mark,
    label,
    said,
    why,
    crew,
    lost,
    late,
    toApprove,
    writers,
    weather,
    lines,
    moreLines,
    entries,
  } = day;
  return (
    <>
      <div className="office-day-about">
        <div className="office-day-head">
          <h3>
            <a href={href}>{job}</a>
          </h3>
          <p className="office-marks">
            {company ? <Badge>{company}</Badge> : null}
            {late > 0 ? <Badge>{late === 1 ? "1 late entry" : `${late} late entries`}</Badge> : null}
            <StateMark state={mark}>{label}</StateMark>
          </p>
        </div>
        <p className="office-facts">
          {[
            crew,
            lost,
            entries === 0 ? "No entries" : writers.length > 0 ? `Written by ${writers.join(", ")}` : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </p>
        {said ? <p className="office-facts">{`${label} ${said}`}</p> : null}
        {state === "rejected" && why ? <p className="office-why">“{why}”</p> : null}
      </div>
      <div className="office-day-content">
        {lines.length > 0 ? (
          <ul className="office-lines">
            {lines.map(({ id, title, text }) => (
              <li key={id}>
                <b>{title}</b>
                {text ? <>. {text}</> : null}
              </li>
            ))}
            {moreLines > 0 ? <li className="text-pencil">{`and ${moreLines} more`}</li> : null}
          </ul>
        ) : null}
        <Thumbs photos={day.photos} more={day.morePhotos} href={href} of={job} />
        {weather ? (
          <p className="office-weather">
            {weather.words}
            {weather.source ? <span className="text-pencil">. {weather.source}</span> : null}
          </p>
        ) : null}
      </div>
      <div className="office-day-next">
        {judges && toApprove > 0 ? (
          <p>
            <a className="text-link inline-flex min-h-11 items-center" href={href}>
              {toApprove === 1 ? "1 guest entry needs approval" : `${toApprove} guest entries need approval`}
            </a>
          </p>
        ) : null}
        <p>
          <a className="text-link inline-flex min-h-11 items-center" href={day.report}>
            Report<span className="sr-only">{` for ${job}, ${day.date}`}</span>
          </a>
        </p>
        {judges && state === "submitted" ? <Verdict day={day} refused={refused} /> : null}
      </div>
    </>
  );
}

function Verdict({
  day: { id, job, date, toApprove },
  refused,
}: {
  day: ShownOfficeDay;
  refused: Refused | undefined;
}) {
  return (
    <div className="office-verdict">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="day" value={id} />
        <SubmitButton
          name="verdict"
          value="approve"
          size="small"
          busy="Approving..."
          aria-label={`Approve ${job}, ${date}`}
        >
          {toApprove === 0
            ? "Approve"
            : toApprove === 1
              ? "Approve with 1 guest entry"
              : `Approve with ${toApprove} guest entries`}
        </SubmitButton>
      </Form>
      <details open={refused !== undefined}>
        <summary className="button" data-kind="plain" data-size="small">
          Send back<span className="sr-only">{` ${job}, ${date}`}</span>
        </summary>
        <Form method="post" preventScrollReset className="form office-reason">
          <input type="hidden" name="day" value={id} />
          <TextArea
            id={`why-${id}`}
            name="why"
            label="What’s missing?"
            hint="They’ll see it on their phone and can submit again."
            rows={2}
            required
            maxLength={LONGEST.why}
            defaultValue={refused?.values.why ?? ""}
            error={refused?.errors["why"]}
          />
          <div>
            <SubmitButton name="verdict" value="reject" kind="stop" size="small" busy="Sending back...">
              Send back
            </SubmitButton>
          </div>
        </Form>
      </details>
    </div>
  );
}
