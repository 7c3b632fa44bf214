import { effectiveEntries } from "#trade/fieldwork/public.ts";
import { z } from "zod";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { CURSOR, cursorOf, endpoint, type Endpoint, readCursor } from "#platform/api/endpoint.ts";
import { dayQuery } from "#platform/api/shape-parts.ts";
import { isInOrder, jobQuery, NOT_IN_ORDER, stateQuery } from "#trade/jobs/public.server.ts";
import { weatherId, weatherOf } from "#trade/weather/public.server.ts";
import {
  companiesIn,
  type DayRow,
  entriesOfDays,
  type EntryRow,
  findDay,
  listDays,
  weathersOf,
} from "../office/find.server.ts";
import { STATES } from "../rules.ts";
import { Log, LogList, LogWithEntries } from "./shapes.ts";

type Shape<Schema extends z.ZodType> = z.output<Schema>;

async function logShapes(ctx: AccountContext, days: readonly DayRow[]): Promise<Shape<typeof Log>[]> {
  const firm = await companiesIn(ctx, days);
  const { name } = await getBusiness(ctx);
  return days.map((day) => {
    const isGuest = day.company !== ctx.account.id;
    return {
      id: day.id,
      jobId: day.jobId,
      date: day.date,
      company: { id: day.company, name: isGuest ? firm(day) : name, isGuest },
      state: day.state,
      stateAt: day.stateAt?.toString() ?? null,
      why: day.why,
    };
  });
}

function entryShapes(entries: readonly EntryRow[]): Shape<typeof LogWithEntries>["entries"] {
  const counted = new Set(effectiveEntries(entries).map(({ id }) => id));
  return entries.map((entry) => ({
    id: entry.id,
    type: entry.type,
    title: entry.title,
    text: entry.text,
    people: entry.people,
    hours: entry.hours,
    hoursLost: entry.hoursLost,
    tags: entry.tags,
    photos: entry.photos.length,
    author: entry.author,
    writtenAt: entry.writtenAt.toString(),
    approved: entry.approved,
    corrects: entry.corrects,
    counts: counted.has(entry.id),
  }));
}

function weatherShape(
  said: Readonly<Record<string, unknown>> | undefined,
): Shape<typeof LogWithEntries>["weather"] {
  if (!said) return null;
  const {
    readings: [reading],
    manual,
  } = weatherOf(said);
  if (!reading && !manual) return null;
  return {
    reading: reading
      ? {
          source: reading.source,
          basis: reading.basis,
          modelled: [...reading.modelled],
          place: reading.place,
          words: reading.words,
          highC: reading.highC,
          lowC: reading.lowC,
          rainMm: reading.rainMm,
          snowCm: reading.snowCm,
          windMs: reading.windMs,
          gustMs: reading.gustMs,
          asOf: reading.asOf,
        }
      : null,
    seen: manual,
  };
}

export const logsCalls: readonly Endpoint[] = [
  endpoint({
    id: "listLogs",
    method: "GET",
    path: "/logs",
    about: "Daily logs",
    summary: "Daily logs, newest day first",
    words:
      "One per job, day, and company: your business and each guest have their own. Logs of deleted jobs are included, as in the office.",
    scope: "logs:read",
    query: z
      .strictObject({
        ...jobQuery("logs"),
        from: dayQuery.optional().describe("Only this day and later ones."),
        to: dayQuery.optional().describe("Only this day and earlier ones."),
        state: stateQuery(STATES, "logs"),
      })
      .refine(isInOrder, NOT_IN_ORDER),
    answers: { 200: LogList },
    async run({ ctx, query: { limit, cursor, jobId, from, to, state } }) {
      const parts = readCursor(cursor, [CURSOR.date, CURSOR.id]);
      const found = await listDays(
        ctx,
        { job: jobId ?? null, from: from ?? null, to: to ?? null, type: null, state: state ?? null },
        parts ? { date: parts[0]!, id: parts[1]! } : null,
        limit + 1,
      );
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      return {
        body: {
          data: await logShapes(ctx, shown),
          next: found.length > limit && last ? cursorOf([last.date, last.id]) : null,
        },
      };
    },
  }),
  endpoint({
    id: "getLog",
    method: "GET",
    path: "/logs/{logId}",
    about: "Daily logs",
    summary: "One day's log with its entries and the weather",
    words:
      "Exactly what the office screens show an owner or manager: guest entries are included, with `approved` for the decision about them. Deleted entries are not. Photos are counted, and authors are ids.",
    scope: "logs:read",
    answers: { 200: LogWithEntries },
    async run({ ctx, params }) {
      const logId = params["logId"] ?? "";
      const day = isId(logId) ? await findDay(ctx, logId) : null;
      if (!day) throw new AppError("not_found", "That log doesn’t exist.");
      const [log] = await logShapes(ctx, [day]);
      const weather = weatherId(day.jobId, day.date);
      const entries = await entriesOfDays(ctx, [day]);
      const weathers = await weathersOf(ctx, [weather]);
      return {
        body: { ...log, entries: entryShapes(entries), weather: weatherShape(weathers.get(weather)) },
      };
    },
  }),
];
