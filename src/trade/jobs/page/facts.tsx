import type { ReactNode } from "react";
import { Link } from "react-router";
import { DataList } from "#ui/layout.tsx";
import type { Job } from "../rules.ts";

/** When a job is, and what its contract says. @param children more facts of the tools */
export function Facts({ job, mayChange, children }: { job: Job; mayChange: boolean; children: ReactNode }) {
  const days = [job.startsOn, job.finishesOn].map(
    (day) => day && Temporal.PlainDate.from(day).toLocaleString("en-US", { dateStyle: "medium" }),
  );
  const items: (readonly [string, ReactNode])[] = [];
  const add = (term: string, value: ReactNode) => value && items.push([term, value]);
  add("Start", days[0]);
  add("Finish", days[1]);
  if (job.zone !== new Intl.DateTimeFormat().resolvedOptions().timeZone)
    add("Time zone", job.zone?.replaceAll("_", " "));
  return (
    <>
      {items.length > 0 ? <DataList items={items} /> : null}
      {children}
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
