import { useState } from "react";
import { Link } from "react-router";
import type { Person } from "#trade/fieldwork/public.ts";
import { ChangedMeanwhile, Changes, Conflicts, type Announcer } from "#trade/fieldwork/public.tsx";
import { type ShownRecord, useRecord, useStore } from "#ground/sync/public.tsx";
import type { Units } from "#platform/measures/units.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { weatherId } from "../ids.ts";
import { ObservationForm } from "./observation-form.tsx";
import { type DayState, isClosed } from "../rules.ts";
import type { Log } from "../day/use-log.ts";
import { observationLine, readingFigures, readingHours, readingSource } from "./format.ts";
import { sortByPlace, isHere, weatherOf } from "./rules.ts";

/**
 * @param state of the business's own day, with which the observation is submitted
 * @param mayWrite whether the viewer writes on this day
 * @param mayPlace whether the viewer may set the job's position
 */
export function WeatherBox({
  log,
  state,
  units,
  mayWrite,
  mayPlace,
  people,
  tell,
}: {
  log: Log;
  state: DayState;
  units: Units;
  mayWrite: boolean;
  mayPlace: boolean;
  people: readonly Person[];
  tell: Announcer;
}) {
  const store = useStore();
  const id = weatherId(log.job.id, log.date);
  const record = useRecord("logs.weather", id);
  // The record when the form opened, so that saving doesn't replace a newer observation.
  const [base, setBase] = useState<{ readonly record: ShownRecord | null | undefined }>();
  const { readings, manual } = weatherOf(record?.values ?? {});
  const [reading] = sortByPlace(readings, log.job.position);
  const hours = reading && readingHours(reading, units);
  return (
    <section className="log-weather" aria-label="Weather">
      {reading ? (
        <>
          <p>
            <b>{readingFigures(reading, units)}</b>
          </p>
          <p className="field-hint">
            {readingSource(reading, units)}
            {isHere(reading, log.job.position)
              ? ""
              : ". This was read for where the job was before: the weather of its place comes by itself, if a source has it."}
          </p>
          {hours ? (
            <details className="log-hours">
              <summary>Through the day</summary>
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
          {log.job.position ? (
            "The weather comes by itself once there is a signal and a source has it."
          ) : (
            <>
              Weather is logged by itself for jobs that say where they are.{" "}
              {mayPlace ? (
                <Link className="text-link" to={`/account/job/${log.job.id}/edit`}>
                  Set the position
                </Link>
              ) : null}
            </>
          )}
        </p>
      )}
      {manual ? <p>{observationLine(manual, units)}</p> : null}
      {mayWrite && !base && (manual ? !isClosed(state) : state !== "sealed") ? (
        <Button type="button" kind="quiet" size="small" onClick={() => setBase({ record })}>
          <Icon name="edit" />
          {manual ? "Change what you saw" : "Write down what you see"}
        </Button>
      ) : null}
      {(record?.refused ?? []).map(({ id: refused, why }) => (
        <div className="job-refused" key={refused} role="alert">
          <p>{why}</p>
          <Button type="button" kind="quiet" size="small" onClick={() => void store.putAway(refused)}>
            Put it away
          </Button>
        </div>
      ))}
      {record ? (
        <>
          <Changes record={record} people={people} zone={log.zone} />
          <Conflicts
            record={record}
            people={people}
            zone={log.zone}
            heading="h3"
            locked={state === "sealed" ? "This day is sealed." : null}
          />
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
              job: log.job.id,
              sets: { date: log.date, manual: { ...seen, at: new Date().toISOString() } },
              saw: base.record?.fields ?? {},
            })
          }
          close={() => setBase(undefined)}
        />
      ) : null}
    </section>
  );
}
