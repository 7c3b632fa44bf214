import { useEffect } from "react";
import { Link } from "react-router";
import { useRecords, useStore } from "#ground/sync/public.tsx";
import { dateAt, formatTaken } from "#trade/fieldwork/public.ts";
import { useClock, useOnline } from "#trade/fieldwork/public.tsx";
import {
  Back,
  type GlanceAt,
  type Job,
  jobOf,
  type Tool,
  type ToolUser,
  useGlances,
} from "#trade/jobs/public.tsx";
import { Icon } from "#ui/icons.tsx";
import { Page, Section } from "#ui/layout.tsx";
import type { SavedDay } from "./day.ts";
import { useDay } from "./use-day.ts";

/** A device fetches so many jobs by itself; those of the person's team come first. */
const MOST_FOLLOWED = 12;

/** Yesterday's visits are none of today. */
const isOfToday = ({ at }: SavedDay, zone: string, today: string): boolean => dateAt(at, zone) === today;

/**
 * A foreman's day, from this device: what is due, today's visits, and what each active job needs by its
 * tools. Unsent work is in the strip above every field screen.
 */
export default function SiteToday({
  tools,
  me,
  hasActions,
}: {
  tools: readonly Tool[];
  me: ToolUser;
  hasActions: boolean;
}) {
  const { now } = useClock("today");
  const day = useDay();
  const records = useRecords("jobs.job", null);
  const zone = me.zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const today = dateAt(now, zone);
  const jobs = (records ?? [])
    .map(({ id, values }) => jobOf(id, values))
    .filter(({ status, startsOn }) => status === "active" || (status === "planned" && startsOn === today))
    // Those of this person's team first.
    .toSorted(
      (one, other) =>
        Number(other.team.includes(me.user)) - Number(one.team.includes(me.user)) ||
        one.name.localeCompare(other.name, "en-US"),
    );
  const at = {
    ...{ zone, account: me.account, user: me.user, hasActions, isGuest: me.role === "guest" },
    isManager: me.role === "owner" || me.role === "manager",
  };
  return (
    <Page className="field-page">
      <title>Today on site</title>
      <Back to="/account/jobs">All jobs</Back>
      <header className="field-head">
        <div>
          <h1>Today on site</h1>
          <p className="text-pencil">
            {Temporal.PlainDate.from(today).toLocaleString("en-US", {
              ...{ weekday: "long", month: "long", day: "numeric" },
            })}
          </p>
        </div>
      </header>
      <div className="site-today">
        {day ? <Due day={day} zone={zone} now={now} /> : null}
        {day && isOfToday(day, zone, today) ? <Visits day={day} /> : null}
        <Section title="Jobs" id="site-jobs">
          {records && jobs.length === 0 ? <p>No active jobs. Set a job to Active to see it here.</p> : null}
          <ul className="site-jobs">
            {jobs.map((job, place) => (
              <JobNeeds
                key={job.id}
                job={job}
                tools={tools}
                at={at}
                now={now}
                isFollowed={place < MOST_FOLLOWED}
              />
            ))}
          </ul>
        </Section>
      </div>
    </Page>
  );
}

function Due({ day, zone, now }: { day: SavedDay; zone: string; now: number }) {
  if (day.due.length === 0) return null;
  return (
    <Section title="Due" id="due">
      <ul className="site-lines">
        {day.due.map(({ key, title, job, path, isLate, by }) => (
          <li key={key}>
            <a href={path} data-item="">
              <span>
                <b>{title}</b>
                <span className="text-pencil">{job}</span>
              </span>
              <span data-needs={isLate ? "late" : undefined}>
                {isLate ? "Late since" : "By"} {by}
              </span>
            </a>
          </li>
        ))}
      </ul>
      <p className="field-hint">As of {formatTaken({ at: day.at }, zone, now)}.</p>
    </Section>
  );
}

function Visits({ day }: { day: SavedDay }) {
  if (day.visits.length === 0) return null;
  return (
    <Section title="Visits" id="visits">
      <ul className="site-lines">
        {day.visits.map(({ id, name, time, where, route }) => (
          <li key={id}>
            <a href={route ?? `/account/visits/${id}`} data-item="">
              <span>
                <b>{time}</b>
                <span>{name}</span>
                <span className="text-pencil">{where}</span>
              </span>
              {route ? <Icon name="place" /> : null}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What a job needs today, by its tools; each line opens the place where it is done. */
function JobNeeds({
  job,
  tools,
  at,
  now,
  isFollowed,
}: {
  job: Job;
  tools: readonly Tool[];
  at: Omit<GlanceAt, "job" | "today" | "photos">;
  now: number;
  /** Whether this device fetches its records from now on. */
  isFollowed: boolean;
}) {
  const store = useStore();
  const isOnline = useOnline();
  useEffect(() => {
    if (isFollowed) void store.follow(job.id);
  }, [store, job.id, isFollowed]);
  const zone = job.zone ?? at.zone;
  const glances = useGlances(tools, job, { ...at, zone, today: dateAt(now, zone) }, null);
  const lines = tools.flatMap(({ word, label, icon }) =>
    (glances?.get(word) ?? [])
      .filter(({ needs }) => needs !== undefined)
      .map((line) => ({ ...line, word, label, icon })),
  );
  return (
    <li>
      <h3>
        <Link to={`/account/job/${job.id}`}>{job.name}</Link>
      </h3>
      {lines.length > 0 ? (
        <ul className="site-lines">
          {lines.map(({ word, label, icon, text, needs, path }) => (
            <li key={`${word} ${text}`}>
              <Link to={`/account/job/${job.id}/${path ?? word}`} data-item="">
                <span>
                  <span className="site-what">
                    <Icon name={icon} />
                    <span data-needs={needs}>{text}</span>
                  </span>
                </span>
                <span className="text-pencil">{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      ) : glances ? (
        <p className="text-pencil">Nothing waiting.</p>
      ) : glances === null ? (
        <p className="text-pencil">
          {isFollowed && isOnline
            ? "Loading this job…"
            : "Open this job once with a signal to see what it needs."}
        </p>
      ) : null}
    </li>
  );
}
