import type { LoaderFunctionArgs } from "react-router";
import { inAccount, zoneOf } from "#ground/businesses/public.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { INVOICE_HEADINGS, invoiceRows } from "#platform/quickbooks/invoices.ts";
import { todayAt } from "#platform/time/day.ts";
import { customersOf, findInvoices } from "./invoices.server.ts";
import { readWanted } from "./wanted.ts";

/** What was approved, as invoices that QuickBooks Online imports; `?from=&to=` of approval, or `?job=`. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const rows = await inAccount(args, "work.read", async (ctx) => {
    const { invoices } = await findInvoices(
      ctx,
      readWanted(args.request.url, todayAt(ctx.now, await zoneOf(ctx))),
    );
    const customers = await customersOf(ctx, [...new Set(invoices.map(({ jobId }) => jobId))]);
    return invoices.flatMap((invoice) => invoiceRows(invoice, customers.get(invoice.jobId)?.name ?? ""));
  });
  return csvResponse(
    (async function* () {
      yield [INVOICE_HEADINGS, ...rows];
    })(),
    "quickbooks-invoices.csv",
  );
}
