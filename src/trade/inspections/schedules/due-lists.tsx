import { Link } from "react-router";
import { formatDate } from "#trade/fieldwork/public.ts";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { formatHour } from "#platform/time/format.ts";
import { nameOfSchedule } from "./rules.ts";
import { pathOfSchedule } from "./text.ts";
import { useSchedules } from "./use-schedules.ts";

/** The lists of the job that are due today or were missed. Nothing if there are none. */
export function DueLists() {
  const { job } = useScreen();
  const due = (useSchedules() ?? []).flatMap((one) => one.openDays.map((on) => ({ ...one, on })));
  if (due.length === 0) return null;
  return (
    <section className="checklists-due" aria-labelledby="checklists-due">
      <h2 id="checklists-due" className="text-2xl">
        Due
      </h2>
      <ul className="checklist-runs">
        {due.map(({ record, schedule, today, on, runsOn }) => (
          <li key={`${record.id} ${on}`}>
            <Link to={pathOfSchedule(job, record.id, on)}>
              <b>{nameOfSchedule(schedule)}</b>
              <span>
                {[
                  on === today.toString()
                    ? `Today by ${formatHour(schedule.by)}`
                    : `Missed on ${formatDate(on)}`,
                  ...(runsOn(on).length > 0 ? ["started"] : []),
                ].join(", ")}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
