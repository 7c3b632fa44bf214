import { readOneOf, readText, type Values } from "#ground/sync/public.ts";
import {
  type Reminder,
  remindersOf,
  SOLD_AT,
  type SoldAt,
  stateOf,
  type UsState,
} from "#trade/law/public.ts";
import { choicesOf } from "../rules/problems.ts";
import type { Estimate } from "../rules/estimate.ts";
import { totalsOf } from "../rules/totals.ts";

export const soldAtOf = ({ soldAt }: Values): SoldAt | null => readOneOf(SOLD_AT, soldAt);

/** Ids of rules that somebody hid for this estimate. */
export const hiddenOf = ({ hiddenReminders }: Values): string[] =>
  Array.isArray(hiddenReminders) ? hiddenReminders.map(readText).filter(Boolean) : [];

export interface EstimateLaw {
  /** Where the work is done; null if its address doesn't say. */
  readonly state: UsState | null;
  readonly shown: readonly Reminder[];
  readonly hidden: readonly Reminder[];
}

/**
 * What the law may want of an estimate, whatever its client chooses; nothing before it has a line.
 * @param address of the job, which decides the state
 * @param hasLicense null where it can't be known
 */
export function lawOf(
  estimate: Estimate,
  values: Values,
  { address, currency, hasLicense }: { address: string | null; currency: string; hasLicense: boolean | null },
): EstimateLaw {
  const state = stateOf(address);
  const soldAt = soldAtOf(values);
  const hidden = new Set(hiddenOf(values));
  const isHere = estimate.lines.length > 0 && (state !== null || currency === "USD");
  const found = isHere
    ? remindersOf(
        choicesOf(estimate).map((choice) => {
          const { total, deposit } = totalsOf(estimate, choice);
          return { state, total, deposit, soldAt, hasLicense };
        }),
      )
    : [];
  return {
    state,
    shown: found.filter(({ id }) => !hidden.has(id)),
    hidden: found.filter(({ id }) => hidden.has(id)),
  };
}
