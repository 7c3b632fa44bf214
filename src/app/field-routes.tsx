import { useMemo } from "react";
import type { RouteObject } from "react-router";
import { findLeads } from "#faces/field/find-leads.ts";
import { ByInvitation } from "#faces/field/by-invitation.tsx";
import { useMe } from "#faces/field/user-context.tsx";
import type { JobTool } from "#trade/jobs/page/job.tsx";
import { mayRemove } from "#trade/jobs/rules.ts";
import { jobSources } from "#trade/jobs/timeline/timeline.tsx";
import type { Source } from "#trade/jobs/timeline/source.ts";
import { logSources } from "#tools/logs/timeline.tsx";

// All field screens: one line per screen, and one per feature that adds to a job's timeline. Each is a
// chunk of its own, and all of them are on the device from the first sign-in on.

const sources: readonly Source[] = [...jobSources, ...logSources];

/** Tools with a screen on a job. */
const TOOLS: readonly JobTool[] = [{ word: "logs", label: "Log", icon: "calendar" }];

function useTools(): readonly JobTool[] {
  const { tools = [] } = useMe();
  return TOOLS.filter(({ word }) => tools.includes(word));
}

/** Names of everyone who may have written something: people who work here and people who have left. */
function useKnown() {
  const { people, former } = useMe();
  return useMemo(() => [...people, ...(former ?? [])], [people, former]);
}

export const fieldRoutes: RouteObject[] = [
  {
    path: "account/jobs",
    lazy: async () => {
      const { default: Jobs } = await import("#trade/jobs/list.tsx");
      return {
        Component: () => (
          <Jobs
            quick={useTools().find(({ word }) => word === "logs")}
            mayBringBack={mayRemove(useMe().role)}
          />
        ),
      };
    },
  },
  {
    path: "account/jobs/new",
    lazy: async () => {
      const { default: NewJob } = await import("#trade/jobs/new.tsx");
      return { Component: () => <NewJob findLeads={findLeads} /> };
    },
  },
  {
    path: "account/jobs/recover",
    lazy: async () => ({ Component: (await import("#faces/field/unsent/recover.tsx")).default }),
  },
  {
    path: "account/jobs/refused",
    lazy: async () => ({ Component: (await import("#faces/field/unsent/refused.tsx")).default }),
  },
  {
    path: "account/job/:jobId",
    lazy: async () => {
      const { default: JobPage } = await import("#trade/jobs/page/job.tsx");
      const Component = () => {
        const { people: team, currency, role } = useMe();
        const people = useKnown();
        const isOwn = role !== "guest";
        return (
          <JobPage
            tools={useTools()}
            sources={sources}
            people={people}
            team={team}
            currency={currency}
            isOwnBusiness={isOwn}
          />
        );
      };
      return { Component };
    },
  },
  {
    path: "account/job/:jobId/logs",
    lazy: async () => {
      const { default: LogDay } = await import("#tools/logs/day/day.tsx");
      const Component = () => {
        const { account, user, role, zone, units = "us" } = useMe();
        const tools = useTools();
        const people = useKnown();
        const me = useMemo(
          () => ({ account, user, role, zone, people, units }),
          [account, user, role, zone, people, units],
        );
        return tools.some(({ word }) => word === "logs") ? (
          <LogDay me={me} />
        ) : (
          <ByInvitation name="BuildLog" page="/buildlog" />
        );
      };
      return { Component };
    },
  },
  {
    path: "account/job/:jobId/edit",
    lazy: async () => {
      const { default: EditJob } = await import("#trade/jobs/edit.tsx");
      const Component = () => {
        const { role } = useMe();
        return <EditJob findLeads={findLeads} people={useKnown()} mayRemove={mayRemove(role)} />;
      };
      return { Component };
    },
  },
];
