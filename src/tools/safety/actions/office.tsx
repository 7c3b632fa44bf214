import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { readAfter } from "#ground/worklist/public.server.ts";
import { ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { SafetyViews } from "../office/pages.tsx";
import { pageOfActions } from "./find.server.ts";
import { rowsOf } from "./rows.server.ts";
import { VIEW_LABELS, VIEWS } from "./views.ts";

export const meta = () => [{ title: "Safety actions" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, VIEWS), readAfter(searchParams)];
    const { page, next } = await pageOfActions(ctx, filters, after);
    const items = await rowsOf(ctx, page);
    return { filters, isFirst: !after, items, next, jobs: jobChoices(await jobsById(ctx)) };
  });

/** Safety actions of all jobs. */
export default function ActionsOffice() {
  const list = useLoaderData<typeof loader>();
  return (
    <ItemPage
      title="Actions"
      path="/account/safety/actions"
      about="What has to be fixed for safety on every job, who fixes it, and by when. Overdue actions come first."
      hint="An action, its number, a place, or who fixes it: “guardrail”, “PL-004”, “Kim”."
      views={
        <SafetyViews
          here="/account/safety/actions"
          filters={list.filters}
          states={VIEWS.map((view) => [view, VIEW_LABELS[view]] as const)}
        />
      }
      list={list}
    >
      {({ href, number, title, job, where, assignee, state, due, isLate }) => (
        <a className="office-checklist" href={href}>
          <b>{[number, title].filter(Boolean).join(" · ")}</b>
          <span className="estimate-quiet">
            {[
              ...[job, where, assignee, state],
              due && !isLate && `due ${dayWords(Temporal.PlainDate.from(due))}`,
            ]
              .filter(Boolean)
              .join(", ")}
          </span>
          {due && isLate ? (
            <span className="sheet-due">Overdue, was due {dayWords(Temporal.PlainDate.from(due))}</span>
          ) : null}
        </a>
      )}
    </ItemPage>
  );
}
