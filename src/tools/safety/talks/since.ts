import { readDate, type Values } from "#ground/sync/public.ts";

/**
 * The day from which talks are counted: the job’s first day, or the day the clock was set if that is later.
 * A clock that is set in the middle of a job doesn’t begin with a talk that was missed months ago.
 * @param clock values of the clock’s record @param startsOn of the job, "2026-11-29"
 */
export function sinceOf(clock: Values, startsOn: string | null): string | null {
  const [set, first] = [readDate(clock["since"]), readDate(startsOn)];
  if (set === null) return first;
  return first !== null && first > set ? first : set;
}
