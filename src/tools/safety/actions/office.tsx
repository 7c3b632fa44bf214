import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { ISSUE_STATES, STATE_LABELS } from "#trade/issues/public.ts";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { SafetyViews } from "../office/pages.tsx";
import { rowsOf, SEARCH } from "./rows.server.ts";

export const meta = () => [{ title: "Safety actions" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, ISSUE_STATES), readAfter(searchParams)];
    const { page, next } = await pageOfItems(ctx, SEARCH, filters, after);
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
      about="What has to be fixed for safety on every job, who fixes it, and by when."
      hint="An action, its number, a place, or who fixes it: “guardrail”, “PL-004”, “Kim”."
      views={
        <SafetyViews
          here="/account/safety/actions"
          filters={list.filters}
          states={ISSUE_STATES.map((state) => [state, STATE_LABELS[state]] as const)}
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
              due && `${isLate ? "overdue, was due" : "due"} ${dayWords(Temporal.PlainDate.from(due))}`,
            ]
              .filter(Boolean)
              .join(", ")}
          </span>
        </a>
      )}
    </ItemPage>
  );
}
