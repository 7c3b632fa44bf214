import { useState } from "react";
import { Link } from "react-router";
import { type Announcer, ChangedMeanwhile, Changes, Conflicts } from "#trade/fieldwork/public.tsx";
import type { Job } from "#trade/jobs/public.tsx";
import type { Person } from "#trade/fieldwork/public.ts";
import { type ShownRecord, useRecord, useStore } from "#ground/sync/public.tsx";
import type { Units } from "#platform/measures/units.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { observationLine, readingFigures, readingHours, readingSource } from "./format.ts";
import { weatherId } from "./ids.ts";
import { ObservationForm } from "./observation-form.tsx";
import { isHere, sortByPlace, weatherOf } from "./rules.ts";

/** A job's day, in the job's time zone. */
export interface JobDay {
  readonly job: Job;
  /** "2026-11-20". */
  readonly date: string;
  /** IANA zone. */
  readonly zone: string;
}

/** What the viewer may write down on a day: a first observation, and a change of one. */
export interface ObservationRights {
  readonly add: boolean;
  readonly change: boolean;
}

/**
 * The weather of a job's day: its newest reading with its source, and what somebody saw.
 * @param mayPlace whether the viewer may set the job's position
 * @param locked why no version can be chosen now, shown to everyone; null if one can
 */
export function WeatherBox({
  day,
  units,
  may,
  mayPlace,
  locked,
  people,
  tell,
}: {
  day: JobDay;
  units: Units;
  may: ObservationRights;
  mayPlace: boolean;
  locked: string | null;
  people: readonly Person[];
  tell: Announcer;
}) {
  const store = useStore();
  const { job, date, zone } = day;
  const id = weatherId(job.id, date);
  const record = useRecord("logs.weather", id);
  // The record when the form opened, so that saving doesn't replace a newer observation.
  const [base, setBase] = useState<{ readonly record: ShownRecord | null | undefined }>();
  const { readings, manual } = weatherOf(record?.values ?? {});
  const [reading] = sortByPlace(readings, job.position);
  const hours = reading && readingHours(reading, units);
  return (
    <section className="weather-box" aria-label="Weather">
      {reading ? (
        <>
          <p>
            <b>{readingFigures(reading, units)}</b>
          </p>
          <p className="field-hint">
            {readingSource(reading, units)}
            {isHere(reading, job.position)
              ? ""
              : ". This is for the job’s earlier location. Weather for the new one fills in if a source has it."}
          </p>
          {hours ? (
            <details className="weather-hours">
              <summary>Hour by hour</summary>
              <div className="table-scroll">
                <table className="table">
                  <thead>
                    <tr>
                      <th scope="col">
                        <span className="sr-only">What</span>
                      </th>
                      {hours.hours.map((hour) => (
                        <th key={hour} scope="col">
                          {hour}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {hours.rows.map(([name, ...cells]) => (
                      <tr key={name}>
                        <th scope="row">{name}</th>
                        {cells.map((cell, at) => (
                          <td key={hours.hours[at]}>{cell}</td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <p className="field-hint">{hours.note}</p>
            </details>
          ) : null}
        </>
      ) : (
        <p className="field-hint">
          {job.position ? (
            "The weather fills in by itself once there’s a signal and a source has it."
          ) : (
            <>
              Weather is logged automatically for jobs with a location.{" "}
              {mayPlace ? (
                <Link className="text-link" to={`/account/job/${job.id}/edit`}>
                  Set the location
                </Link>
              ) : null}
            </>
          )}
        </p>
      )}
      {manual ? <p>{observationLine(manual, units)}</p> : null}
      {!base && (manual ? may.change : may.add) ? (
        <Button type="button" kind="quiet" size="small" onClick={() => setBase({ record })}>
          <Icon name="edit" />
          {manual ? "Edit weather note" : "Add weather note"}
        </Button>
      ) : null}
      {(record?.refused ?? []).map(({ id: refused, why }) => (
        <div className="job-refused" key={refused} role="alert">
          <p>{why}</p>
          <Button type="button" kind="quiet" size="small" onClick={() => void store.putAway(refused)}>
            Hide
          </Button>
        </div>
      ))}
      {record ? (
        <>
          <Changes record={record} people={people} zone={zone} />
          <Conflicts record={record} people={people} zone={zone} heading="h3" locked={locked} />
        </>
      ) : null}
      {base ? (
        <ObservationForm
          before={base.record ? weatherOf(base.record.values).manual : null}
          tell={tell}
          beside={<ChangedMeanwhile record={record} base={base.record?.fields ?? {}} people={people} />}
          units={units}
          save={(seen) =>
            store.write({
              kind: "logs.weather",
              record: id,
              job: job.id,
              sets: { date, manual: { ...seen, at: new Date().toISOString() } },
              saw: base.record?.fields ?? {},
            })
          }
          close={() => setBase(undefined)}
        />
      ) : null}
    </section>
  );
}
