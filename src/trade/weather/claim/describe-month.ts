import { formatDate, formatHours, formatLongDate } from "#trade/fieldwork/public.ts";
import type { Units } from "#platform/measures/units.ts";
import { observationLine, readingFigures, readingSource } from "../format.ts";
import type { AdverseDay, Claim, LoggedWork } from "./adverse-days.ts";
import { claimTotals, describeVerdict, describeWaiting, formatMonth, formatPassed } from "./format.ts";

/**
 * A claim by month, and by day in one month, for the office.
 * @param month.month "2026-11"
 * @param month.today days from today on aren't missing weather yet
 * @param describe.textOf what a log says of lost time
 */
export function describeClaimMonth<W extends LoggedWork>(
  claim: Claim<W>,
  { month, today, units }: { readonly month: string; readonly today: string; readonly units: Units },
  { hrefOf, textOf }: { hrefOf(date: string): string; textOf(work: W): string },
) {
  const inMonth = (date: string) => date.startsWith(month);
  const shownDay = (day: AdverseDay<W>) => ({
    date: formatLongDate(day.date),
    iso: day.date,
    href: hrefOf(day.date),
    passed: formatPassed(day.passed, units),
    weather: day.reading
      ? readingFigures(day.reading, units)
      : day.seen
        ? observationLine(day.seen, units)
        : "Not known",
    source: day.reading ? readingSource(day.reading, units) : "",
    lost: day.hoursLost ? formatHours(day.hoursLost) : "",
    critical: day.criticalHours ? formatHours(day.criticalHours) : "",
    counts: day.counts,
    verdict: describeVerdict(day),
    work: [...day.delays.map(({ entry }) => textOf(entry)), describeWaiting(day.waiting)].filter(Boolean),
  });
  return {
    month,
    title: formatMonth(month),
    months: claim.months.map((one) => ({ ...one, title: formatMonth(one.month) })),
    sums: claimTotals(claim),
    days: claim.days.filter(({ date }) => inMonth(date)).map(shownDay),
    known: claim.known.filter(({ date }) => inMonth(date)).length,
    // Today's weather is fetched when its log is started.
    unknown: claim.unknown
      .filter((date) => inMonth(date) && date < today)
      .map((date) => ({ iso: date, date: formatDate(date), href: hrefOf(date) })),
  };
}
export type ClaimMonth = ReturnType<typeof describeClaimMonth> & { readonly hasPlace: boolean };
