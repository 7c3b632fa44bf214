import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeTicket,
  formatAmountOf,
  hoursOf,
  priceOfLines,
  statementOf,
  ticketOf,
  whyUnsignable,
} from "./ticket.ts";

const line = (more: Record<string, unknown> = {}) => ({
  ...{ place: 1, category: "labor", text: "Carpenter", people: 2, quantity: 4000, unit: "hr", cents: null },
  ...more,
});
const linesOf = (...values: Record<string, unknown>[]) =>
  ticketOf(Object.fromEntries(values.map((value, at) => [`lines.${at}`, value]))).lines;

describe("a ticket", () => {
  it("adds up the hours of all people, and a price once each line has one", () => {
    const lines = linesOf(line(), line({ category: "material", text: "Header", people: 9, quantity: 1500 }));
    expect(hoursOf(lines)).toBe(8000);
    expect(lines.map(formatAmountOf)).toEqual(["2 × 4 hr", "1.5 hr"]);
    expect(priceOfLines(lines)).toBeNull();
    const priced = linesOf(line({ cents: 6500 }), line({ category: "equipment", people: 1, cents: 1000 }));
    expect(priceOfLines(priced)).toBe(8 * 6500 + 4 * 1000);
  });

  it("can't be signed without hours, or for a price that isn't there", () => {
    const material = linesOf(line({ category: "material", cents: 100 }));
    expect(whyUnsignable([], "hours")).toContain("without hours can’t be signed");
    expect(whyUnsignable(material, "hours")).toContain("without hours can’t be signed");
    expect(whyUnsignable(linesOf(line()), "hours")).toBeNull();
    expect(whyUnsignable(linesOf(line()), "price")).toContain("has a price");
    expect(whyUnsignable(linesOf(line({ cents: 0 })), "price")).toBeNull();
  });

  it("says exactly what a signature agrees to", () => {
    const lines = linesOf(line({ cents: 6500 }));
    expect(statementOf("hours", lines, "USD")).toContain("Their price isn’t agreed to yet.");
    expect(statementOf("price", lines, "USD")).toMatch(/^I agree that 8 hours of work, .* for \$520\.00\.$/);
  });

  it("shows what was signed, whatever is written beside it", () => {
    const signed = { at: "2026-11-28T21:10:00Z", agrees: "hours", statement: "I agree." };
    const ticket = ticketOf({
      ...{ change: "c", day: "2026-12-01", work: "Other", "lines.x": line({ people: 50 }) },
      signed: { ...signed, day: "2026-11-28", work: "Moved it", lines: [{ id: "a", ...line() }] },
      signer: { name: "Sam Hale", role: "", drawing: null },
    });
    expect(ticket).toMatchObject({ day: "2026-11-28", work: "Moved it" });
    expect(describeTicket(ticket)).toBe("8 hours, signed by Sam Hale");
  });

  it("reads anything a device writes", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom("lines.a", "signed", "signer", "day"), fc.jsonValue()),
        (values) => {
          const { lines } = ticketOf(values);
          expect(hoursOf(lines)).toBeGreaterThanOrEqual(0);
          expect(typeof describeTicket(ticketOf(values))).toBe("string");
        },
      ),
    );
  });
});
