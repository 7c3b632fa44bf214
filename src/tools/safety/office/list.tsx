import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { TALK, TALK_STATES } from "../rules/talk.ts";
import { SafetyViews } from "./pages.tsx";
import { rowsOf } from "./rows.server.ts";

const STATE_LABELS = { open: "Not finished", finished: "Finished", orientation: "Orientations" } as const;

export const meta = () => [{ title: "Toolbox talks" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, TALK_STATES), readAfter(searchParams)];
    const { page, next } = await pageOfItems(ctx, { kind: TALK }, filters, after);
    const items = await rowsOf(ctx, page);
    return { filters, isFirst: !after, items, next, jobs: jobChoices(await jobsById(ctx)) };
  });

/** Toolbox talks of all jobs. */
export default function TalksOffice() {
  const list = useLoaderData<typeof loader>();
  return (
    <ItemPage
      title="Talks"
      path="/account/safety"
      about="Toolbox talks of every job: what was read, who was there, and who signed."
      hint="A talk, its number, or who was there: “ladders”, “TBT-2026-0004”, “Ortega”."
      views={
        <SafetyViews
          here="/account/safety"
          filters={list.filters}
          states={TALK_STATES.map((state) => [state, STATE_LABELS[state]] as const)}
        />
      }
      list={list}
    >
      {({ id, href, title, number, job, date, people, signed, status }) => (
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <a className="office-checklist" href={href}>
            <b>{title}</b>
            <span className="estimate-quiet">
              {[
                ...[number, job, date && dayWords(Temporal.PlainDate.from(date))],
                people > 0 ? `${status}: ${signed} of ${people} signed` : status,
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
          </a>
          <a className="text-link py-2.5" href={`/account/safety/${id}/talk.pdf`}>
            PDF<span className="sr-only"> of {title}</span>
          </a>
        </div>
      )}
    </ItemPage>
  );
}
