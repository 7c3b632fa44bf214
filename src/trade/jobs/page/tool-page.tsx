import { type ReactNode, useEffect } from "react";
import { useParams } from "react-router";
import { useRecord, useStore } from "#ground/sync/public.tsx";
import { FieldScreen, useAnnouncer } from "#trade/fieldwork/public.tsx";
import { Page } from "#ui/layout.tsx";
import { jobOf } from "../rules.ts";
import type { ToolUser } from "../tool.ts";
import { useJobZone } from "../use-job-zone.ts";
import { Back } from "./back.tsx";
import { NoSuchJob } from "./no-such-job.tsx";

/**
 * The frame of a tool's screen on a job: the way back, the heading, and what was just done. Shows nothing
 * until the job is loaded.
 */
export function ToolPage({ me, title, children }: { me: ToolUser; title: string; children: ReactNode }) {
  const id = useParams()["jobId"]!;
  const record = useRecord("jobs.job", id);
  const store = useStore();
  const { tell, line } = useAnnouncer();
  const zone = useJobZone(id);
  useEffect(() => void store.follow(id), [store, id]);
  if (record === undefined) return null;
  if (record === null) return <NoSuchJob />;
  const { name } = jobOf(id, record.values);
  return (
    <FieldScreen job={id} zone={zone} people={me.people} isOwnBusiness={me.role !== "guest"} tell={tell}>
      <Page className="field-page">
        <title>{`${title}, ${name}`}</title>
        <Back to={`/account/job/${id}`}>{name}</Back>
        <header className="field-head">
          <h1>{title}</h1>
        </header>
        {line}
        {children}
      </Page>
    </FieldScreen>
  );
}
