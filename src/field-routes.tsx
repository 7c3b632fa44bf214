import type { RouteObject } from "react-router";
import { findLeads } from "#features/field/find-leads.ts";
import { useMe } from "#features/field/who-context.tsx";
import { jobSources, type Source } from "#features/jobs/timeline.tsx";

// The map of the house for field screens: one line per screen, and one per feature that has something to tell on a job's line of time. Each
// is a piece of its own, and all of them are on the device from the first sign-in on.

/** What a job's page tells, by who tells it. */
const sources: readonly Source[] = [...jobSources];

export const fieldRoutes: RouteObject[] = [
  { path: "account/jobs", lazy: async () => ({ Component: (await import("#features/jobs/list.tsx")).default }) },
  {
    path: "account/jobs/new",
    lazy: async () => {
      const { default: NewJob } = await import("#features/jobs/new.tsx");
      return { Component: () => <NewJob findLeads={findLeads} /> };
    },
  },
  { path: "account/jobs/recover", lazy: async () => ({ Component: (await import("#features/field/recover.tsx")).default }) },
  {
    path: "account/job/:jobId",
    lazy: async () => {
      const { default: JobPage } = await import("#features/jobs/job.tsx");
      const Component = () => {
        const { people, currency, role } = useMe();
        return <JobPage sources={sources} people={people} currency={currency} isOwnBusiness={role !== "guest"} />;
      };
      return { Component };
    },
  },
  {
    path: "account/job/:jobId/edit",
    lazy: async () => {
      const { default: EditJob } = await import("#features/jobs/edit.tsx");
      return { Component: () => <EditJob findLeads={findLeads} /> };
    },
  },
];
