import type { Units } from "#platform/measures/units.ts";
import { formatLimit } from "../claim/format.ts";
import { formatNumber } from "#platform/measures/scales.ts";
import { formatHour, MONTHS } from "#platform/time/format.ts";
import type { KindLabels } from "#trade/fieldwork/public.tsx";
import { type Plan, planOf } from "./plan-rules.ts";

export const PLAN_LABELS = {
  threshold: "Limits",
  anticipated: "Expected days lost",
  remindAt: "Reminder",
} as const;

/** "Rain of 0.5 in or more in a day", "Jan 3, Feb 2", "4 PM". */
export function describePlanVersion(
  part: keyof typeof PLAN_LABELS,
  { threshold, anticipated, remindAt }: Plan,
  units: Units,
): string {
  if (part === "remindAt") return remindAt === null ? "No reminder" : formatHour(remindAt);
  if (part === "anticipated")
    return (
      MONTHS.flatMap((month, at) =>
        anticipated[at + 1] ? [`${month.slice(0, 3)} ${formatNumber(anticipated[at + 1]!)}`] : [],
      ).join(", ") || "None"
    );
  const hours =
    threshold.hoursLost === null ? [] : [`${formatNumber(threshold.hoursLost)} hours lost count as a day`];
  return [...formatLimit(threshold, units), ...hours].join(". ") || "None";
}

/**
 * Labels of a job's plan.
 * @param pageOf where the tool that shows it has it
 */
export const planLabels = (pageOf: KindLabels["pageOf"]): KindLabels => ({
  kind: "logs.plan",
  name: "Plan",
  pageOf,
  fields: {
    threshold: {
      label: PLAN_LABELS.threshold,
      say: (threshold, { units }) => describePlanVersion("threshold", planOf({ threshold }), units),
    },
    anticipated: {
      label: PLAN_LABELS.anticipated,
      say: (anticipated, { units }) => describePlanVersion("anticipated", planOf({ anticipated }), units),
    },
    remindAt: {
      label: PLAN_LABELS.remindAt,
      say: (remindAt, { units }) => describePlanVersion("remindAt", planOf({ remindAt }), units),
      none: "No reminder",
    },
  },
});
