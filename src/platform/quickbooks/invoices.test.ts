import { expect, it } from "vitest";
import { csvLine } from "../csv/csv.ts";
import {
  canImport,
  CUSTOMER_HEADINGS,
  customerRow,
  INVOICE_HEADINGS,
  invoiceCents,
  invoiceRows,
  quickBooksName,
} from "./invoices.ts";

const deck = {
  ...{ number: "EST-2026-001", day: "2026-11-03", title: "Deck, 12 x 16" },
  lines: [
    { item: "Deck", text: "Footings", quantity: 8000, cents: 76_000 },
    { item: "Deck", text: "=cmd|'/c calc'!A1", quantity: 3000, cents: 10_000 },
    { item: "Discount", text: "", cents: -5_000 },
    { item: "Sales tax", text: "", cents: 6_683 },
  ],
};

it("is the file that QuickBooks Online imports, byte for byte", () => {
  const rows = [[...INVOICE_HEADINGS], ...invoiceRows(deck, 'Hale: Dana "DJ"')];
  expect(rows.map(csvLine).join("")).toBe(
    [
      "*InvoiceNo,*Customer,*InvoiceDate,*DueDate,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,Taxable",
      'EST-2026-001,Hale - Dana DJ,11/03/2026,11/03/2026,"Deck, 12 x 16",Deck,Footings,8,95.00,760.00,N',
      // A third of 100.00 isn't whole cents, and a spreadsheet would run the text.
      `EST-2026-001,Hale - Dana DJ,11/03/2026,11/03/2026,"Deck, 12 x 16",Deck,'=cmd|'/c calc'!A1,1,100.00,100.00,N`,
      'EST-2026-001,Hale - Dana DJ,11/03/2026,11/03/2026,"Deck, 12 x 16",Discount,,1,-50.00,-50.00,N',
      'EST-2026-001,Hale - Dana DJ,11/03/2026,11/03/2026,"Deck, 12 x 16",Sales tax,,1,66.83,66.83,N',
      "",
    ].join("\r\n"),
  );
  expect(invoiceCents(deck)).toBe(87_683);
});

it("has customers with an address in parts where it is a US one in one line", () => {
  const dana = { name: "Dana Hale", email: "dana@example.com", phone: "(303) 555-0142" };
  const rows = [
    [...CUSTOMER_HEADINGS],
    customerRow({ ...dana, address: "14 Elm Street, Unit 2, Denver, CO 80202" }),
    customerRow({ name: "Bo", email: null, phone: null, address: "Corner of 5th and Main" }),
    customerRow({ name: "Kim", email: null, phone: null, address: null }),
  ];
  expect(rows.map(csvLine).join("")).toBe(
    [
      "Name,Email,Phone,Street,City,State,ZIP",
      'Dana Hale,dana@example.com,(303) 555-0142,"14 Elm Street, Unit 2",Denver,CO,80202',
      "Bo,,,Corner of 5th and Main,,,",
      "Kim,,,,,,",
      "",
    ].join("\r\n"),
  );
});

it("leaves out credits, which QuickBooks doesn’t import, and clips what it would refuse", () => {
  expect(canImport({ lines: [{ item: "Labor", text: "", cents: -100 }] })).toBe(false);
  expect(canImport({ lines: [] })).toBe(false);
  expect(canImport(deck)).toBe(true);
  expect(Array.from(quickBooksName("👷".repeat(150)))).toHaveLength(100);
  const [row] = invoiceRows({ ...deck, number: "X".repeat(40) }, "A\tB\nC");
  expect([row![0], row![1]]).toEqual(["X".repeat(21), "A B C"]);
});
