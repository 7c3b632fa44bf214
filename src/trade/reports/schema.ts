import { z } from "zod";
import { isZone } from "#ground/businesses/public.server.ts";
import { recipients } from "#ground/papers/public.server.ts";
import { EVERYTHING, PHOTO_CHOICES } from "./rules.ts";

const yes = z
  .string()
  .optional()
  .transform((value) => value === "yes");
const photos = z.enum(PHOTO_CHOICES.map(({ value }) => value)).transform(Number);
const job = z.uuid("Choose a job.");
/** Within the years that date inputs offer. */
const day = z.iso
  .date("Enter a date, such as 2026-11-23.")
  .refine((value) => value >= "2000-01-01" && value < "2200-01-01", "Enter a date between 2000 and 2199.");

/** Forms opened before this choice existed lack the field. */
const shape = z
  .string()
  .regex(/^[a-z][a-z-]{0,39}$/, "Choose what the report shows.")
  .default(EVERYTHING);
const company = z
  .union([z.literal("").transform(() => null), z.uuid("Choose a company.")])
  .optional()
  .transform((value) => value ?? null);

export const reportSchema = z
  .object({ job, shape, company, from: day, to: day, photos, places: yes })
  .refine(({ from, to }) => from <= to, { path: ["to"], error: "The last day can’t be before the first." });

export const scheduleChangeSchema = z.object({
  every: z.enum(["day", "week"]),
  weekday: z.coerce.number().int().min(1).max(7),
  hour: z.coerce.number().int().min(0).max(23),
  zone: z.string().refine(isZone, "Choose a time zone."),
  shape,
  company,
  photos,
  places: yes,
  client: yes,
  to: recipients,
});

export const scheduleSchema = scheduleChangeSchema.extend({ job });

export type ReportRequest = z.output<typeof reportSchema>;
export type ScheduleChange = z.output<typeof scheduleChangeSchema>;
export type ScheduleRequest = z.output<typeof scheduleSchema>;
