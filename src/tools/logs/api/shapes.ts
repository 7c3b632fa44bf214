import { z } from "zod";
import { at, date, id, listOf, maybeAt } from "#platform/api/shape-parts.ts";
import { STATES, TYPES } from "../rules.ts";

// The shapes of daily logs in answers.

export const Log = z.strictObject({
  id,
  jobId: id,
  date,
  company: z
    .strictObject({
      id,
      name: z.string().nullable().describe("For a guest, their company; null if not given."),
      isGuest: z.boolean().describe("False for your own business."),
    })
    .describe("Whose log of that day it is."),
  state: z.enum(STATES).describe("`draft` is open; `rejected` was sent back."),
  stateAt: maybeAt.describe("Since when; null if the day has no status yet."),
  why: z.string().nullable().describe("Why it was sent back."),
});
export const LogList = listOf(Log);

export const LogEntry = z.strictObject({
  id,
  type: z.enum(TYPES),
  title: z.string().describe("Its heading: the crew, the delivery, the delay."),
  text: z.string(),
  people: z.int().nullable().describe("People working."),
  hours: z.number().nullable().describe("Total hours for everyone."),
  hoursLost: z.number().nullable(),
  tags: z.array(z.string()),
  photos: z.int().describe("How many photos and videos it has."),
  author: id.nullable().describe("Original author; null for someone without an account."),
  writtenAt: at,
  approved: z.boolean().nullable().describe("Decision about a guest’s entry; null if none yet."),
  corrects: id.nullable().describe("The entry it corrects."),
  counts: z.boolean().describe("Whether it counts in totals. False if it was left out or corrected."),
});

const celsius = z.number().nullable().describe("Degrees Celsius.");
const perSecond = z.number().nullable().describe("Meters per second.");
export const Weather = z.strictObject({
  reading: z
    .strictObject({
      source: z
        .enum(["nws", "open-meteo", "open-meteo-archive"])
        .describe("The National Weather Service, or Open-Meteo (CC BY 4.0)."),
      basis: z.enum(["observed", "modelled"]),
      modelled: z.array(z.enum(["rainMm", "snowCm"])).describe("Which of these Open-Meteo filled in."),
      place: z.string().describe("The station, or the grid cell."),
      words: z.string(),
      highC: celsius,
      lowC: celsius,
      rainMm: z.number().nullable(),
      snowCm: z.number().nullable(),
      windMs: perSecond,
      gustMs: perSecond,
      asOf: maybeAt.describe("If the day wasn’t over: covered up to this time."),
    })
    .nullable()
    .describe("Weather service reading for the day."),
  seen: z
    .strictObject({
      words: z.string(),
      tempC: celsius,
      rainMm: z.number().nullable(),
      windMs: perSecond,
      at: z.iso.datetime({ offset: true }).nullable(),
    })
    .nullable()
    .describe("Weather observed on site."),
});

export const LogWithEntries = Log.extend({
  entries: z.array(LogEntry).describe("In the order they were written."),
  weather: Weather.nullable(),
});
