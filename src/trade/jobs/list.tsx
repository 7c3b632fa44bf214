import { useEffect, useMemo, useState } from "react";
import { Link, useLocation } from "react-router";
import { type Change, useRecords, useStore } from "#ground/sync/public.tsx";
import type { Sort } from "#platform/http/list-sort.ts";
import { dayWords } from "#platform/time/format.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icons.tsx";
import { EmptyState } from "#ui/messages.tsx";
import { Page } from "#ui/layout.tsx";
import type { JobTool } from "./tool.ts";
import { isOpen, jobOf, pickJobs } from "./rules.ts";
import { JOB_SORTS, type JobSort, sortJobs } from "./sort.ts";
import { StatusMark } from "./page/status.tsx";
import { RecordsFound } from "./records-found.tsx";
import type { Source } from "./timeline/source.ts";
import { type Announcer, useAnnouncer } from "#trade/fieldwork/public.tsx";

const FILTERS = [
  ["Open", true],
  ["Closed", false],
  ["All", undefined],
] as const;

/**
 * @param quick a tool with a shortcut on each job
 * @param sources by which records of all tools are found
 * @param mayBringBack whether the viewer may restore removed jobs
 */
export default function Jobs({
  quick,
  sources,
  mayBringBack,
}: {
  quick?: JobTool | undefined;
  sources: readonly Source[];
  mayBringBack: boolean;
}) {
  const records = useRecords("jobs.job", null);
  const store = useStore();
  const takenAway = useJustRemoved();
  const { tell, line } = useAnnouncer();
  useEffect(() => {
    if (takenAway) tell.done("Job deleted.", () => store.write({ ...takenAway, sets: { removed: false } }));
  }, [takenAway, tell, store]);
  const [search, setSearch] = useState("");
  const [open, setOpen] = useState<boolean | undefined>(true);
  const [sort, setSort] = useState<Sort<JobSort>>({ by: "status", order: "ascending" });
  const all = (records ?? []).map((record) => ({ record, job: jobOf(record.id, record.values) }));
  const known = new Map(all.map((one) => [one.job.id, one.record]));
  // A search covers jobs of every status.
  const found = pickJobs(
    all.map(({ job }) => job),
    search,
    search.trim() ? undefined : open,
  );
  const shown = sortJobs(found, sort);
  return (
    <Page className="field-page">
      <title>Jobs</title>
      <header className="field-head">
        <h1>Jobs</h1>
        {all.length > 0 ? (
          <Link className="jobs-today" to="/account/jobs/today">
            <Icon name="clock" />
            <span>
              <b>Today on site</b> <span className="jobs-today-what">What’s due on your jobs</span>
            </span>
            <Icon name="arrow" />
          </Link>
        ) : null}
        <NewJob />
      </header>
      {line}
      {all.length > 0 ? (
        <div className="jobs-tools">
          <input
            className="input"
            type="search"
            aria-label="Search jobs"
            placeholder="Search jobs, photos, logs, changes …"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            data-search=""
            autoComplete="off"
          />
          <div className="choices" role="group" aria-label="Which jobs">
            {FILTERS.map(([word, value]) => (
              <button
                key={word}
                type="button"
                className="choice-chip"
                aria-pressed={open === value}
                onClick={() => setOpen(value)}
              >
                {word}
              </button>
            ))}
          </div>
        </div>
      ) : null}
      {records === undefined ? null : all.length === 0 ? (
        <EmptyState
          title="Add your first job"
          action={
            <div className="flex flex-wrap gap-3">
              <Link className="button" to="/account/jobs/new">
                New job
              </Link>
              {mayBringBack ? (
                <a className="button" data-kind="plain" href="/account/imports">
                  Import jobs
                </a>
              ) : null}
            </div>
          }
          example={
            <ul className="jobs" aria-label="Example">
              <li className="job-row">
                <span className="job-name">Miller roof</span>
                <StatusMark status="active" />
                <span className="job-place">418 Alder Street</span>
              </li>
            </ul>
          }
        >
          All you need is a name and an address. Notes and everything from your tools show up on the job’s
          page, with or without a signal.
        </EmptyState>
      ) : shown.length === 0 ? (
        <p className="py-6" role="status">
          {search.trim() ? `No job matches “${search.trim()}”.` : "No jobs here."}
        </p>
      ) : (
        <>
          <SortHeads sort={sort} choose={setSort} />
          <ul className="jobs" data-columns="">
            {shown.map((job) => {
              const record = known.get(job.id)!;
              return (
                <li key={job.id} data-quick={quick && isOpen(job.status) ? "" : undefined}>
                  {quick && isOpen(job.status) ? (
                    <Link
                      className="button job-quick"
                      data-kind="plain"
                      data-size="small"
                      to={`/account/job/${job.id}/${quick.word}`}
                    >
                      <Icon name={quick.icon} />
                      {quick.label}
                      <span className="sr-only"> of {job.name}</span>
                    </Link>
                  ) : null}
                  <Link className="job-row" to={`/account/job/${job.id}`} data-item="">
                    <span className="job-name">{job.name}</span>
                    <StatusMark status={job.status} />
                    <span className="job-place">
                      <span>{job.address ?? (job.position ? "Location from the phone" : "")}</span>
                      {job.clientName ? <span className="job-client">{job.clientName}</span> : null}
                    </span>
                    {job.startsOn ? (
                      <span className="job-start">{dayWords(Temporal.PlainDate.from(job.startsOn))}</span>
                    ) : null}
                    <Marks
                      conflicts={record.conflicts.length}
                      waiting={record.waiting}
                      refused={record.refused.length}
                    />
                  </Link>
                </li>
              );
            })}
          </ul>
        </>
      )}
      <RecordsFound typed={search} sources={sources} jobs={all.map(({ job }) => job)} />
      {mayBringBack ? <RemovedJobs tell={tell} /> : null}
    </Page>
  );
}

/** Headings of the columns on a desk, which sort the list. */
function SortHeads({ sort, choose }: { sort: Sort<JobSort>; choose: (sort: Sort<JobSort>) => void }) {
  const head = (by: JobSort) => {
    const isHere = sort.by === by;
    const order = isHere && sort.order === "ascending" ? "descending" : "ascending";
    return (
      <button type="button" aria-pressed={isHere} onClick={() => choose({ by, order })}>
        {JOB_SORTS[by]}
        {isHere ? (
          <>
            <span aria-hidden="true">{sort.order === "ascending" ? " ↑" : " ↓"}</span>
            <span className="sr-only">, {sort.order}</span>
          </>
        ) : null}
      </button>
    );
  };
  return (
    <div className="job-heads" role="group" aria-label="Sort jobs by">
      {head("name")}
      <span aria-hidden="true">Address</span>
      {head("clientName")}
      {head("startsOn")}
      {head("status")}
    </div>
  );
}

function RemovedJobs({ tell }: { tell: Announcer }) {
  const store = useStore();
  const removed = useRecords("jobs.job", null, true);
  if (!removed?.length) return null;
  const restore = async (id: string, name: string) => {
    try {
      await store.write({ kind: "jobs.job", record: id, job: id, sets: { removed: false } });
      tell.done(`${name} restored.`);
      scrollTo(0, 0);
    } catch (error) {
      tell.failed(error);
    }
  };
  return (
    <details className="fold mt-8">
      <summary>Deleted ({removed.length})</summary>
      <ul className="jobs mt-4" aria-label="Deleted jobs">
        {pickJobs(
          removed.map(({ id, values }) => jobOf(id, values)),
          "",
          undefined,
        ).map(({ id, name, address }) => (
          <li key={id} className="job-row">
            <span className="job-name">{name}</span>
            <Button type="button" kind="plain" size="small" onClick={() => void restore(id, name)}>
              Restore<span className="sr-only"> {name}</span>
            </Button>
            <span className="job-place">{address}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** For undo; undefined on any other visit. */
function useJustRemoved(): Pick<Change, "kind" | "record" | "job"> | undefined {
  const state = useLocation().state as { readonly takenAway?: unknown } | null;
  const id = state?.takenAway;
  return useMemo(
    () => (typeof id === "string" ? { kind: "jobs.job", record: id, job: id } : undefined),
    [id],
  );
}

function NewJob() {
  return (
    <Link className="button field-first" to="/account/jobs/new">
      <Icon name="plus" />
      New job
    </Link>
  );
}

function Marks({ conflicts, waiting, refused }: { conflicts: number; waiting: number; refused: number }) {
  if (refused) return <span className="badge job-mark">Rejected: see why</span>;
  if (conflicts) return <span className="badge job-mark">Two versions</span>;
  return waiting ? <span className="badge job-mark">On this device</span> : null;
}
