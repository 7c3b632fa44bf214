import { useState } from "react";
import { Link, Navigate, useNavigate, useParams, useSearchParams } from "react-router";
import { useRecords, useStore } from "#ground/sync/public.tsx";
import { readDate } from "#ground/sync/public.ts";
import { firstWritten, formatDate, nameOf } from "#trade/fieldwork/public.ts";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { NotHereYet, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { formatHour } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { isWalked } from "../rules/run.ts";
import { listOf, OWN_LIST } from "../rules/lists.ts";
import { library } from "../start/library.ts";
import { startRun } from "../start/start-run.ts";
import { countsFor, describeRhythm, isDueOn, nameOfSchedule } from "./rules.ts";
import { pathOfSchedule } from "./text.ts";
import { type JobSchedule, useSchedules } from "./use-schedules.ts";

/** Where a sticker and a reminder lead: the list of a schedule, to start or continue. */
export function ScheduledScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Scheduled checklist">
      <OneSchedule />
    </ToolPage>
  );
}

function OneSchedule() {
  const { job, isOwnBusiness } = useScreen();
  const id = useParams()["scheduleId"];
  const [search] = useSearchParams();
  const schedules = useSchedules();
  if (!schedules) return null;
  const one = schedules.find(({ record }) => record.id === id);
  if (!one)
    return (
      <>
        <p>
          This schedule isn’t on this device. It may have been removed.{" "}
          <Link className="text-link" to={`/account/job/${job}/checklists`}>
            All checklists of this job
          </Link>
        </p>
        <NotHereYet job={job} />
      </>
    );
  const { schedule, today, runsOn } = one;
  const asked = readDate(search.get("on"));
  const { movedTo } = schedule;
  if (movedTo && !isOwnBusiness)
    return <p>This checklist is on another job now. Ask the person who runs it.</p>;
  // A sticker's address names the job where the machine was when it was printed.
  if (movedTo && (asked === null || runsOn(asked).length === 0))
    return <Navigate replace to={pathOfSchedule(movedTo.job, movedTo.schedule)} />;
  const isDue =
    asked !== null && asked <= today.toString() && isDueOn(schedule, Temporal.PlainDate.from(asked));
  const on = isDue
    ? asked
    : countsFor(schedule, today, (day) => runsOn(day).some(({ run }) => isWalked(run.state)));
  const runs = runsOn(on);
  const open = runs.find(({ run }) => run.state === "open");
  return open && !runs.some(({ run }) => isWalked(run.state)) ? (
    <Navigate replace to={`/account/job/${job}/checklists/${open.record.id}`} />
  ) : (
    <StartScheduled one={one} on={on} />
  );
}

function StartScheduled({ one: { record, schedule, runsOn }, on }: { one: JobSchedule; on: string }) {
  const { job, people, tell } = useScreen();
  const store = useStore();
  const navigate = useNavigate();
  const [isStarting, setStarting] = useState(false);
  const own = useRecords(OWN_LIST, null);
  if (!own) return null;
  const list = [...own.map(({ id, values }) => listOf(id, values)), ...library].find(
    ({ key }) => key === schedule.list,
  );
  const runs = runsOn(on);
  const start = async () => {
    setStarting(true);
    try {
      const due = { schedule: record.id, on };
      const run = await startRun(store, job, { ...list!, title: schedule.title }, schedule.place ?? "", due);
      await navigate(`/account/job/${job}/checklists/${run}`, { replace: true });
    } catch (error) {
      setStarting(false);
      tell.failed(error);
    }
  };
  return (
    <>
      <h2 className="text-2xl">{nameOfSchedule(schedule)}</h2>
      <p className="mt-2">
        {schedule.rhythm === null
          ? `For ${formatDate(on)}`
          : `For ${formatDate(on)}, by ${formatHour(schedule.by)}. ${describeRhythm(schedule)}.`}
      </p>
      {runs.map((run) => (
        <p key={run.record.id} className="mt-2">
          <Link className="text-link" to={`/account/job/${job}/checklists/${run.record.id}`}>
            {isWalked(run.run.state) ? "Finished" : "Started"} by{" "}
            {nameOf(firstWritten(run.record.fields)?.author ?? null, people, store.who.user)}
          </Link>
        </p>
      ))}
      {list ? (
        <p className="mt-6">
          <Button type="button" disabled={isStarting} onClick={() => void start()}>
            {runs.length > 0 ? "Walk it again" : "Start the list"}
          </Button>
        </p>
      ) : (
        <p className="mt-6 max-w-measure">
          The list that this schedule starts isn’t on this device. It may have been removed, or only people of
          the business can start it. Ask the person who runs the job.
        </p>
      )}
      <p className="mt-6">
        <Link className="text-link" to={`/account/job/${job}/checklists`}>
          All checklists of this job
        </Link>
      </p>
    </>
  );
}
