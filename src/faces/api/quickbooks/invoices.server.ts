import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { findJobs, jobOf } from "#trade/jobs/public.server.ts";
import { findLead } from "#trade/leads/public.server.ts";
import { formatPhone } from "#platform/phones/phone.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Customer, canImport, type Invoice, quickBooksName } from "#platform/quickbooks/invoices.ts";
import type { Wanted } from "./wanted.ts";

type Source = (ctx: AccountContext, jobId: string | null) => Promise<readonly Invoice[]>;

let sources: readonly Source[] = [];

/** Registers what the tools bill. Called once per process. */
export function setInvoiceSources(all: readonly Source[]): void {
  sources = all;
}

/**
 * What QuickBooks imports, and what it doesn’t: credits, which are entered there by hand. First approved
 * first.
 */
export async function findInvoices(
  ctx: AccountContext,
  wanted: Wanted,
): Promise<{ readonly invoices: readonly Invoice[]; readonly credits: readonly Invoice[] }> {
  const found: Invoice[] = [];
  for (const source of sources) found.push(...(await source(ctx, "job" in wanted ? wanted.job : null)));
  const shown = found
    .filter(({ day }) => "job" in wanted || (day >= wanted.from && day <= wanted.to))
    .toSorted((one, other) =>
      one.day === other.day
        ? one.number.localeCompare(other.number, "en-US", { numeric: true })
        : one.day < other.day
          ? -1
          : 1,
    );
  return {
    invoices: shown.filter(canImport),
    credits: shown.filter((invoice) => !canImport(invoice)),
  };
}

/** The clients of jobs, by job: the linked lead, or the client typed on the job; else the job’s name. */
export async function customersOf(
  ctx: AccountContext,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const jobs = await findJobs(ctx, jobIds);
  const records = await findStoredRecords(ctx, [...jobs.keys()]);
  const typed = new Map(records.map(({ id, fields }) => [id, jobOf(id, shownFields(fields))]));
  const customers = new Map<string, Customer>();
  for (const [jobId, { name, address, leadId }] of jobs) {
    const lead = leadId === null ? null : await findLead(ctx, leadId);
    const { clientName, clientEmail, clientPhone } = typed.get(jobId) ?? {};
    const phone = lead?.phone ?? clientPhone ?? null;
    customers.set(jobId, {
      name: lead?.name || clientName || name,
      email: lead?.email ?? clientEmail ?? null,
      phone: phone && formatPhone(phone),
      address,
    });
  }
  return customers;
}

/** Each name once, as QuickBooks tells customers apart; the first has the address. By name. */
export function distinctCustomers(all: Iterable<Customer>): Customer[] {
  const byName = new Map<string, Customer>();
  for (const customer of all) {
    const key = quickBooksName(customer.name).toLowerCase();
    if (!byName.has(key)) byName.set(key, customer);
  }
  return [...byName.values()].toSorted((one, other) => one.name.localeCompare(other.name, "en-US"));
}
