import type { Establishment, RecordableCase, Totals } from "./summary.ts";

// A case whose days still run adds a day to form 300 every day. Form 300A has an estimate of them, and only
// the log is updated once the count is known: 29 CFR 1904.7(b)(3)(ix). An annual summary needs no update,
// 1904.33(b)(2).

/** A case, and whether its days still run. */
export type CountedCase = RecordableCase & { readonly isRunning: boolean };

/** The days of open cases when form 300A was certified, by the case’s id. */
export type OpenDays = Readonly<Record<string, Pick<RecordableCase, "daysAway" | "daysRestricted">>>;

/** Form 300A as it is certified. */
export interface CertifiedForm {
  readonly establishment: Establishment;
  readonly totals: Totals;
  /** Missing in certificates from before it was stored. */
  readonly open?: OpenDays;
}

/** The days of the cases that run, to be certified with the form. */
export const openDaysOf = (cases: readonly CountedCase[]): OpenDays =>
  Object.fromEntries(
    cases
      .filter(({ isRunning }) => isRunning)
      .map(({ id, daysAway, daysRestricted }) => [id, { daysAway, daysRestricted }]),
  );

/** Cases with the days that were certified, of those that were open then and still are. */
export const asCertified = <Case extends CountedCase>(cases: readonly Case[], certified: OpenDays): Case[] =>
  cases.map((one) => (one.isRunning ? { ...one, ...certified[one.id] } : one));

/** Whether two summaries differ in their days alone, columns K and L. */
export const differInDaysOnly = (one: Totals, other: Totals): boolean =>
  JSON.stringify(withoutDays(one)) === JSON.stringify(withoutDays(other));

// In one order: that of keys in jsonb isn’t ours.
const withoutDays = ({ deaths, daysAwayCases, restrictedCases, otherCases, types }: Totals) => [
  ...[deaths, daysAwayCases, restrictedCases, otherCases],
  ...Object.entries(types).toSorted(([one], [other]) => (one < other ? -1 : 1)),
];
