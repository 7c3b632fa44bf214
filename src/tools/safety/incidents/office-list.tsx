import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { actingRole, inAccount, readsConfidential } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { DataList } from "#ui/layout.tsx";
import { SafetyViews } from "../office/pages.tsx";
import { NEAR_MISS_SEARCH, NEAR_MISS_STATES } from "./stored/near-miss.ts";
import { injuryRows, missRows } from "./office/rows.server.ts";

export const meta = () => [{ title: "Incidents" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, NEAR_MISS_STATES), readAfter(searchParams)];
    const { page, next } = await pageOfItems(ctx, NEAR_MISS_SEARCH, filters, after);
    const jobs = await jobsById(ctx);
    return {
      ...{ filters, isFirst: !after, next, jobs: jobChoices(jobs), items: missRows(page, jobs) },
      injuries: readsConfidential(ctx) ? await injuryRows(ctx, jobs) : null,
      isOwner: actingRole(ctx) === "owner",
    };
  });

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Near misses of all jobs, and injuries for those who read them. */
export default function IncidentsOffice() {
  const list = useLoaderData<typeof loader>();
  return (
    <ItemPage
      title="Incidents"
      things="near misses"
      path="/account/safety/incidents"
      about="What happened on every job: near misses for everyone in the business, injuries for owners and the people they name."
      hint="A near miss, its number, or a place: “ladder”, “NM-2026-004”, “roof”."
      views={
        <>
          <SafetyViews
            here="/account/safety/incidents"
            filters={list.filters}
            states={NEAR_MISS_STATES.map((state) => [state, state === "open" ? "Open" : "Closed"] as const)}
          />
          {list.injuries ? <Injuries rows={list.injuries} isOwner={list.isOwner} /> : null}
        </>
      }
      list={list}
    >
      {({ href, number, title, job, date, isAnonymous, state }) => (
        <a className="office-checklist" href={href}>
          <b>{[number, title].filter(Boolean).join(" · ")}</b>
          <span className="estimate-quiet">
            {["near miss", job, dayWords(Temporal.PlainDate.from(date)), state]
              .concat(isAnonymous ? "without a name" : [])
              .filter(Boolean)
              .join(", ")}
          </span>
        </a>
      )}
    </ItemPage>
  );
}

const Injuries = ({ rows, isOwner }: { rows: NonNullable<Loaded["injuries"]>; isOwner: boolean }) => (
  <section className="mb-8" aria-labelledby="injuries">
    <h2 className="text-2xl" id="injuries">
      Injuries
    </h2>
    <p className="estimate-quiet">
      Only owners and the people they named see them.{" "}
      {isOwner ? (
        <a className="text-link" href="/account/safety/incidents/readers">
          Who reads injuries
        </a>
      ) : null}{" "}
      <a className="text-link" href="/account/safety/forms">
        OSHA forms
      </a>
    </p>
    {rows.length === 0 ? (
      <p className="mt-2">None. People report one from a job’s page, under Safety, then Incidents.</p>
    ) : (
      <ul className="office-found mt-2">
        {rows.map(({ id, href, number, name, job, date, decision, due, isUrgent }) => (
          <li key={id}>
            <a className="office-checklist" href={href}>
              <b>{[number, name].filter(Boolean).join(" · ")}</b>
              <span className="estimate-quiet">
                {[job, dayWords(Temporal.PlainDate.from(date)), decision].filter(Boolean).join(", ")}
              </span>
              {due ? (
                <span className={isUrgent ? "text-brick font-semibold" : "estimate-quiet"}>{due}</span>
              ) : null}
            </a>
          </li>
        ))}
      </ul>
    )}
    {rows.some(({ key }) => key !== null) ? (
      <details className="fold mt-4">
        <summary>Names of privacy cases</summary>
        <p className="max-w-measure">
          OSHA wants this list apart from the log.{" "}
          <span className="estimate-quiet">29 CFR 1904.29(b)(6)</span>
        </p>
        <DataList items={rows.flatMap(({ number, key }) => (key === null ? [] : [[number, key] as const]))} />
      </details>
    ) : null}
  </section>
);
