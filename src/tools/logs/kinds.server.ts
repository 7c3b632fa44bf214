import { z } from "zod";
import { notifyOfGuest } from "./guest-notifications.server.ts";
import { seal } from "#ground/evidence/public.server.ts";
import {
  defineCrewHours,
  defineWork,
  isManager,
  latestToday,
  photoValue,
  placeValue,
  refuse,
} from "#trade/fieldwork/public.server.ts";
import { defineKind, onCommandApplied, shownFields } from "#ground/sync/public.server.ts";
import { definePlan, defineWeatherDays } from "#trade/weather/public.server.ts";
import { findCrewDays } from "./crew-days.server.ts";
import { dayId } from "./ids.ts";
import { defineLogItems } from "./list-items.server.ts";
import { saveDayRow, saveEntryRow, savePlanRow } from "./read-model.server.ts";
import {
  companyOf,
  refuseEntryCommand,
  refuseObservation,
  valuesOf,
  wasWrittenBeforeSubmission,
} from "./refusals.server.ts";
import { settleMissing } from "./reminders/missing-logs.server.ts";
import { loggedDates, watchLoggedDays } from "./weather-days.server.ts";
import { logWork } from "./work.ts";
import { CAUSES, dayOf, LONGEST, STATES, SUBMITTED_FIELD, TYPES } from "./rules.ts";
import { MOST_AMOUNT, MOST_HOURS, MOST_PEOPLE, refuseDate, refuseName, refuseState } from "./change-rules.ts";

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most, `That’s too long. Use at most ${most.toLocaleString("en-US")} characters.`)
    .nullable();
const hours = z
  .number()
  .min(0, "Hours per person must be 0 to 24.")
  .max(MOST_HOURS, "Hours per person must be 0 to 24.");

/** Called once per process (`tool.server.ts`). */
export function defineLogs(): void {
  onCommandApplied(watchLoggedDays);
  defineWeatherDays({ datesOf: loggedDates, refuseObservation });
  defineLogItems();
  defineKind({
    kind: "logs.day",
    scope: "job",
    fields: {
      date: z.iso.date(),
      company: z.uuid(),
      companyName: line(LONGEST.name),
      state: z.strictObject({ is: z.enum(STATES), why: line(LONGEST.why) }),
      [SUBMITTED_FIELD]: z.literal(true),
    },
    mayWrite(ctx, command, before) {
      const after = { ...valuesOf(before), ...command.sets };
      const { date, company, companyName, state } = dayOf(after);
      if (date === null || command.job === null || dayId(command.job, date, company) !== command.record)
        return refuse("invalid", "This change doesn’t say which day it’s for.");
      const dateProblem = refuseDate(date, latestToday(ctx.now));
      if (dateProblem !== null) return refuse("invalid", dateProblem);
      if (command.sets["removed"] === true) return refuse("forbidden", "A log day can’t be deleted.");
      const isOwn = company === companyOf(ctx);
      if (!isOwn && !isManager(ctx)) return refuse("forbidden", "This day belongs to another company.");
      const was = dayOf(valuesOf(before));
      const standing = { isManager: isManager(ctx), isOwn };
      const why =
        refuseState(was.state, state, standing) ??
        (companyName === was.companyName || wasWrittenBeforeSubmission(ctx, command, before)
          ? null
          : refuseName(was.state, state, standing));
      return why === null ? null : refuse("conflict", why);
    },
    async onApplied(ctx, record, { sets }) {
      const { job, fields } = record;
      const { state, date } = dayOf(shownFields(fields));
      await saveDayRow(ctx, record);
      await settleMissing(ctx, record);
      if (job !== null && state === "sealed" && sets["state"] !== undefined)
        await seal(ctx, job, `Log for ${date ?? "a day"} locked`);
    },
  });

  defineKind({
    kind: "logs.entry",
    scope: "job",
    fields: {
      date: z.iso.date(),
      company: z.uuid(),
      type: z.enum(TYPES),
      text: line(LONGEST.text),
      crew: z
        .strictObject({
          company: z.string().trim().max(LONGEST.name),
          trade: z.string().trim().max(LONGEST.trade),
          count: z.int().min(1).max(MOST_PEOPLE),
          hours,
        })
        .nullable(),
      item: z
        .strictObject({
          what: z.string().trim().min(1).max(LONGEST.caption),
          from: line(LONGEST.name),
          count: z.number().min(0).max(MOST_AMOUNT).nullable(),
          unit: line(20),
        })
        .nullable(),
      delay: z.strictObject({ cause: z.enum(CAUSES), hours, critical: z.boolean() }).nullable(),
      occurredAt: z.iso.datetime({ offset: true }).nullable(),
      place: placeValue.nullable(),
      // Keyed by hash, so that adding photos never conflicts; null removes one.
      "photos.*": photoValue.nullable(),
      "captions.*": line(LONGEST.caption),
      "tags.*": z.boolean(),
      corrects: z.uuid().nullable(),
      approved: z.boolean().nullable(),
      // A record of the job that its work is for beyond the contract.
      extraWork: z.uuid().nullable(),
    },
    mayWrite: refuseEntryCommand,
    async onApplied(ctx, record) {
      await saveEntryRow(ctx, record);
      await settleMissing(ctx, record);
      await notifyOfGuest(ctx, record);
    },
  });

  defineWork(logWork);
  defineCrewHours(findCrewDays);
  definePlan({ onApplied: savePlanRow });
}
