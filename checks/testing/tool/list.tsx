import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { readAfter } from "#ground/worklist/public.server.ts";
import {
  EmptyList,
  FilterForm,
  filterQuery,
  hasFilters,
  OfficePage,
  Pager,
  readFilters,
} from "#ground/worklist/public.tsx";
import { deliveriesFound } from "./find.server.ts";
import { STATES } from "./rules.ts";

const PATH = "/account/deliveries";

export const meta = () => [{ title: "Deliveries" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const filters = readFilters(searchParams, STATES);
    const after = readAfter(searchParams);
    return { filters, isFirst: !after, ...(await deliveriesFound(ctx, filters, after)) };
  });

/** Deliveries to all jobs. */
export default function DeliveryList() {
  const { filters, isFirst, items, next, jobs } = useLoaderData<typeof loader>();
  const nothingFits = {
    title: "No delivery fits",
    advice: "Try other words.",
    all: { href: PATH, label: "Show all" },
  };
  return (
    <OfficePage
      title="Deliveries"
      about="What was brought to your jobs."
      csv={items.length > 0 ? `${PATH}/deliveries.csv${filterQuery(filters)}` : null}
    >
      <FilterForm
        path={PATH}
        filters={filters}
        jobs={jobs}
        label="Find in all deliveries"
        hint="What came"
        summary="Job and days"
        all="Show all"
      />
      {items.length > 0 ? (
        <ul>
          {items.map(({ id, href, line }) => (
            <li key={id}>
              <a href={href}>{line}</a>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyList
          nothingFits={hasFilters(filters) ? nothingFits : null}
          hasJobs={jobs.length > 0}
          first={{ title: "Nothing was delivered yet", label: "Choose a job" }}
        >
          What you expect on your jobs is listed here.
        </EmptyList>
      )}
      <Pager path={PATH} filters={filters} isFirst={isFirst} next={next} noun="deliveries" />
    </OfficePage>
  );
}
