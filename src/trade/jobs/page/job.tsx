import { type ReactNode, useEffect, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { DueLine } from "#ground/due/public.tsx";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { useLive } from "#platform/local/use-live.ts";
import { formatMoney } from "#platform/money/money.ts";
import { Icon } from "#ui/icons.tsx";
import { DataList, Page, Section } from "#ui/layout.tsx";
import { Timeline, TimelineStep } from "#ui/timeline.tsx";
import { Back } from "./back.tsx";
import {
  Changes,
  Conflicts,
  Unfinished,
  useAnnouncer,
  useWrite,
  Who,
  EntryHistory,
  FieldScreen,
  RefusedChanges,
  SEND_LABELS,
  sendState,
  useUnfinished,
} from "#trade/fieldwork/public.tsx";
import { OutsideLinks } from "./outside-links.tsx";
import { JobsBeside } from "./jobs-beside.tsx";
import { NoSuchJob } from "./no-such-job.tsx";
import { NotHereYet } from "../timeline/not-loaded.tsx";
import { NoteBox } from "../timeline/note-box.tsx";
import { directionsTo, formatTaken, type Person } from "#trade/fieldwork/public.ts";
import { type Job, jobOf, STATUS_WORDS, STATUSES } from "../rules.ts";
import { StatusMark } from "./status.tsx";
import { Team } from "../people/team.tsx";
import type { Entry, Source } from "../timeline/source.ts";
import { useJobZone } from "../use-job-zone.ts";
import type { JobTool } from "../tool.ts";
import { newNoteDraft } from "../timeline/note-target.ts";

/** A job may have ten thousand entries. */
const PAGE_SIZE = 100;

/**
 * @param sources the tools' timeline entries
 * @param people everyone who may appear as an author
 */
export default function JobPage({
  tools,
  sources,
  people,
  team,
  currency,
  isOwnBusiness,
}: {
  tools: readonly JobTool[];
  sources: readonly Source[];
  people: readonly Person[];
  team: readonly Person[];
  currency: string;
  /** A guest sees only this one job. */
  isOwnBusiness: boolean;
}) {
  const id = useParams()["jobId"]!;
  const record = useRecord("jobs.job", id);
  const store = useStore();
  const { tell, line } = useAnnouncer();
  const { write, line: failed } = useWrite();
  const zone = useJobZone(id);
  useEffect(() => void store.follow(id), [store, id]);
  if (record === undefined) return null;
  if (record === null) return <NoSuchJob />;
  const job = jobOf(id, record.values);
  return (
    <FieldScreen job={id} zone={zone} people={people} isOwnBusiness={isOwnBusiness} tell={tell}>
      <JobsBeside here={id} isOnly={!isOwnBusiness}>
        <Page className="field-page">
          <title>{job.name}</title>
          <div className="list-beside-back">
            <Back to="/account/jobs">All jobs</Back>
          </div>
          <header className="field-head">
            <h1>{job.name}</h1>
            {isOwnBusiness ? (
              <div className="select job-status">
                <select
                  aria-label="Status"
                  className="input"
                  value={job.status}
                  onChange={({ target }) =>
                    void write({
                      kind: "jobs.job",
                      record: id,
                      job: id,
                      sets: { status: target.value },
                      saw: record.fields,
                    })
                  }
                >
                  {STATUSES.map((status) => (
                    <option key={status} value={status}>
                      {STATUS_WORDS[status]}
                    </option>
                  ))}
                </select>
                <Icon name="chevron" />
              </div>
            ) : (
              <StatusMark status={job.status} />
            )}
          </header>
          {failed}
          <Conflicts record={record} people={people} />
          <DueLine job={id} />
          {tools.length > 0 ? (
            <nav className="job-tools" aria-label="Tools of this job">
              {tools.flatMap(({ word, label, icon, quick }) =>
                [{ label, icon, path: "" }, ...(quick ? [quick] : [])].map((one) => (
                  <Link
                    key={`${word}/${one.path}`}
                    className="button"
                    data-kind="plain"
                    to={["/account/job", id, word, one.path].filter(Boolean).join("/")}
                  >
                    <Icon name={one.icon} />
                    {one.label}
                  </Link>
                )),
              )}
            </nav>
          ) : null}
          <div className="job-columns">
            <div className="job-write">
              <UnfinishedForms job={id} />
              <NoteBox />
            </div>
            <div className="job-facts">
              <Facts job={job} currency={currency} mayChange={isOwnBusiness} />
              <Changes record={record} people={people} quiet={["status"]} />
              <Team job={job} people={team} />
              {isOwnBusiness ? <OutsideLinks job={id} /> : null}
            </div>
            <div className="job-told">
              <JobTimeline
                job={id}
                zone={zone}
                sources={sources}
                people={people}
                line={line}
                isKnown={record.revision > 0}
              />
            </div>
          </div>
        </Page>
      </JobsBeside>
    </FieldScreen>
  );
}

function UnfinishedForms({ job }: { job: string }) {
  // A new note's own draft is in its box, which opens a moment later.
  return <Unfinished drafts={useUnfinished().filter(({ of }) => of !== newNoteDraft(job))} />;
}

function Facts({ job, currency, mayChange }: { job: Job; currency: string; mayChange: boolean }) {
  const directions = directionsTo(job);
  const place =
    job.address ?? (job.position ? `${job.position.lat.toFixed(5)}, ${job.position.lon.toFixed(5)}` : null);
  const days = [job.startsOn, job.finishesOn].map(
    (day) => day && Temporal.PlainDate.from(day).toLocaleString("en-US", { dateStyle: "medium" }),
  );
  const items: (readonly [string, ReactNode])[] = [];
  const add = (term: string, value: ReactNode) => value && items.push([term, value]);
  add("Location", place && directions ? <Out href={directions}>{place}</Out> : place);
  add("Client", job.clientName);
  add(
    "Phone",
    job.clientPhone && <Out href={`tel:${job.clientPhone.replaceAll(/[^\d+]/g, "")}`}>{job.clientPhone}</Out>,
  );
  add("Email", job.clientEmail && <Out href={`mailto:${job.clientEmail}`}>{job.clientEmail}</Out>);
  add("Start", days[0]);
  add("Finish", days[1]);
  add("Contract sum", job.contractCents === null ? null : formatMoney(job.contractCents, currency));
  if (job.zone !== new Intl.DateTimeFormat().resolvedOptions().timeZone)
    add("Time zone", job.zone?.replaceAll("_", " "));
  return (
    <>
      <DataList items={items} />
      {mayChange ? (
        <p className="mt-3">
          <Link className="button" data-kind="plain" data-size="small" to={`/account/job/${job.id}/edit`}>
            Change
          </Link>
        </p>
      ) : null}
    </>
  );
}

function Out({ href, children }: { href: string; children: string }) {
  return (
    <a className="text-link job-way" href={href} rel="noreferrer">
      {children}
    </a>
  );
}

function JobTimeline({
  job,
  zone,
  sources,
  people,
  line,
  isKnown,
}: {
  job: string;
  zone: string;
  sources: readonly Source[];
  people: readonly Person[];
  line: ReactNode;
  /** Then it may have more entries. */
  isKnown: boolean;
}) {
  const store = useStore();
  const [tool, setTool] = useState<string | null>(null);
  const [most, setMost] = useState(PAGE_SIZE);
  const entries = useLive(async () => {
    const found = await Promise.all(
      sources.map(async (source) => {
        const own = (await store.recordsOf(source.kind, job)).flatMap((one) => source.entriesOf(one));
        return (source.fold?.(own) ?? own).map((entry) => ({ ...entry, source }));
      }),
    );
    // Two sources may have the same entry, such as the current status. The first wins, because it knows
    // whether the change still waits to be sent.
    const unique = new Map(
      found
        .flat()
        .toReversed()
        .map((entry) => [entry.id, entry]),
    );
    return [...unique.values()].toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  }, [store, job, sources]);
  const toolsWithEntries = new Set(entries?.map(({ source }) => source.tool));
  const tools = [...new Set(sources.map((source) => source.tool))].filter(
    (one) => toolsWithEntries.has(one) || one === tool,
  );
  const all = (entries ?? []).filter(({ source }) => tool === null || source.tool === tool);
  const requested = useSearchParams()[0].get("draft");
  const shown = Math.max(most, all.findIndex(({ record }) => requested?.endsWith(record.id)) + 1);
  return (
    <Section title="History" id="happened" action={<Filter tools={tools} tool={tool} choose={setTool} />}>
      {line}
      {isKnown ? <NotHereYet job={job} /> : null}
      {entries && all.length === 0 ? <p>{tool ? "None yet." : "Nothing yet."}</p> : null}
      <Timeline label="History">
        {all.slice(0, shown).map((entry) => (
          <TimelineStep
            key={entry.id}
            {...stateOf(entry)}
            when={formatWhen(entry.at, zone)}
            dateTime={new Date(entry.at).toISOString()}
            title={
              <>
                {entry.title} {entry.author === undefined ? null : <Who id={entry.author} people={people} />}
              </>
            }
          >
            {entry.body}
            {entry.record.kind === "jobs.job" ? (
              // Its changes and versions are above.
              <RefusedChanges record={entry.record} />
            ) : (
              <EntryHistory
                record={entry.record}
                quiet={entry.source.quiet ?? []}
                heading="h3"
                settleAt={entry.source.settleAt?.(entry.record)}
              />
            )}
          </TimelineStep>
        ))}
      </Timeline>
      {all.length > shown ? (
        <p className="mt-4">
          <button
            type="button"
            className="button"
            data-kind="plain"
            onClick={() => setMost(shown + PAGE_SIZE)}
          >
            Show earlier
          </button>
        </p>
      ) : null}
    </Section>
  );
}

function Filter({
  tools,
  tool,
  choose,
}: {
  tools: readonly string[];
  tool: string | null;
  choose: (tool: string | null) => void;
}) {
  return (
    <div className="choices" role="group" aria-label="Show">
      {[null, ...tools].map((one) => (
        <button
          key={one ?? "all"}
          type="button"
          className="choice-chip"
          aria-pressed={tool === one}
          onClick={() => choose(one)}
        >
          {one ?? "All"}
        </button>
      ))}
    </div>
  );
}

const STEP_STATES = { refused: "stopped", waiting: "waiting", saved: "done" } as const;

function stateOf({ record }: Pick<Entry, "record">): {
  state: "done" | "waiting" | "stopped";
  stateLabel: string;
} {
  const state = sendState(record);
  return { state: STEP_STATES[state], stateLabel: SEND_LABELS[state] };
}

const formatWhen = (at: number, zone: string): string => formatTaken({ at }, zone, Date.now());
