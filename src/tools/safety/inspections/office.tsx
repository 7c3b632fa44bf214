import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { STATE_LABELS, STATES } from "#trade/inspections/public.ts";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { SafetyViews } from "../office/pages.tsx";
import { inspectionReportPath } from "../paths.ts";
import { rowsOf, SEARCH } from "./rows.server.ts";

export const meta = () => [{ title: "Inspections" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, STATES), readAfter(searchParams)];
    const { page, next } = await pageOfItems(ctx, SEARCH, filters, after);
    const items = await rowsOf(ctx, page);
    return { filters, isFirst: !after, items, next, jobs: jobChoices(await jobsById(ctx)) };
  });

/** Safety inspections of all jobs. */
export default function InspectionsOffice() {
  const list = useLoaderData<typeof loader>();
  return (
    <ItemPage
      title="Inspections"
      path="/account/safety/inspections"
      about="Safety lists that were walked on every job: open, finished, and approved."
      hint="A list, a place, or who started it: “ladders”, “level 2”, “Dana”."
      views={
        <SafetyViews
          here="/account/safety/inspections"
          filters={list.filters}
          states={STATES.map((state) => [state, STATE_LABELS[state]] as const)}
        />
      }
      list={list}
    >
      {({ id, href, title, job, state, startedBy, date, failed, openActions, due, isLate }) => (
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <a className="office-checklist" href={href}>
            <b>{title}</b>
            <span className="estimate-quiet">
              {[
                ...[job, state, failed > 0 && `${failed} failed`],
                openActions > 0 && `${openActions} open ${openActions === 1 ? "action" : "actions"}`,
                ...[startedBy, date && dayWords(Temporal.PlainDate.from(date))],
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
            {due && isLate ? (
              <span className="sheet-due">
                Overdue, scheduled for {dayWords(Temporal.PlainDate.from(due))}
              </span>
            ) : null}
          </a>
          <a className="text-link py-2.5" href={inspectionReportPath(id)}>
            Report<span className="sr-only"> of {title}</span>
          </a>
        </div>
      )}
    </ItemPage>
  );
}
