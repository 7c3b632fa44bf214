/** Test names of a run, by the try at which they passed. */
export interface Passed {
  first: string[];
  second: string[];
}
/** Counts second tries over runs; see second-tries.mjs. */
export function countSecondTries(
  counts: Readonly<Record<string, number>>,
  passed: Passed,
): { counts: Record<string, number>; defects: string[] };
/** Adds a run to the counts in a file. */
export function rememberSecondTries(file: string, passed: Passed): string[];
