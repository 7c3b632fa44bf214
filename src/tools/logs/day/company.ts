import type { Day } from "../rules.ts";

type CompanyDay = Pick<Day, "date" | "company" | "companyName">;

/**
 * A guest's company on a date: that day's, or else that of the latest earlier day, or of the earliest later
 * one. Null if unknown.
 * @param days of one job
 */
export function guestCompanyOf(days: readonly CompanyDay[], company: string, date: string): string | null {
  const named = days.filter(
    (day) => day.company === company && day.companyName !== null && day.date !== null,
  );
  const before = named.filter((day) => day.date! <= date);
  const candidates = before.length > 0 ? before : named;
  const isBetter = (a: CompanyDay, b: CompanyDay) =>
    before.length > 0 ? a.date! > b.date! : a.date! < b.date!;
  return (
    candidates.reduce<CompanyDay | null>(
      (best, day) => (best === null || isBetter(day, best) ? day : best),
      null,
    )?.companyName ?? null
  );
}

/** "Ray’s Electric (guest)". */
export const guestLabel = (name: string): string => `${name} (guest)`;
