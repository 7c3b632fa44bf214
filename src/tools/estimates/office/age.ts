/** "Today", "1 day", "12 days", "3 months". Whole units, rounded down. */
export function formatAge(since: Temporal.Duration): string {
  const days = Math.max(0, Math.floor(since.total("hours") / 24));
  const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (days === 0) return "Today";
  if (days < 60) return of(days, "day");
  return days < 730 ? of(Math.floor(days / 30), "month") : of(Math.floor(days / 365), "year");
}
