import type { ShapeAsk } from "#trade/jobs/public.server.ts";
import { stamp } from "#trade/fieldwork/public.ts";
import type { JobRecord } from "#ground/sync/public.server.ts";
import { type Day, dayOf, type DayState, STATE_LABELS } from "../rules.ts";

// Who submitted, approved or locked a day, in reports.

/** `at` in milliseconds since 1970. */
export interface Step {
  readonly is: DayState;
  readonly at: number;
  readonly author: string | null;
}

/** States in order of arrival; only the current one if the commands don't say. */
export function stepsOf({ fields, commands }: JobRecord): Step[] {
  const steps = commands.flatMap(({ sets, at, author }) => {
    const is = sets?.["state"] === undefined ? null : dayOf({ state: sets["state"] }).state;
    return is === null ? [] : [{ is, at, author }];
  });
  const shown = fields["state"]?.values[0];
  return steps.length > 0 || !shown
    ? steps
    : [{ is: dayOf({ state: shown.value }).state, at: shown.at, author: shown.author }];
}

/** `Submitted by Marcus, Nov 20, 2026, 5:04 PM. Approved by Lee, Nov 20, 2026, 6:02 PM.` */
export function stateLines(
  day: (Pick<Day, "state" | "why"> & { readonly steps: readonly Step[] }) | undefined,
  { zone, nameOf }: Pick<ShapeAsk, "zone" | "nameOf">,
): string[] {
  if (!day || day.state === "draft") return ["Open: not submitted yet."];
  const step = (is: DayState) => day.steps.findLast((one) => one.is === is);
  const order: Readonly<Record<Exclude<DayState, "draft">, readonly DayState[]>> = {
    submitted: ["submitted"],
    rejected: ["submitted", "rejected"],
    approved: ["submitted", "approved"],
    sealed: ["submitted", "approved", "sealed"],
  };
  const lines = order[day.state].flatMap((is) => {
    const one = step(is);
    if (!one) return [];
    const by = nameOf(one.author);
    return [`${STATE_LABELS[is]}${by ? ` by ${by}` : ""}, ${stamp(one.at, zone)}.`];
  });
  const why = day.state === "rejected" && day.why ? [`“${day.why}”`] : [];
  return [...(lines.length > 0 ? lines : [`${STATE_LABELS[day.state]}.`]), ...why];
}
