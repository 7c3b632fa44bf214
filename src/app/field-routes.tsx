import { type ComponentType, type ReactNode, useMemo } from "react";
import { generatePath, Navigate, type RouteObject, useLocation, useParams } from "react-router";
import { findLeads } from "#faces/field/find-leads.ts";
import { ByInvitation } from "#faces/field/by-invitation.tsx";
import { useMe } from "#faces/field/user-context.tsx";
import { mayRemove } from "#trade/jobs/rules.ts";
import { ExtraWorkContext } from "#trade/fieldwork/entries/extra-work.tsx";
import { PricedWorkContext } from "#trade/fieldwork/entries/use-priced-work.ts";
import { PhotoMarks } from "#trade/fieldwork/photos/photo-marks.ts";
import { EntryActs } from "#trade/fieldwork/photos/photo-acts.tsx";
import { jobSources } from "#trade/jobs/timeline/timeline.tsx";
import type { Source } from "#trade/jobs/timeline/source.ts";
import type { Tool, ToolScreen, ToolUser } from "#trade/jobs/tool.ts";
import { PRICES, type PricesUser } from "#trade/prices/book/frame.tsx";
import { FIELD_TOOLS } from "#ground/businesses/tools.ts";
import { tools } from "./tools.ts";

// All field screens: one line per screen of jobs, and the screens of the tools. Each is a chunk of its own,
// and all of them are on the device from the first sign-in on.

/** The tools that this business has, as far as this person may use them. */
function useTools(): readonly Tool[] {
  const { tools: words = [], role } = useMe();
  const own = words.join(" ");
  return useMemo(() => {
    const has = new Set(own.split(" "));
    return tools.filter(({ word, notForGuests }) => has.has(word) && !(notForGuests && role === "guest"));
  }, [own, role]);
}

/** Whether one of them has safety lists and actions as its own. */
function useHasActions(): boolean {
  const own = useTools();
  return FIELD_TOOLS.some(({ word, hasActions }) => hasActions && own.some((tool) => tool.word === word));
}

/** What the timeline shows. Of two sources with the same entry, the first one counts. */
function useSources(): readonly Source[] {
  const words = useTools()
    .map(({ word }) => word)
    .join(" ");
  return useMemo(() => {
    const own = new Set(words.split(" "));
    return [
      ...jobSources,
      ...tools.flatMap(({ word, sharedSources = [] }) => (own.has(word) ? sharedSources : [])),
      ...tools.flatMap((tool) => tool.sources),
    ];
  }, [words]);
}

/** What the tools of this person begin from a photo or an entry, and where extra work is logged. */
function WithActs({ children }: { children: ReactNode }) {
  const isGuest = useMe().role === "guest";
  const own = useTools();
  const acts = own
    .flatMap((tool) => tool.acts ?? [])
    .filter(({ isForGuests = false }) => isForGuests === isGuest);
  // Everyone sees what is drawn; who has the tool draws.
  const marks = tools.find((tool) => tool.marks)?.marks ?? null;
  const mayDraw = own.some((tool) => tool.marks);
  const marksHere = useMemo(() => marks && { ...marks, mayDraw }, [marks, mayDraw]);
  const find = <K extends "extraWork" | "work" | "pricedWork">(name: K) =>
    own.find((tool) => tool[name])?.[name] ?? null;
  return (
    <EntryActs value={acts}>
      <ExtraWorkContext value={{ target: find("extraWork"), source: find("work") }}>
        <PricedWorkContext value={find("pricedWork")}>
          <PhotoMarks value={marksHere}>{children}</PhotoMarks>
        </PricedWorkContext>
      </ExtraWorkContext>
    </EntryActs>
  );
}

/** Names of everyone who may have written something: people who work here and people who have left. */
function useKnown() {
  const { people, former } = useMe();
  return useMemo(
    () => [...people, ...(former ?? []).map((one) => ({ ...one, isFormer: true as const }))],
    [people, former],
  );
}

/** The person on this device, as screens of tools get them. */
function useToolUser(): ToolUser {
  const { account, user, role, zone, units = "us" } = useMe();
  const people = useKnown();
  return useMemo(
    () => ({ account, user, role, zone, people, units }),
    [account, user, role, zone, people, units],
  );
}

/** The same screen of a tool that the business has. @param children if there is none */
function Elsewhere({ shared, children }: { shared: ToolScreen["shared"]; children: ReactNode }) {
  const [params, { search }] = [useParams(), useLocation()];
  const own = useTools();
  const [other] =
    shared === undefined
      ? []
      : own.flatMap(({ word, screens }) =>
          screens.flatMap((one) => (one.shared === shared ? [{ word, path: one.path }] : [])),
        );
  if (!other) return children;
  const path = generatePath<string>(`/account/job/:jobId/${other.word}/${other.path}`, params);
  return <Navigate replace to={`${path}${search}`} />;
}

/** A tool's screens, or for a business without it, how to get it. */
const screensOf = ({ word, screens, businessScreens = [] }: Tool): RouteObject[] =>
  [
    ...screens.map((one) => ({ ...one, under: `account/job/:jobId/${word}` })),
    ...businessScreens.map((one) => ({ ...one, under: `account/jobs/${word}` })),
  ].map(({ under, path, shared, load }) => ({
    path: path === "" ? under : `${under}/${path}`,
    lazy: async () => {
      const { default: Screen } = await load();
      const Component = () => {
        const isInvited = useTools().some((tool) => tool.word === word);
        const me = useToolUser();
        const product = FIELD_TOOLS.find((tool) => tool.word === word);
        return isInvited || !product ? (
          <WithActs>
            <Screen me={me} />
          </WithActs>
        ) : (
          <Elsewhere shared={shared}>
            <ByInvitation name={product.name} page={product.page} />
          </Elsewhere>
        );
      };
      return { Component };
    },
  }));

/** A screen of the price book. */
const pricesScreen = (
  path: string,
  load: () => Promise<{ readonly default: ComponentType<{ me: PricesUser }> }>,
): RouteObject => ({
  path,
  lazy: async () => {
    const { default: Screen } = await load();
    const Component = () => {
      const { role, zone } = useMe();
      const people = useKnown();
      return <Screen me={{ role, zone, people }} />;
    };
    return { Component };
  },
});

export const fieldRoutes: RouteObject[] = [
  ...tools.flatMap(screensOf),
  pricesScreen(PRICES, () => import("#trade/prices/book/items.tsx")),
  pricesScreen(`${PRICES}/kits`, () => import("#trade/prices/kits/kits.tsx")),
  pricesScreen(`${PRICES}/raise`, () => import("#trade/prices/book/raise.tsx")),
  {
    path: "account/jobs",
    lazy: async () => {
      const { default: Jobs } = await import("#trade/jobs/list.tsx");
      return {
        Component: () => (
          <Jobs
            quick={useTools().find((tool) => tool.isShortcut)}
            sources={useSources()}
            mayBringBack={mayRemove(useMe().role)}
          />
        ),
      };
    },
  },
  {
    path: "account/jobs/today",
    lazy: async () => {
      const { default: SiteToday } = await import("#faces/field/today/screen.tsx");
      return {
        Component: () => <SiteToday tools={useTools()} me={useToolUser()} hasActions={useHasActions()} />,
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
        const { people: team, currency } = useMe();
        return (
          <WithActs>
            <JobPage
              key={useParams()["jobId"]}
              tools={useTools()}
              sources={useSources()}
              me={useToolUser()}
              team={team}
              currency={currency}
              hasActions={useHasActions()}
            />
          </WithActs>
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
