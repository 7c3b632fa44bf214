import { useState } from "react";
import { Link } from "react-router";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { describePerson, formatDate, nameOf, type Person } from "#trade/fieldwork/public.ts";
import { Conflicts, EntryMarks, useScreen, useWrite } from "#trade/fieldwork/public.tsx";
import { jobOf, NotHereYet, ToolPage, type ToolUser } from "#trade/jobs/public.tsx";
import { formatHour } from "#platform/time/format.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { MoveForm } from "./move-form.tsx";
import { describeRhythm, type MovedTo, nameOfSchedule, nextDue, SCHEDULE } from "./rules.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { pathOfSchedule } from "./text.ts";
import { type JobSchedule, useSchedules, useToday } from "./use-schedules.ts";

/** The scheduled checklists of a job. */
export function SchedulesScreen({ me }: { me: ToolUser }) {
  return (
    <ToolPage me={me} title="Schedules and stickers">
      <Schedules />
    </ToolPage>
  );
}

function Schedules() {
  const { job, isOwnBusiness } = useScreen();
  const [edited, setEdited] = useState<string>();
  const schedules = useSchedules();
  const today = useToday().toString();
  if (!schedules) return null;
  return (
    <>
      <p className="mb-4">
        <Link className="text-link" to={`/account/job/${job}/checklists`}>
          All checklists of this job
        </Link>
      </p>
      <NotHereYet job={job} />
      {schedules.length === 0 ? (
        <p className="max-w-measure">
          Schedule a list for every morning, every Monday, or the first of each month. What’s due shows on
          Today, and people get an email when it’s late. A sticker on a place or a machine opens its list.
        </p>
      ) : (
        <ul className="schedules">
          {schedules.map((one) => (
            <li key={one.record.id}>
              {edited === one.record.id ? (
                <ScheduleForm record={one.record} today={today} done={() => setEdited(undefined)} />
              ) : (
                <OneSchedule one={one} change={() => setEdited(one.record.id)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isOwnBusiness ? null : edited === "new" ? (
        <section aria-label="New schedule">
          <h2 className="text-2xl">New schedule</h2>
          <ScheduleForm record={null} today={today} done={() => setEdited(undefined)} />
        </section>
      ) : edited === undefined ? (
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="button" onClick={() => setEdited("new")}>
            Schedule a list
          </Button>
          {schedules.length > 0 ? (
            <LinkButton kind="plain" href={`/account/checklists/stickers.pdf?job=${job}`}>
              Print stickers
            </LinkButton>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

const describeWho = (who: string, people: readonly Person[], own: string): string => {
  const former = people.find(({ id, isFormer }) => id === who && isFormer);
  return former ? describePerson(former) : nameOf(who, people, own);
};

/** When a list is due next, in words. */
function describeNext({ schedule, today, openDays }: JobSchedule): string {
  const missed = openDays.filter((on) => on < today.toString());
  if (schedule.isPaused) return "Paused";
  if (missed.length > 0) return `Missed ${missed.map(formatDate).join(", ")}`;
  if (openDays.length > 0) return `Due today by ${formatHour(schedule.by)}`;
  const next = schedule.rhythm && nextDue(schedule, today.add({ days: 1 }));
  return next ? `Next on ${formatDate(next)} by ${formatHour(schedule.by)}` : "";
}

function OneSchedule({ one, change }: { one: JobSchedule; change: () => void }) {
  const { movedTo } = one.schedule;
  return movedTo ? <MovedSchedule one={one} to={movedTo} /> : <HereSchedule one={one} change={change} />;
}

/** A schedule whose machine is on another job now. */
function MovedSchedule({ one: { record, schedule }, to }: { one: JobSchedule; to: MovedTo }) {
  const { people, zone, isOwnBusiness } = useScreen();
  const job = useRecord("jobs.job", to.job);
  const name = job ? jobOf(job.id, job.values).name : "another job";
  return (
    <>
      <h2 className="text-xl">{nameOfSchedule(schedule)}</h2>
      <p>
        Moved to{" "}
        {isOwnBusiness && job ? (
          <Link className="text-link" to={`/account/job/${to.job}/checklists/schedules`}>
            {name}
          </Link>
        ) : (
          name
        )}
      </p>
      <EntryMarks record={record} />
      <Conflicts record={record} people={people} zone={zone} />
    </>
  );
}

function HereSchedule({ one, change }: { one: JobSchedule; change: () => void }) {
  const { job, people, zone, tell, isOwnBusiness } = useScreen();
  const store = useStore();
  const { write, line } = useWrite();
  const { record, schedule, openDays } = one;
  const [isMoving, setMoving] = useState(false);
  const set = (sets: Record<string, boolean>) => write({ kind: SCHEDULE, record: record.id, job, sets });
  const next = describeNext(one);
  const remove = async () => {
    if (await set({ removed: true })) tell.done("The schedule is removed.", () => set({ removed: false }));
  };
  return (
    <>
      <h2 className="text-xl">
        <Link className="hover:underline" to={pathOfSchedule(job, record.id, openDays.at(-1))}>
          {nameOfSchedule(schedule)}
        </Link>
      </h2>
      <p>
        {describeRhythm(schedule)}
        {schedule.rhythm === null
          ? null
          : `, ${schedule.who === null ? "everyone on the job" : describeWho(schedule.who, people, store.who.user)}`}
      </p>
      {next ? <p className="font-semibold">{next}</p> : null}
      <EntryMarks record={record} />
      <Conflicts record={record} people={people} zone={zone} />
      {line}
      {isMoving ? (
        <MoveForm one={one} done={() => setMoving(false)} />
      ) : isOwnBusiness ? (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button type="button" kind="plain" size="small" onClick={change}>
            Change
          </Button>
          <Button
            type="button"
            kind="plain"
            size="small"
            onClick={() => void set({ paused: !schedule.isPaused })}
          >
            {schedule.isPaused ? "Resume" : "Pause"}
          </Button>
          <Button type="button" kind="plain" size="small" onClick={() => setMoving(true)}>
            Move to another job
          </Button>
          <Button type="button" kind="quiet" size="small" onClick={() => void remove()}>
            Remove
          </Button>
        </div>
      ) : null}
    </>
  );
}
