import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { SafetyViews } from "../office/pages.tsx";
import { PLAN, PLAN_STATES } from "./plan.ts";
import { rowsOf } from "./rows.server.ts";

export const meta = () => [{ title: "Plans for the day" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, PLAN_STATES), readAfter(searchParams)];
    const { page, next } = await pageOfItems(ctx, { kind: PLAN }, filters, after);
    const items = await rowsOf(ctx, page);
    return { filters, isFirst: !after, items, next, jobs: jobChoices(await jobsById(ctx)) };
  });

/** Plans for the day of all jobs. */
export default function PlansOffice() {
  const list = useLoaderData<typeof loader>();
  return (
    <ItemPage
      title="Plans for the day"
      path="/account/safety/plans"
      about="The plan for each day’s work on every job: its hazards, what changed on site, and who signed."
      hint="The work, a hazard, a control, or who was there: “roof”, “PTP-2026-0004”, “Ortega”."
      views={
        <SafetyViews
          here="/account/safety/plans"
          filters={list.filters}
          states={PLAN_STATES.map(
            (state) => [state, state === "changed" ? "Changed on site" : "Not changed"] as const,
          )}
        />
      }
      list={list}
    >
      {({ id, href, number, title, job, date, leader, people, signed, changes, status }) => (
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <a className="office-checklist" href={href}>
            <b>{title}</b>
            <span className="estimate-quiet">
              {[
                ...[
                  number,
                  job,
                  date && dayWords(Temporal.PlainDate.from(date)),
                  leader && `led by ${leader}`,
                ],
                people > 0 ? `${status}: ${signed} of ${people}` : status,
                changes > 0 && `changed ${changes === 1 ? "once" : `${changes} times`}`,
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
          </a>
          <a className="text-link py-2.5" href={`/account/safety/${id}/plan.pdf`}>
            PDF<span className="sr-only"> of {title}</span>
          </a>
        </div>
      )}
    </ItemPage>
  );
}
