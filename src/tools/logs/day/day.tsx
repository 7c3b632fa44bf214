import { useEffect } from "react";
import { Link, useLocation, useParams, useSearchParams } from "react-router";
import { Back, NotHereYet, NoSuchJob } from "#trade/jobs/public.tsx";
import { useAnnouncer, useClock, useReturn, FieldScreen } from "#trade/fieldwork/public.tsx";
import { useWeatherOn, WeatherBox } from "#trade/weather/public.tsx";
import { type Change, useStore } from "#ground/sync/public.tsx";
import { Button } from "#ui/button.tsx";
import { Page, Section } from "#ui/layout.tsx";
import { StateMark } from "#ui/state-mark.tsx";
import { DayEnd } from "./submit.tsx";
import { approvals, EntryList, waitingForApproval } from "./entry-list.tsx";
import { CompanyBox } from "./company-box.tsx";
import { ReportLinks } from "./report-links.tsx";
import { type DayState, isClosed, STATE_LABELS } from "../rules.ts";
import { readDate } from "#ground/sync/public.ts";
import { companyOf, isManager, type Log, type LogPerson, useLog } from "./use-log.ts";
import { Add } from "./add.tsx";
import { ImportedOn } from "./imported.tsx";
import { Companies, dayHref, DayNavigation, formatLongDate } from "./navigation.tsx";

const STATE_MARKS: Readonly<Record<DayState, "waiting" | "now" | "done" | "stopped">> = {
  draft: "waiting",
  submitted: "now",
  approved: "done",
  rejected: "stopped",
  sealed: "done",
};

export default function LogDay({ me }: { me: LogPerson }) {
  const id = useParams()["jobId"]!;
  const [search] = useSearchParams();
  const store = useStore();
  useEffect(() => void store.follow(id), [store, id]);
  const { key } = useLocation();
  // Every tap on a link reopens the day; midnight does not.
  const clock = useClock(key);
  const log = useLog(id, readDate(search.get("day")), clock, me);
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
  const title = formatLongDate(date, log.today);
  const shownDay = { log, company };
  // Who comes to approve a day reads it first; adding to it is below.
  const reviews = day.state === "submitted" && isManager(me);
  return (
    <FieldScreen
      job={job.id}
      zone={log.zone}
      people={me.people}
      isOwnBusiness={me.role !== "guest"}
      tell={tell}
    >
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
            It’s a new day. What you write here still goes on {title}.{" "}
            <Link className="text-link" to={dayHref(log, log.today, company)}>
              Go to {formatLongDate(log.today)}
            </Link>
          </p>
        ) : null}
        <Companies log={log} company={company} me={me} />
        {me.role === "guest" && mayWrite && !isFuture ? (
          <CompanyBox day={shownDay} isClosed={closed} />
        ) : null}
        {isFuture ? null : (
          <WeatherBox
            day={log}
            units={me.units}
            may={{ add: mayWrite && ownState !== "sealed", change: mayWrite && !isClosed(ownState) }}
            mayPlace={me.role !== "guest"}
            locked={ownState === "sealed" ? "This day is locked." : null}
            people={me.people}
            tell={tell}
          />
        )}
        {isFuture ? (
          <p className="py-4">This day hasn’t happened yet.</p>
        ) : mayWrite && !reviews ? (
          <Add day={shownDay} isClosed={closed} />
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
            <p>{mayWrite && !isFuture ? "Nothing yet. Start with a photo." : "No entries on this day."}</p>
          ) : (
            <EntryList
              day={shownDay}
              entries={entries}
              isClosed={closed}
              isSealed={day.state === "sealed"}
              mayWrite={mayWrite}
              judges={judges}
            />
          )}
        </Section>
        {me.role === "guest" ? null : <ImportedOn job={job.id} date={date} />}
        <DayEnd
          log={log}
          company={company}
          day={day}
          entries={entries}
          waiting={waiting}
          hasWeather={readings.length > 0 || manual !== null}
          isOwn={mayWrite}
          isManager={isManager(me)}
        />
        {reviews && mayWrite && !isFuture ? <Add day={shownDay} isClosed={closed} /> : null}
        {me.role === "guest" || entries.length === 0 ? null : (
          <ReportLinks
            of={{ job: job.id, from: date, to: date, company: company === me.account ? null : company }}
          />
        )}
      </Page>
    </FieldScreen>
  );
}
