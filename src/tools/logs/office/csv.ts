import type { LoaderFunctionArgs } from "react-router";
import { fullNamesOf } from "#ground/identity/public.server.ts";
import { findStoredRecords, shownFields } from "#ground/sync/public.server.ts";
import { downloadItems } from "#ground/worklist/public.server.ts";
import { weatherOf } from "#trade/weather/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Units } from "#platform/measures/units.ts";
import { filtersOf } from "./filters.ts";
import {
  daysOf,
  ENTRY_SEARCH,
  type EntryRow,
  entriesOfDays,
  entriesWith,
  companiesIn,
  submittedAtByDay,
  weathersOf,
} from "./find.server.ts";
import { guestLabel } from "../day/company.ts";
import { dayId } from "../ids.ts";
import { type OfficeData, loadOfficeData } from "./office.server.ts";
import { correctionsOf, isLate } from "#trade/fieldwork/public.ts";
import { entryOf, type LogEntry, STATE_LABELS, TYPE_LABELS } from "../rules.ts";

const headings = (units: Units): string[] => [
  "Date",
  "Job",
  "Company",
  "Day",
  "Kind",
  "What",
  "Text",
  "People",
  "Hours",
  "Hours lost",
  "Critical path",
  "Tags",
  "Photos",
  "Late",
  "Corrects",
  "Status",
  "Written by",
  "Written at",
  "Weather",
  `High, ${units === "us" ? "°F" : "°C"}`,
  `Low, ${units === "us" ? "°F" : "°C"}`,
  `Rain, ${units === "us" ? "in" : "mm"}`,
  "Latitude",
  "Longitude",
  "Accuracy, m",
  "Entry",
];

/** Entries as CSV, newest first, read while the file is sent. */
export const loader = (args: LoaderFunctionArgs): Promise<Response> =>
  downloadItems(args, filtersOf(new URL(args.request.url).searchParams), {
    name: "logs",
    search: ENTRY_SEARCH,
    headings: async (ctx) => headings((await loadOfficeData(ctx)).units),
    rowsOf: async (ctx, items) =>
      csvRows(
        await loadOfficeData(ctx),
        await entriesWith(
          ctx,
          items.map(({ id }) => id),
        ),
      ),
  });

async function csvRows(known: OfficeData, rows: readonly EntryRow[]): Promise<string[][]> {
  const { ctx, jobs, units } = known;
  // Others may read the file, so it has full names and addresses, and never "you".
  const names = await fullNamesOf(
    ctx.db,
    rows.flatMap(({ author, company }) => [author, company]),
  );
  const nameOf = (id: string | null) => (id === null ? "nobody" : (names.get(id) ?? "a former coworker"));
  const idOf = ({ jobId, date, company }: EntryRow) => dayId(jobId, date, company);
  const days = new Map((await daysOf(ctx, [...new Set(rows.map(idOf))])).map((day) => [day.id, day]));
  const submittedAts = await submittedAtByDay(ctx, [...days.values()]);
  const firm = await companiesIn(ctx, rows);
  const weathers = await weathersOf(ctx, [...new Set(rows.map(({ weather }) => weather))]);
  // A correction may be on another page than its entry.
  const { replaced, waiting } = correctionsOf(await entriesOfDays(ctx, [...days.values()]));
  const statusOf = ({ id, approved, company }: EntryRow): string =>
    approved === false
      ? "declined"
      : replaced.has(id)
        ? "corrected"
        : waiting.has(id) || (approved === null && company !== ctx.account.id)
          ? "waiting"
          : "counted";
  const full = await fullEntries(ctx, rows);
  const degrees = (celsius: number | null | undefined) =>
    units === "us" && typeof celsius === "number" ? (celsius * 9) / 5 + 32 : celsius;
  const rain = (mm: number | null | undefined) => (units === "us" && typeof mm === "number" ? mm / 25.4 : mm);
  const figure = (value: number | null | undefined) =>
    value === null || value === undefined ? "" : String(Math.round(value * 100) / 100);
  return rows.map((row) => {
    const job = jobs.get(row.jobId);
    const day = days.get(idOf(row));
    const { readings, manual } = weatherOf(weathers.get(row.weather) ?? {});
    const [reading] = readings;
    const submittedAt = submittedAts.get(idOf(row)) ?? null;
    const status = statusOf(row);
    // Only entries that count have numbers, so that column sums are right.
    const counts = status === "counted" || status === "waiting";
    const counted = (value: number | null) => (counts ? figure(value) : "");
    const { delay, place } = full.get(row.id) ?? {};
    const late = isLate(row, {
      at: row.writtenAt.epochMilliseconds,
      zone: job?.zone ?? known.zone,
      submittedAt,
    });
    return [
      row.date,
      job?.name ?? "",
      row.company === ctx.account.id ? "" : guestLabel(firm(row) ?? nameOf(row.company)),
      STATE_LABELS[day?.state ?? "draft"],
      TYPE_LABELS[row.type],
      row.title,
      row.text,
      counted(row.people),
      counted(row.hours),
      counted(row.hoursLost),
      row.hoursLost === null ? "" : delay?.critical ? "yes" : "no",
      row.tags.join(", "),
      row.photos.length > 0 ? String(row.photos.length) : "",
      late ? "late" : "",
      row.corrects ?? "",
      status,
      nameOf(row.author),
      row.writtenAt.toString(),
      [reading?.words, manual?.words].filter(Boolean).join("; "),
      figure(degrees(reading?.highC)),
      figure(degrees(reading?.lowC)),
      figure(rain(reading?.rainMm)),
      ...(place ? [String(place.lat), String(place.lon), figure(place.accuracy)] : ["", "", ""]),
      row.id,
    ];
  });
}

/** Rows lack the place and details of delays. */
async function fullEntries(ctx: AccountContext, rows: readonly EntryRow[]): Promise<Map<string, LogEntry>> {
  const records = await findStoredRecords(
    ctx,
    rows.map(({ id }) => id),
  );
  return new Map(records.map(({ id, fields }) => [id, entryOf(id, shownFields(fields))]));
}
