import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter } from "#ground/worklist/public.server.ts";
import { filterQuery, ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { formatMoney } from "#platform/money/money.ts";
import { LinkButton } from "#ui/button.tsx";
import { ESTIMATE } from "../rules/estimate.ts";
import { STATE_RULES, STATES } from "../rules/states.ts";
import { belowTitle, STATUS } from "./columns.ts";
import { rowsOf, sumsByState } from "./rows.server.ts";

export const meta = () => [{ title: "Estimates" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, STATES), readAfter(searchParams)];
    const jobs = await jobsById(ctx);
    const { page, next } = await pageOfItems(ctx, { kind: ESTIMATE }, filters, after);
    const items = await rowsOf(ctx, page);
    const states = await sumsByState(ctx);
    const { currency } = await getBusiness(ctx);
    return {
      filters,
      isFirst: !after,
      items,
      next,
      jobs: jobChoices(jobs, { withQuoted: true }),
      states,
      currency,
    };
  });

/** Estimates of all jobs, and what is in each status. */
export default function EstimatesOffice() {
  const { states, currency, ...list } = useLoaderData<typeof loader>();
  const { filters } = list;
  return (
    <ItemPage
      title="Estimates"
      path="/account/estimates"
      about="All your estimates and their status."
      hint="A number, a title, or what’s on a line."
      message={
        <>
          <p className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
            <LinkButton href="/account/estimates/new" kind="signal">
              New estimate
            </LinkButton>
            <a className="text-link" href="/account/prices">
              Price book
            </a>
            {states.length > 0 ? (
              <a className="text-link" href="/account/estimates/wins">
                Win rate
              </a>
            ) : null}
            <a className="text-link" href="/account/settings/quickbooks">
              For QuickBooks
            </a>
          </p>
          {states.length > 0 ? (
            <ul className="estimate-states" aria-label="By status">
              {states.map(({ state, count, cents }) => (
                <li key={state}>
                  <a
                    href={`/account/estimates${filterQuery({ ...filters, type: filters.type === state ? null : state })}`}
                    aria-current={filters.type === state ? "true" : undefined}
                  >
                    <b>{STATE_RULES[state].label}</b> {count}
                    <span className="estimate-quiet">{formatMoney(cents, currency)}</span>
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </>
      }
      list={list}
    >
      {(row) => (
        <a className="estimate-list-row estimate-row" href={`/account/estimates/${row.id}`}>
          <span>
            <b>{row.title}</b>
            <span className="estimate-quiet">{belowTitle(row)}</span>
          </span>
          <span className="estimate-since">
            {STATUS.of(row)}
            <span className="estimate-quiet">{row.age}</span>
          </span>
          <span className="estimate-amount">{formatMoney(row.cents ?? 0, currency)}</span>
        </a>
      )}
    </ItemPage>
  );
}
