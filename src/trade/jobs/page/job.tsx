import { useEffect, useMemo } from "react";
import { useParams } from "react-router";
import { DueLine } from "#ground/due/public.tsx";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { dateAt, type Person } from "#trade/fieldwork/public.ts";
import {
  Changes,
  Conflicts,
  FieldScreen,
  Unfinished,
  useAnnouncer,
  useClock,
  useUnfinished,
  useWrite,
} from "#trade/fieldwork/public.tsx";
import { Icon } from "#ui/icons.tsx";
import { Page } from "#ui/layout.tsx";
import type { GlanceAt } from "../glance.ts";
import { Team } from "../people/team.tsx";
import { jobOf, STATUS_WORDS, STATUSES } from "../rules.ts";
import { JobTimeline } from "../timeline/job-timeline.tsx";
import { NoteBox } from "../timeline/note-box.tsx";
import { newNoteDraft } from "../timeline/note-target.ts";
import type { Source } from "../timeline/source.ts";
import type { Tool, ToolUser } from "../tool.ts";
import { useJobZone } from "../use-job-zone.ts";
import { Back } from "./back.tsx";
import { ClientWays, JobPlace } from "./client-ways.tsx";
import { ContractLine } from "./contract-line.tsx";
import { Facts } from "./facts.tsx";
import { JobDone } from "./job-done.tsx";
import { JobTools } from "./job-tools.tsx";
import { JobsBeside } from "./jobs-beside.tsx";
import { NoSuchJob } from "./no-such-job.tsx";
import { OutsideLinks } from "./outside-links.tsx";
import { StatusMark } from "./status.tsx";

/**
 * A job on one screen: who and where, what is due, the tools with what each has to say, and the timeline.
 * @param sources the tools' timeline entries
 * @param me everyone who may appear as an author is in its `people`
 */
export default function JobPage({
  tools,
  sources,
  me,
  team,
  currency,
  hasActions,
}: {
  tools: readonly Tool[];
  sources: readonly Source[];
  me: ToolUser;
  team: readonly Person[];
  currency: string;
  hasActions: boolean;
}) {
  const { people } = me;
  // A guest sees only this one job.
  const isOwnBusiness = me.role !== "guest";
  const id = useParams()["jobId"]!;
  const record = useRecord("jobs.job", id);
  const store = useStore();
  const { tell, line } = useAnnouncer();
  const { write, line: failed } = useWrite();
  const zone = useJobZone(id);
  const today = dateAt(useClock(id).now, zone);
  const { account, user, role } = me;
  const at = useMemo(
    (): Omit<GlanceAt, "job" | "photos"> => ({
      ...{ today, zone, account, user, hasActions },
      isManager: role === "owner" || role === "manager",
      isGuest: role === "guest",
    }),
    [today, zone, account, user, role, hasActions],
  );
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
          <div className="job-contact">
            <JobPlace job={job} />
            <ClientWays job={job} />
          </div>
          {failed}
          <Conflicts record={record} people={people} />
          <DueLine job={id} />
          {isOwnBusiness ? <JobDone job={id} status={job.status} /> : null}
          <JobTools tools={tools} job={job} at={at} />
          <div className="job-columns">
            <div className="job-write">
              <UnfinishedForms job={id} />
              <NoteBox />
            </div>
            <div className="job-facts">
              <Facts job={job} mayChange={isOwnBusiness}>
                {isOwnBusiness ? <ContractLine job={job} tools={tools} currency={currency} /> : null}
              </Facts>
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
