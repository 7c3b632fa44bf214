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
      name: z.string().nullable().describe("Of a guest: the firm that they gave; null while they gave none."),
      isGuest: z.boolean().describe("False: your own business."),
    })
    .describe("Whose log of that day it is."),
  state: z.enum(STATES).describe("`draft` is open; `rejected` was sent back."),
  stateAt: maybeAt.describe("Since when; null while nobody has said anything of the day."),
  why: z.string().nullable().describe("Why it was sent back."),
});
export const LogList = listOf(Log);

export const LogEntry = z.strictObject({
  id,
  type: z.enum(TYPES),
  title: z.string().describe("What stands above it: the crew, what came, the delay."),
  text: z.string(),
  people: z.int().nullable().describe("How many worked."),
  hours: z.number().nullable().describe("Hours of all of them together."),
  hoursLost: z.number().nullable(),
  tags: z.array(z.string()),
  photos: z.int().describe("How many photos and videos it has."),
  author: id.nullable().describe("Who wrote it first; null for somebody without an account."),
  writtenAt: at,
  approved: z.boolean().nullable().describe("What was said of a guest's entry; null while nothing was."),
  corrects: id.nullable().describe("The entry that it corrects."),
  counts: z
    .boolean()
    .describe("Whether it counts in totals: not if it was left out, or a correction took its place."),
});

const celsius = z.number().nullable().describe("Degrees Celsius.");
const perSecond = z.number().nullable().describe("Metres a second.");
export const Weather = z.strictObject({
  reading: z
    .strictObject({
      source: z
        .enum(["nws", "open-meteo", "open-meteo-archive"])
        .describe("The National Weather Service, or Open-Meteo (CC BY 4.0)."),
      basis: z.enum(["observed", "modelled"]),
      modelled: z.array(z.enum(["rainMm", "snowCm"])).describe("What Open-Meteo filled in of these."),
      place: z.string().describe("The station, or the grid cell."),
      words: z.string(),
      highC: celsius,
      lowC: celsius,
      rainMm: z.number().nullable(),
      snowCm: z.number().nullable(),
      windMs: perSecond,
      gustMs: perSecond,
      asOf: maybeAt.describe("Where the day was not over: up to when it tells."),
    })
    .nullable()
    .describe("What a weather service said of the day."),
  seen: z
    .strictObject({
      words: z.string(),
      tempC: celsius,
      rainMm: z.number().nullable(),
      windMs: perSecond,
      at: z.iso.datetime({ offset: true }).nullable(),
    })
    .nullable()
    .describe("What somebody saw on site."),
});

export const LogWithEntries = Log.extend({
  entries: z.array(LogEntry).describe("In the order that they were written."),
  weather: Weather.nullable(),
});
