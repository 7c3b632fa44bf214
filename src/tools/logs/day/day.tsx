// Long because it is one screen: the day, adding to it, and navigation between days.
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useParams, useSearchParams } from "react-router";
import {
  Back,
  NotHereYet,
  NoSuchJob,
  Shutter,
  Unfinished,
  useDrafts,
  useRoll,
  useAnnouncer,
} from "#trade/jobs/public.tsx";
import { useWeatherOn, WeatherBox } from "#trade/weather/public.tsx";
import { type Change, type Json, type LocalDraft, newLocalId, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { Page, Section } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { DayEnd } from "./submit.tsx";
import { draftOf, EntryForm, type DayFormInput } from "./entry-form.tsx";
import { approvals, EntryList, waitingForApproval } from "./entry-list.tsx";
import { CompanyBox } from "./company-box.tsx";
import { OpenForms } from "./open-forms.ts";
import { ReportLinks } from "./report-links.tsx";
import {
  formatCrew,
  type DayState,
  type EntryType,
  isClosed,
  STATE_LABELS,
  TYPE_LABELS,
  TYPES,
} from "../rules.ts";
import { dateOf } from "../values.ts";
import { companyOf, isManager, type Log, type LogPerson, useLog } from "./use-log.ts";
import { useClock, useReturn } from "./use-clock.ts";

const STATE_MARKS: Readonly<Record<DayState, "waiting" | "now" | "done" | "stopped">> = {
  draft: "waiting",
  submitted: "now",
  approved: "done",
  rejected: "stopped",
  sealed: "done",
};

/** Offered right away, and behind "More". */
const FIRST_TYPES: readonly EntryType[] = ["note", "work", "crew"];
const MORE_TYPES: readonly EntryType[] = ["delivery", "visitor", "equipment", "delay", "safety"];

export default function LogDay({ me }: { me: LogPerson }) {
  const id = useParams()["jobId"]!;
  const [search] = useSearchParams();
  const store = useStore();
  useEffect(() => void store.follow(id), [store, id]);
  const { key } = useLocation();
  // Every tap on a link reopens the day; midnight does not.
  const clock = useClock(key);
  const log = useLog(id, dateOf(search.get("day")), clock, me);
  useReturn(log?.isOvernight ?? false, isWriting, clock);
  if (log === undefined) return null;
  if (log === null) return <NoSuchJob />;
  const company = log.companies.find((one) => one === search.get("of")) ?? log.own;
  return <Shown key={`${log.date} ${company}`} log={log} company={company} me={me} />;
}

/** An open form must stay on its day. */
const isWriting = (): boolean => document.querySelector(".log-page form") !== null;

function Shown({ log, company, me }: { log: Log; company: string; me: LogPerson }) {
  const { tell, line } = useAnnouncer();
  const { date, job } = log;
  const day = log.dayFor(company);
  const entries = log.entriesOf(company);
  const { readings, manual } = useWeatherOn(job.id, date);
  const mayWrite = company === companyOf(me);
  const closed = isClosed(day.state);
  // What was seen of the weather is submitted with the business's own day.
  const ownState = log.dayFor(me.account).state;
  const isFuture = date > log.today;
  const judges = isManager(me) && company !== me.account;
  const waiting = judges ? waitingForApproval(entries) : [];
  const store = useStore();
  const approveAll = () =>
    void store
      .writeAll(approvals(job.id, waiting) as [Change, ...Change[]])
      .then(() => tell.done("Approved."))
      .catch(tell.failed);
  const title = formatDate(date, log.today);
  const drafts = useDrafts(job.id);
  const [openForms, setOpenForms] = useState<ReadonlySet<string>>(new Set());
  const reportOpen = useCallback(
    (of: string, isOpen: boolean) =>
      setOpenForms((before) => new Set(isOpen ? [...before, of] : [...before].filter((one) => one !== of))),
    [],
  );
  if (!drafts) return null;
  const known = drafts;
  const unfinished = known.filter(
    ({ of }) => of.startsWith(draftOf({ log, company }, "new", "")) && !openForms.has(of),
  );
  return (
    <OpenForms value={reportOpen}>
      <Page className="field-page log-page">
        <title>{`${title}, ${job.name}`}</title>
        <Back to={`/account/job/${job.id}`}>{job.name}</Back>
        <header className="field-head">
          <h1>{title}</h1>
          <StateMark state={STATE_MARKS[day.state]}>{STATE_LABELS[day.state]}</StateMark>
        </header>
        <DayNavigation log={log} company={company} />
        {log.isOvernight ? (
          <p className="panel log-waits" role="status">
            A new day has started. What you write here still goes on {title}.{" "}
            <Link className="text-link" to={dayHref(log, log.today, company)}>
              Go to {formatDate(log.today)}
            </Link>
          </p>
        ) : null}
        <Companies log={log} company={company} me={me} />
        {me.role === "guest" && mayWrite && !isFuture ? (
          <CompanyBox log={log} company={company} isClosed={closed} tell={tell} />
        ) : null}
        {isFuture ? null : (
          <WeatherBox
            day={log}
            units={me.units}
            may={{ add: mayWrite && ownState !== "sealed", change: mayWrite && !isClosed(ownState) }}
            mayPlace={me.role !== "guest"}
            locked={ownState === "sealed" ? "This day is sealed." : null}
            people={me.people}
            tell={tell}
          />
        )}
        {isFuture ? (
          <p className="py-4">This day is still ahead.</p>
        ) : mayWrite ? (
          <Add
            day={{ log, company, people: me.people, drafts: known, tell }}
            isClosed={closed}
            unfinished={unfinished}
          />
        ) : null}
        {line}
        {log.record.revision > 0 ? <NotHereYet job={job.id} /> : null}
        {waiting.length > 0 ? (
          <div className="panel log-waits">
            <p>
              {waiting.length === 1
                ? "1 guest entry needs your approval. Until then, it shows here and in reports as not approved."
                : `${waiting.length} guest entries need your approval. Until then, they show here and in reports as not approved.`}
            </p>
            {waiting.length > 1 ? (
              <Button type="button" kind="plain" onClick={approveAll}>
                Approve all {waiting.length}
              </Button>
            ) : null}
          </div>
        ) : null}
        <Section
          title={
            entries.length === 0 ? "Entries" : entries.length === 1 ? "1 entry" : `${entries.length} entries`
          }
          id="entries"
        >
          {entries.length === 0 ? (
            <p>
              {mayWrite && !isFuture
                ? "Nothing yet. A photo is enough to begin."
                : "Nothing was written on this day."}
            </p>
          ) : (
            <EntryList
              log={log}
              company={company}
              entries={entries}
              people={me.people}
              isClosed={closed}
              isSealed={day.state === "sealed"}
              mayWrite={mayWrite}
              judges={judges}
              drafts={known}
              tell={tell}
            />
          )}
        </Section>
        <DayEnd
          log={log}
          day={day}
          entries={entries}
          company={company}
          hasWeather={readings.length > 0 || manual !== null}
          people={me.people}
          waiting={waiting}
          mayHandIn={mayWrite}
          isManager={isManager(me)}
          tell={tell}
        />
        {me.role === "guest" || entries.length === 0 ? null : (
          <ReportLinks
            of={{ job: job.id, from: date, to: date, company: company === me.account ? null : company }}
          />
        )}
      </Page>
    </OpenForms>
  );
}

function Add({
  day,
  isClosed: closed,
  unfinished,
}: {
  day: DayFormInput;
  isClosed: boolean;
  unfinished: readonly LocalDraft[];
}) {
  const { log, company, drafts, tell } = day;
  const store = useStore();
  const [type, setType] = useState<EntryType | null>(null);
  const [isMore, setMore] = useState(false);
  const { date } = log;
  const requestedDraft = useSearchParams()[0].get("draft");
  const { key } = useLocation();
  const [visit, setVisit] = useState<string>();
  if (requestedDraft && visit !== key) {
    setVisit(key);
    const kind = TYPES.find((one) => requestedDraft === draftOf(day, "new", one));
    if (kind && drafts.some(({ of }) => of === requestedDraft)) setType(kind);
  }
  const into = useMemo(
    () => ({
      kind: "logs.entry",
      first: (at: number, day?: string): Record<string, Json> => ({
        ...{ date: day ?? date, company, type: "note" },
        occurredAt: new Date(at).toISOString(),
      }),
      day: date,
    }),
    [date, company],
  );
  const roll = useRoll(log.job.id, into);
  // Photos taken after the day was submitted or reopened start a new entry.
  const wasClosed = useRef(closed);
  useEffect(() => {
    if (wasClosed.current === closed) return;
    wasClosed.current = closed;
    roll.next();
  });
  const before = log.crewBefore(company);
  const hasCrew = log.entriesOf(company).some(({ crew }) => crew);
  // A second tap can come before the next render.
  const isCopying = useRef(false);
  const copyCrew = async () => {
    if (isCopying.current) return;
    isCopying.current = true;
    const [first, ...rest] = before!.crew.map((crew) => ({
      kind: "logs.entry",
      record: newLocalId(),
      job: log.job.id,
      sets: (_: readonly string[], skew: number): Record<string, Json> => ({
        ...{ date, company, type: "crew", crew: { ...crew } },
        occurredAt: new Date(Date.now() + skew).toISOString(),
      }),
    }));
    try {
      await store.writeAll([first!, ...rest]);
      tell.done(before!.crew.length === 1 ? "Crew saved." : `${before!.crew.length} crews saved.`);
    } catch (error) {
      tell.failed(error);
    } finally {
      isCopying.current = false;
    }
  };
  const hasUnsavedPhoto = useRef(false);
  const hold = useCallback((isNow: boolean) => void (hasUnsavedPhoto.current = isNow), []);
  const done = (words?: string) => {
    setType(null);
    if (words) tell.done(words);
  };
  return (
    <section className="log-add" aria-label="Add to this day">
      <Unfinished drafts={unfinished} />
      {closed ? (
        <p className="field-hint">This day was handed in. What you add now is marked as late.</p>
      ) : null}
      <Shutter roll={roll} here={date === log.today ? "Today’s log" : `Log of ${formatDate(date)}`} />
      <div className="choices" role="group" aria-label="What to add">
        {[...FIRST_TYPES, ...(isMore ? MORE_TYPES : [])].map((one) => (
          <button
            key={one}
            type="button"
            className="choice-chip"
            aria-pressed={type === one}
            onClick={() => hasUnsavedPhoto.current || setType(type === one ? null : one)}
          >
            {TYPE_LABELS[one]}
          </button>
        ))}
        <button type="button" className="choice-chip" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
          {isMore ? "Less" : "More"}
        </button>
      </div>
      {type ? <EntryForm key={`${type} ${closed}`} day={day} type={type} hold={hold} done={done} /> : null}
      {before && !hasCrew && !closed ? (
        <p className="log-carry">
          <Button type="button" kind="plain" onClick={() => void copyCrew()}>
            Same crew as {formatDate(before.date)}
          </Button>
          <span className="field-hint">{before.crew.map(formatCrew).join("; ")}</span>
        </p>
      ) : null}
    </section>
  );
}

function DayNavigation({ log, company }: { log: Log; company: string }) {
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

function Companies({ log, company, me }: { log: Log; company: string; me: LogPerson }) {
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
const dayHref = ({ today, own }: Log, day: string, company: string): string =>
  `?${new URLSearchParams({ ...(day === today ? {} : { day }), ...(company === own ? {} : { of: company }) }).toString()}`;

/** "Friday, Nov 20"; with the year if it isn't that of `today`. */
const formatDate = (date: string, today = date): string =>
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
