import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import { defineKind, shownFields } from "#ground/sync/public.server.ts";
import { defineProjection } from "#ground/worklist/public.server.ts";
import { dateAt, firstWritten } from "#trade/fieldwork/public.ts";
import { refuse } from "#trade/fieldwork/public.server.ts";
import { LONGEST } from "../rules/items.ts";
import { HOURS, MOST_EVERY, nameOfSchedule, refuseSchedule, SCHEDULE, scheduleOf, UNITS } from "./rules.ts";

const line = z.string().trim().min(1).max(LONGEST.title);

/** What devices may write of schedules, and how lists over all jobs find them. Called once per process. */
export function defineSchedules(): void {
  defineKind({
    kind: SCHEDULE,
    scope: "job",
    fields: {
      title: line,
      list: z.string().min(1).max(60),
      place: line.nullable(),
      rhythm: z
        .strictObject({
          every: z.int().min(1).max(MOST_EVERY),
          unit: z.enum(UNITS),
          weekdays: z.array(z.int().min(1).max(7)).max(7),
        })
        .nullable(),
      from: z.iso.date(),
      to: z.iso.date().nullable(),
      by: z
        .int()
        .min(HOURS.from)
        .max(HOURS.to - 1),
      who: z.uuid().nullable(),
      paused: z.boolean(),
      movedTo: z.strictObject({ job: z.uuid(), schedule: z.uuid() }).nullable(),
      since: z.iso.date(),
    },
    mayWrite(ctx, { sets }, before) {
      if (actingRole(ctx) === "guest")
        return refuse("forbidden", "Only people of the business schedule checklists.");
      const why = refuseSchedule({ ...(before ? shownFields(before.fields) : {}), ...sets });
      return why === null ? null : refuse("invalid", why);
    },
  });
  defineProjection({
    kind: SCHEDULE,
    itemOf({ fields }) {
      const schedule = scheduleOf(shownFields(fields));
      const written = firstWritten(fields);
      if (!written) return null;
      const title = nameOfSchedule(schedule);
      return {
        ...{ date: dateAt(written.at, "UTC"), title, texts: [title] },
        ...{ type: schedule.movedTo ? "moved" : schedule.isPaused ? "paused" : "on", person: written.author },
      };
    },
  });
}
