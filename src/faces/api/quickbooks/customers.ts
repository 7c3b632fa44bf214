import type { LoaderFunctionArgs } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { CUSTOMER_HEADINGS, customerRow } from "#platform/quickbooks/invoices.ts";
import { todayAt } from "#platform/time/day.ts";
import { customersOf, distinctCustomers, findInvoices } from "./invoices.server.ts";
import { readWanted } from "./wanted.ts";

/** The clients of those invoices, as customers that QuickBooks Online imports. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const rows = await inAccount(args, "work.read", async (ctx) => {
    const { invoices, credits } = await findInvoices(
      ctx,
      readWanted(args.request.url, todayAt(ctx.now, await zoneOf(ctx))),
    );
    const jobIds = new Set([...invoices, ...credits].map(({ jobId }) => jobId));
    return distinctCustomers((await customersOf(ctx, [...jobIds])).values()).map(customerRow);
  });
  return csvResponse(
    (async function* () {
      yield [CUSTOMER_HEADINGS, ...rows];
    })(),
    "quickbooks-customers.csv",
  );
}
