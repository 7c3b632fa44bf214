import { ONE, thousandthsInputValue } from "../money/amounts.ts";

/** One row of an invoice. */
export interface InvoiceLine {
  /** The product or service in QuickBooks. */
  readonly item: string;
  readonly text: string;
  /** In thousandths. */
  readonly quantity?: number;
  /** Its whole price; negative for a credit or discount. */
  readonly cents: number;
}

/** What a client approved, to be billed. */
export interface Invoice {
  /** Unique in the business, such as "EST-2026-001". */
  readonly number: string;
  readonly jobId: string;
  /** The day it was approved, where the job is: "2026-11-30". */
  readonly day: string;
  readonly title: string;
  /** They add up to what was approved. */
  readonly lines: readonly InvoiceLine[];
}

/**
 * The columns of QuickBooks Online’s own sample file that we fill; it maps columns with these names by
 * itself. An asterisk marks those that it requires.
 */
export const INVOICE_HEADINGS = [
  "*InvoiceNo",
  "*Customer",
  "*InvoiceDate",
  "*DueDate",
  "Memo",
  "Item(Product/Service)",
  "ItemDescription",
  "ItemQuantity",
  "ItemRate",
  "*ItemAmount",
  "Taxable",
] as const;

export const CUSTOMER_HEADINGS = ["Name", "Email", "Phone", "Street", "City", "State", "ZIP"] as const;

/** Characters. QuickBooks refuses the whole file if a cell is longer. */
const LONGEST = { number: 21, name: 100, text: 4000, street: 2000 } as const;

/** @returns cents; negative if credits are more */
export const invoiceCents = ({ lines }: Pick<Invoice, "lines">): number =>
  lines.reduce((sum, { cents }) => sum + cents, 0);

/** QuickBooks doesn’t import invoices of nothing or less: a credit is entered there by hand. */
export const canImport = (invoice: Pick<Invoice, "lines">): boolean => invoiceCents(invoice) > 0;

const clip = (text: string, most: number): string => Array.from(text).slice(0, most).join("").trim();

/** A name as QuickBooks accepts it: it reads a colon as "parent:child" and refuses quotes, tabs and lines. */
export const quickBooksName = (name: string): string =>
  clip(
    name
      .replaceAll(/\s*:\s*/g, " - ")
      .replaceAll('"', "")
      .replaceAll(/[\p{Cc}\s]+/gu, " ")
      .trim(),
    LONGEST.name,
  );

/** "2026-11-30" as "11/30/2026". */
const usDate = (day: string): string => {
  const [year, month, date] = day.split("-");
  return `${month}/${date}/${year}`;
};

const money = (cents: number): string => (cents / 100).toFixed(2);

/**
 * The rows of an invoice, due the day it’s dated; QuickBooks has the business’s terms. Quantity times rate
 * is the amount, so a price that doesn’t divide is one of quantity 1. Sales tax is a row of its own and no
 * row is taxable, so that QuickBooks adds nothing to what was approved.
 */
export function invoiceRows(
  { number, day, title, lines }: Pick<Invoice, "number" | "day" | "title" | "lines">,
  customer: string,
): string[][] {
  const date = usDate(day);
  return lines.map(({ item, text, quantity = ONE, cents }) => {
    const rate = (cents * ONE) / quantity;
    const isExact = Number.isInteger(rate);
    return [
      ...[clip(number, LONGEST.number), quickBooksName(customer), date, date, clip(title, LONGEST.text)],
      ...[quickBooksName(item), clip(text, LONGEST.text)],
      isExact ? thousandthsInputValue(quantity) : "1",
      ...[money(isExact ? rate : cents), money(cents), "N"],
    ];
  });
}

export interface Customer {
  readonly name: string;
  readonly email: string | null;
  /** As people in its country write it: "(303) 555-0142". */
  readonly phone: string | null;
  /** In one line. */
  readonly address: string | null;
}

const US_ADDRESS = /^(.+), ([^,]+), ([A-Z]{2}),? (\d{5}(?:-\d{4})?)(?:, (?:USA?|United States))?$/;

/** A customer’s row. An address that isn’t a US one in one line is all street. */
export function customerRow({ name, email, phone, address }: Customer): string[] {
  const [, street = address ?? "", city = "", state = "", zip = ""] = US_ADDRESS.exec(address ?? "") ?? [];
  return [
    ...[quickBooksName(name), email ?? "", phone ?? "", clip(street, LONGEST.street)],
    ...[city, state, zip],
  ];
}
