import { type Sort, sortRows } from "#platform/http/list-sort.ts";
import { type Job, RANK } from "./rules.ts";

/** What the list of jobs can be sorted by, with the words of the headings. */
export const JOB_SORTS = { name: "Name", clientName: "Client", startsOn: "Start", status: "Status" } as const;
export type JobSort = keyof typeof JOB_SORTS;

/** Jobs of the same value stay in their order; those without one come last. */
export const sortJobs = (jobs: readonly Job[], sort: Sort<JobSort>): Job[] =>
  sortRows(jobs, sort, {
    name: ({ name }) => name,
    clientName: ({ clientName }) => clientName,
    startsOn: ({ startsOn }) => startsOn,
    status: ({ status }) => RANK[status],
  });
