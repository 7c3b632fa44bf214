import { dateAt } from "#trade/fieldwork/public.ts";

/** Days in which common contracts want notice of a change, with where they say it. */
export const NOTICE_PRESETS: readonly { readonly days: number; readonly label: string }[] = [
  { days: 3, label: "3 days (some subcontracts)" },
  { days: 5, label: "5 days (some subcontracts)" },
  { days: 7, label: "7 days (some subcontracts)" },
  { days: 10, label: "10 days (some subcontracts)" },
  { days: 20, label: "20 days (federal, FAR 52.243-4(d), costs before notice)" },
  { days: 21, label: "21 days (AIA A201-2017 §15.1.3)" },
  { days: 30, label: "30 days (federal, FAR 52.243-4(e))" },
];

/** By when a job's contract wants to be told of a change. */
export interface Notice {
  /** "2026-12-04": the last day, where the job is. Calendar days, so weekends and holidays count. */
  readonly by: string;
  /** Whole days left; negative once it has passed. */
  readonly left: number;
}

/**
 * The notice clock of a change; null if its job has none, or nobody noted when it was known.
 * @param knownAt an ISO moment
 * @param noticeDays as the contract says; the day it was known isn't counted
 * @param today "2026-11-28" where the job is
 */
export function noticeOf(
  knownAt: string | null,
  noticeDays: number | null,
  zone: string,
  today: string,
): Notice | null {
  const at = knownAt === null ? Number.NaN : Date.parse(knownAt);
  if (noticeDays === null || Number.isNaN(at)) return null;
  const by = Temporal.PlainDate.from(dateAt(at, zone)).add({ days: noticeDays });
  return { by: by.toString(), left: Temporal.PlainDate.from(today).until(by, { largestUnit: "day" }).days };
}

/** "Notice due by Fri, Dec 4", "Notice was due on Fri, Dec 4: late". */
export function describeNotice({ by, left }: Notice): string {
  const day = Temporal.PlainDate.from(by).toLocaleString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
  });
  return left < 0 ? `Notice was due on ${day}: late` : `Notice due by ${day}`;
}
