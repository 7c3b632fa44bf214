/** What is counted. */
export interface FailFilters {
  /** What runs were started from; null for all lists. */
  readonly list: string | null;
  /** This month and those before it; null for all. */
  readonly months: number | null;
}

export const PERIODS = [
  { value: "1", label: "This month" },
  { value: "3", label: "The last 3 months" },
  { value: "12", label: "The last 12 months" },
  { value: "all", label: "All months" },
] as const;
const USUAL = 3;
const LIST = /^[\w-]{1,60}$/;

/** The filters of an address; anything invalid is left out. */
export function readFailFilters(params: URLSearchParams): FailFilters {
  const list = params.get("list") ?? "";
  const period = PERIODS.find(({ value }) => value === params.get("months"))?.value ?? String(USUAL);
  return { list: LIST.test(list) ? list : null, months: period === "all" ? null : Number(period) };
}

/** "3 of 12 (25%)". */
export const formatRefused = ({
  refused,
  issues,
}: {
  readonly refused: number;
  readonly issues: number;
}): string => `${refused} of ${issues} (${Math.round((refused / issues) * 100)}%)`;

/** "2.5 days"; "Less than a day"; null for an issue that isn’t fixed. */
export const formatDays = (days: number | null): string | null =>
  days === null
    ? null
    : days < 1
      ? "Less than a day"
      : days === 1
        ? "1 day"
        : `${days.toLocaleString("en-US")} days`;

/** "25%". */
export const formatRate = ({
  failed,
  marked,
}: {
  readonly failed: number;
  readonly marked: number;
}): string => `${Math.round((failed / marked) * 100)}%`;
