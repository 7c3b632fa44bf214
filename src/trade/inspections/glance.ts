import type { ShownRecord } from "#ground/sync/public.tsx";
import { dateAt, firstWritten } from "#trade/fieldwork/public.ts";
import { countOf, type GlanceAt, type GlanceLine, lineFor } from "#trade/jobs/public.ts";
import { isWalked, RUN, runOf } from "./rules/run.ts";
import { firstDayOf, openDueDays, SCHEDULE, scheduleOf } from "./schedules/rules.ts";

/** The kinds of records that `glanceOfLists` reads. */
export const LIST_KINDS: readonly string[] = [RUN, SCHEDULE];

/** The lists of a job that are due today, were missed, or aren't finished. */
export function glanceOfLists(
  of: (kind: string) => readonly ShownRecord[],
  { today, zone, user, hasActions }: Pick<GlanceAt, "today" | "zone" | "user" | "hasActions">,
): readonly GlanceLine[] {
  const runs = of(RUN).map(({ values }) => runOf(values));
  const done = new Set(
    runs.flatMap(({ due, state }) => (due && isWalked(state) ? [`${due.schedule} ${due.on}`] : [])),
  );
  const day = Temporal.PlainDate.from(today);
  const days = of(SCHEDULE).flatMap(({ id, values, fields }) => {
    const schedule = scheduleOf(values);
    if (schedule.who !== null && schedule.who !== user) return [];
    const since = firstDayOf(schedule, dateAt(firstWritten(fields)?.at ?? 0, zone));
    return openDueDays(schedule, { today: day, since }, (on) => done.has(`${id} ${on}`)).map((on) => ({
      id,
      on,
    }));
  });
  const late = days.filter(({ on }) => on < today);
  const dueToday = days.filter(({ on }) => on === today);
  const open = runs.filter(({ state, isSafety }) => state === "open" && !(hasActions && isSafety)).length;
  const pathTo = (one: (typeof days)[number] | undefined) =>
    one ? { path: `checklists/due/${one.id}?on=${one.on}` } : {};
  return [
    ...lineFor(late.length, (count) => `${countOf(count, "list")} missed`, {
      needs: "late",
      ...pathTo(late[0]),
    }),
    ...lineFor(dueToday.length, (count) => `${countOf(count, "list")} due today`, {
      needs: "now",
      ...pathTo(dueToday[0]),
    }),
    ...lineFor(open, (count) => `${countOf(count, "list")} in progress`),
  ];
}
