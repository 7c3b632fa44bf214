import { FIRMS_PATH } from "#trade/issues/public.ts";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { filterQuery, ItemPage, type ListFilters, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { RUN, STATE_LABELS, STATES } from "#trade/inspections/public.ts";
import { numbersOf } from "./numbers.server.ts";
import { rowsOf } from "./rows.server.ts";

export const meta = () => [{ title: "Checklists" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, STATES), readAfter(searchParams)];
    const { page, next } = await pageOfItems(ctx, { kind: RUN }, filters, after);
    const items = await rowsOf(ctx, page);
    const jobs = jobChoices(await jobsById(ctx));
    return { filters, isFirst: !after, items, next, jobs, numbers: await numbersOf(ctx) };
  });

/** Checklists of all jobs. */
export default function ChecklistsOffice() {
  const { numbers, ...list } = useLoaderData<typeof loader>();
  return (
    <ItemPage
      title="Checklists"
      path="/account/checklists"
      about={
        <>
          Checklists of every job, open, finished, and approved.{" "}
          <a className="text-link" href="/account/jobs/checklists/lists">
            Edit your lists
          </a>
        </>
      }
      hint="A list, a place, or who started it: “final walk”, “unit 12”, “Dana”."
      views={<Views numbers={numbers} filters={list.filters} />}
      list={list}
    >
      {({ id, href, title, job, state, score, startedBy, date }) => (
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <a className="office-checklist" href={href}>
            <b>{title}</b>
            <span className="estimate-quiet">
              {[job, state, score, startedBy, date && dayWords(Temporal.PlainDate.from(date))]
                .filter(Boolean)
                .join(", ")}
            </span>
          </a>
          <a className="text-link py-2.5" href={`/account/checklists/${id}/report`}>
            Report<span className="sr-only"> of {title}</span>
          </a>
        </div>
      )}
    </ItemPage>
  );
}

/** How many there are of each state, each a filter, and what else the office sees of checklists. */
function Views({
  numbers,
  filters,
}: {
  numbers: Awaited<ReturnType<typeof numbersOf>>;
  filters: ListFilters;
}) {
  return (
    <>
      <nav className="mb-2 flex flex-wrap gap-x-6" aria-label="States">
        {STATES.map((state) => (
          <a
            key={state}
            className="text-link py-2.5"
            aria-current={filters.type === state ? "true" : undefined}
            href={`/account/checklists${filterQuery({ ...filters, type: state })}`}
          >
            {numbers[state].toLocaleString("en-US")} {STATE_LABELS[state].toLowerCase()}
          </a>
        ))}
        {numbers.overdue > 0 ? (
          <a className="text-link py-2.5" href="/account/checklists/schedules?overdue=yes">
            <b>{numbers.overdue.toLocaleString("en-US")} overdue</b>
          </a>
        ) : null}
      </nav>
      <p className="mb-4 flex flex-wrap gap-x-6">
        <a className="text-link py-2.5" href="/account/checklists/schedules">
          Scheduled checklists
        </a>
        <a className="text-link py-2.5" href="/account/checklists/fails">
          What fails often
        </a>
        <a
          className="text-link py-2.5"
          href={`/account/checklists/report${filters.job ? `?job=${filters.job}` : ""}`}
        >
          Issue list or closing certificate
        </a>
        <a className="text-link py-2.5" href={FIRMS_PATH}>
          Subs
        </a>
      </p>
    </>
  );
}
