import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getBusiness, inAccount } from "#ground/businesses/public.server.ts";
import { pageOfItems, readAfter, sumByType } from "#ground/worklist/public.server.ts";
import { filterQuery, ItemPage, readFilters } from "#ground/worklist/public.tsx";
import { jobChoices, jobsById } from "#trade/jobs/public.server.ts";
import { dayWords } from "#platform/time/format.ts";
import { CHANGE, formatDays } from "../rules/change.ts";
import { NO_PRICE } from "../rules/problems.ts";
import { formatChange } from "../rules/sheet.ts";
import { type State, STATE_RULES, STATES } from "../rules/states.ts";
import { describeRisk } from "../radar/radar.ts";
import { riskOf } from "../radar/radar.server.ts";
import { rowsOf } from "./rows.server.ts";

export const meta = () => [{ title: "Change orders" }];

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { searchParams } = new URL(args.request.url);
    const [filters, after] = [readFilters(searchParams, STATES), readAfter(searchParams)];
    const jobs = await jobsById(ctx);
    const { page, next } = await pageOfItems(ctx, { kind: CHANGE }, filters, after);
    const items = await rowsOf(ctx, page);
    const risk = await riskOf(ctx);
    const sums = await sumByType(ctx, CHANGE);
    const states = STATES.flatMap((state) =>
      sums.flatMap(({ type, ...sum }) => (type === state ? { state, ...sum } : [])),
    );
    const { currency } = await getBusiness(ctx);
    return { filters, isFirst: !after, items, next, jobs: jobChoices(jobs), states, currency, risk };
  });

/** Changes of all jobs. */
export default function ChangesOffice() {
  const { states, currency, risk, ...list } = useLoaderData<typeof loader>();
  const { filters } = list;
  return (
    <ItemPage
      title="Change orders"
      path="/account/changes"
      about="Extra work on every job, from the photo to the approved change order."
      hint="A number, a title, or what’s on a line."
      message={
        <>
          {risk.count > 0 ? <p className="mb-4">{describeRisk(risk, currency)}</p> : null}
          <ul className="estimate-states" aria-label="By status">
            {states.map(({ state, count, cents }) => (
              <li key={state}>
                <a
                  href={`/account/changes${filterQuery({ ...filters, type: filters.type === state ? null : state })}`}
                  aria-current={filters.type === state ? "true" : undefined}
                >
                  <b>{STATE_RULES[state].label}</b> {count}
                  <span className="estimate-quiet">
                    {state === "draft" ? "" : formatChange(cents, currency)}
                  </span>
                </a>
              </li>
            ))}
          </ul>
        </>
      }
      list={list}
    >
      {(row) => (
        <a className="estimate-list-row estimate-row" href={`/account/changes/${row.id}`}>
          <span>
            <b>{row.title}</b>
            <span className="estimate-quiet">
              {[
                row.number ?? row.change?.pco,
                row.job,
                row.date && dayWords(Temporal.PlainDate.from(row.date)),
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
          </span>
          <span className="estimate-since">
            {STATE_RULES[row.state as State].label}
            <span className="estimate-quiet">
              {row.change && row.change.days !== 0 ? formatDays(row.change.days) : ""}
            </span>
          </span>
          <span className="estimate-amount">
            {row.isPriced ? formatChange(row.amount ?? row.change?.writtenCents ?? 0, currency) : NO_PRICE}
          </span>
        </a>
      )}
    </ItemPage>
  );
}
