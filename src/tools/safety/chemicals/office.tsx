import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { SafetyViews } from "../office/pages.tsx";
import { dayOrBlank } from "../sheets/facts.ts";
import { libraryPath } from "../sheets/path.ts";
import { CHEMICAL, LEDGER_STATES } from "./chemical.ts";
import { rowsOf } from "./rows.server.ts";

export const meta = () => [{ title: "Chemicals" }];

const PATH = "/account/safety/chemicals";

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, LEDGER_STATES), readAfter(searchParams)];
    const { page, next } = await pageOfItems(ctx, { kind: CHEMICAL }, filters, after);
    const items = await rowsOf(ctx, page);
    return { filters, isFirst: !after, items, next, jobs: jobChoices(await jobsById(ctx)) };
  });

/** Where and when each chemical was used, on every job. */
export default function ChemicalsOffice() {
  const list = useLoaderData<typeof loader>();
  return (
    <ItemPage
      title="Chemicals"
      path={PATH}
      about="Which chemical was used where, and when. OSHA wants this for 30 years (29 CFR 1910.1020). People add it on a job, from the sheet in its library."
      hint="A chemical, its maker, or a place: “acetone”, “paint shed”."
      views={
        <SafetyViews
          here={PATH}
          filters={list.filters}
          states={[
            ["used", "Still used"],
            ["past", "Not used anymore"],
          ]}
        />
      }
      list={list}
    >
      {({ sheet, name, maker, job, place, from, until }) => (
        <a className="office-checklist" href={libraryPath(sheet)}>
          <b>{name}</b>
          <span className="estimate-quiet">
            {[
              maker,
              job,
              place,
              `from ${dayOrBlank(from)}`,
              until ? `until ${dayOrBlank(until)}` : "still used",
            ]
              .filter(Boolean)
              .join(", ")}
          </span>
        </a>
      )}
    </ItemPage>
  );
}
