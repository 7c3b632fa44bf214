import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { RUN, STATES } from "../rules/run.ts";
import { rowsOf } from "./rows.server.ts";

export const meta = () => [{ title: "Checklists" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, STATES), readAfter(searchParams)];
    const { page, next } = await pageOfItems(ctx, { kind: RUN }, filters, after);
    const items = await rowsOf(ctx, page);
    return { filters, isFirst: !after, items, next, jobs: jobChoices(await jobsById(ctx)) };
  });

/** Checklists of all jobs. */
export default function ChecklistsOffice() {
  return (
    <ItemPage
      title="Checklists"
      path="/account/checklists"
      about="Checklists of every job, open, finished, and approved."
      hint="A list, a place, or who started it: “final walk”, “unit 12”, “Dana”."
      list={useLoaderData<typeof loader>()}
    >
      {({ href, title, job, state, startedBy, date }) => (
        <a className="office-checklist" href={href}>
          <b>{title}</b>
          <span className="estimate-quiet">
            {[job, state, startedBy, date && dayWords(Temporal.PlainDate.from(date))]
              .filter(Boolean)
              .join(", ")}
          </span>
        </a>
      )}
    </ItemPage>
  );
}
