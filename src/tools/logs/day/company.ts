import type { Day } from "../rules.ts";

/** What a Day says of whose it is. */
type Named = Pick<Day, "date" | "company" | "companyName">;

/**
 * The firm that a guest writes for on a date: as that Day says, or else as the last Day before it that says
 * one. Where it was first said later, it is that: a name that came late is better than none. Null where no
 * Day says one.
 * @param days of one job
 */
export function guestCompanyOf(days: readonly Named[], company: string, date: string): string | null {
  const said = days.filter((day) => day.company === company && day.companyName !== null && day.date !== null);
  const before = said.filter((day) => day.date! <= date);
  const from = before.length > 0 ? before : said;
  const later = (a: Named, b: Named) => (before.length > 0 ? a.date! > b.date! : a.date! < b.date!);
  return (
    from.reduce<Named | null>((best, day) => (best === null || later(day, best) ? day : best), null)
      ?.companyName ?? null
  );
}

/** A guest's firm as it stands beside what they wrote: "Ray’s Electric (guest)". */
export const guestLabel = (name: string): string => `${name} (guest)`;
