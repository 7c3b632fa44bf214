import type { FilledShape, ShapeAsk } from "#trade/jobs/public.server.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import { chapterOf } from "./chapter.ts";
import { companyName, datesOf, emptyDays } from "./dates.ts";
import { formatCount } from "./figures.ts";
import { totalsOf } from "./totals.ts";

/**
 * Totals if there are several days, then a chapter for each. Null if nothing was logged. A schedule repeats a
 * whole day if something was written for it since, not if it was only approved or sealed.
 */
export function fillDailyLog(records: readonly JobRecord[], ask: ShapeAsk): FilledShape | null {
  const { dates, logged } = datesOf(records, ask);
  if (dates.length === 0) return null;
  const empty = emptyDays(logged, dates, ask);
  const isOne = ask.sinceCount === null ? ask.from === ask.to : dates.length === 1 && empty.length === 0;
  const entries = dates.reduce((sum, one) => sum + one.entries.length, 0);
  return {
    counts: [
      ...(isOne ? [] : [formatCount(dates.length, "day", "days")]),
      formatCount(entries, "entry", "entries"),
    ],
    entries,
    company: ask.company === null ? null : companyName(ask.company, dates, ask),
    from: ask.sinceCount === null ? ask.from : dates[0]!.date,
    to: ask.sinceCount === null ? ask.to : dates.at(-1)!.date,
    chapters: [...(isOne ? [] : [totalsOf(dates, empty, ask)]), ...dates.map((one) => chapterOf(one, ask))],
  };
}
