import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { OfficePage } from "#ground/worklist/public.tsx";
import { SubmitButton } from "#ui/button.tsx";
import { Select } from "#ui/field.tsx";
import { Section } from "#ui/layout.tsx";
import { Table } from "#ui/table.tsx";
import { failRates, firmRatesOf, markedLists } from "./fails.server.ts";
import { formatDays, formatRate, formatRefused, PERIODS, readFailFilters } from "./filters.ts";

export const meta = () => [{ title: "What fails often" }];

const MOST_SHOWN = 50;

export const loader = (args: LoaderFunctionArgs) =>
  inAccount(args, "work.read", async (ctx) => {
    const { search, searchParams } = new URL(args.request.url);
    const filters = readFailFilters(searchParams);
    return {
      filters,
      query: search,
      rates: await failRates(ctx, filters, MOST_SHOWN),
      lists: await markedLists(ctx),
      firms: await firmRatesOf(ctx, filters.months),
    };
  });

/** Items of checklists that fail often. */
export default function Fails() {
  const { filters, query, rates, lists, firms } = useLoaderData<typeof loader>();
  const months = filters.months === null ? "all" : String(filters.months);
  const firmsCsv = `/account/checklists/fails.csv?${new URLSearchParams({ by: "firm", months }).toString()}`;
  return (
    <OfficePage
      title="What fails often"
      about="Items that failed on any job, the most often first. “Not applicable” isn’t counted."
      csv={rates.length > 0 ? `/account/checklists/fails.csv${query}` : null}
      views={
        <p className="mb-4">
          <a className="text-link py-2.5" href="/account/checklists">
            All checklists
          </a>
        </p>
      }
    >
      <Form action="/account/checklists/fails" role="search" className="office-search">
        <div className="office-narrow-fields">
          <Select
            name="list"
            label="List"
            unmarked
            options={lists}
            placeholder="All lists"
            defaultValue={filters.list ?? ""}
          />
          <Select name="months" label="Months" unmarked options={PERIODS} defaultValue={months} />
        </div>
        <SubmitButton kind="plain">Show</SubmitButton>
      </Form>
      {rates.length > 0 ? (
        <Table
          caption="Items that failed"
          rows={rates}
          rowKey={({ list, item }) => `${list} ${item}`}
          columns={[
            { label: "Item", cell: ({ words }) => words },
            { label: "List", cell: ({ title }) => title },
            { label: "Failed", figures: true, cell: ({ failed, marked }) => `${failed} of ${marked} times` },
            { label: "Rate", figures: true, isShort: true, cell: formatRate },
            {
              label: "Marked by",
              cell: ({ people }) => people.map(({ name, count }) => `${name} ${count}`).join(", "),
            },
          ]}
        />
      ) : (
        <p className="max-w-measure">
          {lists.length > 0
            ? "Nothing failed in these months. Choose more months, or another list."
            : "Once people walk checklists, the items that fail most often show here, with how often and who marked them."}
        </p>
      )}
      {firms.length > 0 ? (
        <Section title="How subs did with their issues" id="firms">
          <p className="mb-4 max-w-measure">
            Issues found in these months, on all jobs and lists. Days count from finding an issue to its last
            fix; half of what the sub fixed took longer.
          </p>
          <Table
            caption="Subs and their issues"
            rows={firms}
            rowKey={({ firm }) => firm}
            columns={[
              { label: "Sub", cell: ({ name }) => name },
              { label: "Issues", figures: true, isShort: true, cell: ({ issues }) => issues },
              { label: "Not accepted", figures: true, cell: formatRefused },
              {
                label: "Time to fix",
                figures: true,
                cell: ({ days }) => formatDays(days) ?? "Nothing fixed yet",
              },
            ]}
          />
          <p className="mt-4">
            <a className="text-link py-2.5" href={firmsCsv}>
              Download subs as CSV
            </a>
          </p>
        </Section>
      ) : null}
    </OfficePage>
  );
}
