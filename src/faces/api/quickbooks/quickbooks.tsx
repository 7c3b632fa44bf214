import { Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { getBusiness, inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { formatAmount } from "#platform/money/money.ts";
import { invoiceCents } from "#platform/quickbooks/invoices.ts";
import { todayAt } from "#platform/time/day.ts";
import { dayWords } from "#platform/time/format.ts";
import { LinkButton, SubmitButton } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Page, PageHeader, Section } from "#ui/layout.tsx";
import { Table } from "#ui/table.tsx";
import { customersOf, findInvoices } from "./invoices.server.ts";
import { readWanted } from "./wanted.ts";

export const meta = () => [{ title: "QuickBooks" }];

const HERE = "/account/settings/quickbooks";
/** What QuickBooks Online imports from one file. */
const MOST = { invoices: 100, rows: 1000 } as const;

export function loader(args: LoaderFunctionArgs) {
  return inAccount(args, "work.read", async (ctx) => {
    const wanted = readWanted(args.request.url, todayAt(ctx.now, await zoneOf(ctx)));
    const { invoices, credits } = await findInvoices(ctx, wanted);
    const customers = await customersOf(ctx, [...new Set(invoices.map(({ jobId }) => jobId))]);
    const { currency } = await getBusiness(ctx);
    const rowOf = (invoice: (typeof invoices)[number]) => ({
      number: invoice.number,
      title: invoice.title,
      customer: customers.get(invoice.jobId)?.name ?? "",
      day: dayWords(Temporal.PlainDate.from(invoice.day)),
      amount: formatAmount(invoiceCents(invoice), currency),
    });
    return {
      ...("job" in wanted ? { from: "", to: "" } : wanted),
      query: new URLSearchParams(wanted).toString(),
      rows: invoices.map(rowOf),
      credits: credits.map(rowOf),
      isTooLong:
        invoices.length > MOST.invoices ||
        invoices.reduce((sum, { lines }) => sum + lines.length, 0) > MOST.rows,
    };
  });
}

/** Approved estimates and change orders as files that QuickBooks Online imports. */
export default function QuickBooks() {
  const { from, to, query, rows, credits, isTooLong } = useLoaderData<typeof loader>();
  return (
    <Page>
      <PageHeader title="QuickBooks">
        Approved estimates and change orders as invoices for QuickBooks Online.
      </PageHeader>
      <Form method="get" action={HERE} className="mb-8 flex max-w-narrow flex-wrap items-end gap-4">
        <Field name="from" type="date" label="Approved from" required defaultValue={from} />
        <Field name="to" type="date" label="Through" required defaultValue={to} />
        <SubmitButton kind="plain">Show</SubmitButton>
      </Form>
      {rows.length === 0 ? (
        <p className="mb-8 max-w-measure">Nothing was approved in these days.</p>
      ) : (
        <>
          <Table
            caption="Invoices"
            rows={rows}
            rowKey={({ number }) => number}
            columns={[
              { label: "Number", cell: ({ number }) => number, isShort: true },
              { label: "Customer", cell: ({ customer }) => customer },
              { label: "For", cell: ({ title }) => title },
              { label: "Approved", cell: ({ day }) => day, isShort: true },
              { label: "Amount", cell: ({ amount }) => amount, figures: true },
            ]}
          />
          <div className="my-6 flex flex-wrap gap-3">
            <LinkButton href={`${HERE}/customers.csv?${query}`} kind="plain">
              Customers (CSV)
            </LinkButton>
            <LinkButton href={`${HERE}/invoices.csv?${query}`} kind="signal">
              Invoices (CSV)
            </LinkButton>
          </div>
          {isTooLong ? (
            <p className="mb-6 max-w-measure">
              QuickBooks imports {MOST.invoices} invoices or {MOST.rows.toLocaleString("en-US")} rows at a
              time. Choose fewer days.
            </p>
          ) : null}
        </>
      )}
      {credits.length > 0 ? (
        <Section title="Enter by hand" id="credits">
          <p className="mt-4 max-w-measure">
            QuickBooks doesn’t import credits. Enter these there as credit memos:
          </p>
          <ul className="mt-2 list-disc pl-6">
            {credits.map(({ number, title, amount }) => (
              <li key={number}>
                {number}, {title}: {amount}
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      <Section title="How to import" id="how">
        <ol className="mt-4 grid max-w-measure list-decimal gap-2 pl-6 pb-12">
          <li>
            In QuickBooks Online, open Settings, Import data. Import the customers first, then the invoices.
            Choose the date format MM/DD/YYYY.
          </li>
          <li>
            Sales tax is a line of its own and nothing is marked taxable, so each invoice adds up to exactly
            what your client approved.
          </li>
          <li>
            First turn on custom transaction numbers there, so that invoices have these numbers. QuickBooks
            then warns you if you import one twice.
          </li>
        </ol>
      </Section>
    </Page>
  );
}
