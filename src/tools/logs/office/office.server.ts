import { actingRole, getBusiness, listPeople, may, zoneOf } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { jobsById, type JobRow } from "#trade/jobs/public.server.ts";
import {
  observationLine,
  readingFigures,
  readingSource,
  weatherId,
  weatherOf,
} from "#trade/weather/public.server.ts";
import { type After, excerpt, searchItems, searchWords, splitPage } from "#ground/worklist/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { unitsOf } from "#platform/measures/units.ts";
import { formatTime } from "#platform/time/format.ts";
import type { State } from "#ui/state-mark.tsx";
import { isLate, effectiveEntries, formatHours, formatLongDate } from "#trade/fieldwork/public.ts";
import { monthCalendar, monthOf } from "./calendar.ts";
import type { Filters } from "./filters.ts";
import {
  type DayRow,
  ENTRY_SEARCH,
  entriesOfDays,
  type EntryRow,
  entriesWith,
  companiesIn,
  submittedAtByDay,
  loggedSpans,
  listDays,
  loggedBetween,
  weathersOf,
} from "./find.server.ts";
import { guestLabel } from "../day/company.ts";
import { dayId } from "../ids.ts";
import { reportPath } from "../paper/report-path.ts";
import { type DayState, STATE_LABELS } from "../rules.ts";

const DAYS_A_PAGE = 20;
const MOST_FOUND = 100;
const PHOTOS_SHOWN = 6;
const LINES_SHOWN = 4;
const LONGEST_LINE = 220;

const STATE_MARKS: Readonly<Record<DayState, State>> = {
  draft: "waiting",
  submitted: "now",
  approved: "done",
  rejected: "stopped",
  sealed: "done",
};

const dayPath = (
  account: string,
  { jobId, date, company }: Pick<DayRow, "jobId" | "date" | "company">,
): string => `/account/job/${jobId}/logs?day=${date}${company === account ? "" : `&of=${company}`}`;

export interface OfficeData {
  readonly ctx: AccountContext;
  readonly jobs: ReadonlyMap<string, JobRow>;
  readonly zone: string;
  readonly units: ReturnType<typeof unitsOf>;
  /** By user id. */
  readonly names: ReadonlyMap<string, string>;
}

export async function loadOfficeData(ctx: AccountContext): Promise<OfficeData> {
  const people = (await listPeople(ctx)).map(({ userId }) => userId);
  return {
    ctx,
    jobs: await jobsById(ctx),
    zone: await zoneOf(ctx),
    units: unitsOf((await getBusiness(ctx)).currency),
    names: await namesOf(ctx.db, people),
  };
}

/** Adds the names of more people, such as former members. */
async function withNames(known: OfficeData, ids: readonly (string | null)[]): Promise<OfficeData> {
  const others = ids.filter((id) => id !== null && !known.names.has(id));
  return others.length === 0
    ? known
    : { ...known, names: new Map([...known.names, ...(await namesOf(known.ctx.db, others))]) };
}

/** "you" for the current user. */
const nameIn = ({ ctx, names }: OfficeData, id: string | null): string =>
  id === null ? "nobody" : id === ctx.user?.id ? "you" : (names.get(id) ?? "a former coworker");

/** With its date if that isn't `date`. */
function formatWhen(at: Temporal.Instant, zone: string, date: string): string {
  const on = at.toZonedDateTimeISO(zone).toPlainDate().toString();
  return on === date ? formatTime(at, zone) : `${formatLongDate(on)}, ${formatTime(at, zone)}`;
}

const truncate = (text: string) =>
  text.length > LONGEST_LINE ? `${text.slice(0, LONGEST_LINE).trimEnd()}…` : text;
const sum = (all: readonly (number | null)[]) => all.reduce<number>((total, one) => total + (one ?? 0), 0);
const isEmptyTitle = ({ title, type }: EntryRow) => title.toLowerCase() === type;

function lineOf(entry: EntryRow): { readonly id: string; readonly title: string; readonly text: string } {
  return { id: entry.id, title: entry.title, text: truncate(entry.text) };
}

function formatWeather(
  { units }: OfficeData,
  fields: Record<string, unknown> | undefined,
): { words: string; source: string } | null {
  if (!fields) return null;
  const { readings, manual } = weatherOf(fields);
  const [reading] = readings;
  const seen = manual ? observationLine(manual, units) : "";
  if (!reading) return seen ? { words: seen, source: "" } : null;
  return {
    words: [readingFigures(reading, units), seen].filter(Boolean).join(". "),
    source: readingSource(reading, units),
  };
}

function shownDay(
  known: OfficeData,
  day: DayRow,
  of: {
    readonly all: readonly EntryRow[];
    readonly weather: Record<string, unknown> | undefined;
    readonly firm: string | null;
    readonly submittedAt: number | null;
  },
) {
  const { all, weather, firm, submittedAt } = of;
  const { ctx, jobs } = known;
  const nameOf = (id: string | null) => nameIn(known, id);
  const job = jobs.get(day.jobId);
  const zone = job?.zone ?? known.zone;
  const entries = effectiveEntries(all);
  const photos = entries.flatMap((entry) => entry.photos);
  const late = all.filter((entry) =>
    isLate(entry, { at: entry.writtenAt.epochMilliseconds, zone, submittedAt }),
  ).length;
  const isGuestDay = day.company !== ctx.account.id;
  const people = sum(entries.map((entry) => entry.people));
  const hours = sum(entries.map((entry) => entry.hours));
  const lost = sum(entries.map((entry) => entry.hoursLost));
  return {
    id: day.id,
    jobId: day.jobId,
    job: job?.name ?? "A deleted job",
    date: formatLongDate(day.date),
    iso: day.date,
    href: dayPath(ctx.account.id, day),
    state: day.state,
    mark: STATE_MARKS[day.state],
    label: STATE_LABELS[day.state],
    said:
      day.stateAt && day.state !== "draft"
        ? `by ${nameOf(day.stateBy)}, ${formatWhen(day.stateAt, zone, day.date)}`
        : "",
    why: day.why,
    report: reportPath({
      job: day.jobId,
      from: day.date,
      to: day.date,
      company: isGuestDay ? day.company : null,
    }),
    company: isGuestDay ? guestLabel(firm ?? nameOf(day.company)) : null,
    writers: [...new Set(all.map(({ author }) => nameOf(author)))],
    crew: people ? `${people} ${people === 1 ? "person" : "people"}, ${formatHours(hours)}` : "",
    lost: lost ? `${formatHours(lost)} lost` : "",
    late,
    toApprove: isGuestDay ? all.filter(({ approved }) => approved === null).length : 0,
    entries: all.length,
    lines: entries
      .filter((entry) => entry.text || !isEmptyTitle(entry))
      .slice(0, LINES_SHOWN)
      .map(lineOf),
    moreLines: Math.max(
      0,
      entries.filter((entry) => entry.text || !isEmptyTitle(entry)).length - LINES_SHOWN,
    ),
    photos: photos.slice(0, PHOTOS_SHOWN),
    morePhotos: Math.max(0, photos.length - PHOTOS_SHOWN),
    weather: formatWeather(known, weather),
  };
}
export type ShownOfficeDay = ReturnType<typeof shownDay>;

/** Newest first, with the cursor of the next page. */
export async function officeDays(known: OfficeData, filters: Filters, after: After | null) {
  const rows = await listDays(known.ctx, filters, after, DAYS_A_PAGE + 1);
  const { page: days, next } = splitPage(rows, DAYS_A_PAGE);
  const entries = Map.groupBy(await entriesOfDays(known.ctx, days), ({ jobId, date, company }) =>
    dayId(jobId, date, company),
  );
  const weathers = await weathersOf(
    known.ctx,
    days.map(({ jobId, date }) => weatherId(jobId, date)),
  );
  const firm = await companiesIn(known.ctx, days);
  const submittedAts = await submittedAtByDay(known.ctx, days);
  const authors = [...entries.values()].flatMap((all) => all.map(({ author }) => author));
  const withAll = await withNames(known, [
    ...authors,
    ...days.flatMap(({ stateBy, company }) => [stateBy, company]),
  ]);
  return {
    days: days.map((day) =>
      shownDay(withAll, day, {
        all: entries.get(day.id) ?? [],
        weather: weathers.get(weatherId(day.jobId, day.date)),
        firm: firm(day),
        submittedAt: submittedAts.get(day.id) ?? null,
      }),
    ),
    next,
  };
}

/** Entries that match every word. */
export async function officeFound(known: OfficeData, filters: Filters) {
  const { ctx, jobs } = known;
  const found = await searchItems(ctx, ENTRY_SEARCH, filters, MOST_FOUND + 1);
  const entries = await entriesWith(
    ctx,
    found.slice(0, MOST_FOUND).map(({ id }) => id),
  );
  const withAll = await withNames(
    known,
    entries.flatMap(({ author, company }) => [author, company]),
  );
  const nameOf = (id: string | null) => nameIn(withAll, id);
  const firm = await companiesIn(ctx, entries);
  const weathers = await weathersOf(ctx, [...new Set(entries.map(({ weather }) => weather))]);
  return {
    more: found.length > MOST_FOUND,
    entries: entries.map((entry) => {
      const zone = jobs.get(entry.jobId)?.zone ?? known.zone;
      return {
        ...lineOf(entry),
        text: excerpt(entry.text, searchWords(filters.words), LONGEST_LINE),
        job: jobs.get(entry.jobId)?.name ?? "A deleted job",
        date: formatLongDate(entry.date),
        iso: entry.date,
        href: dayPath(ctx.account.id, entry),
        by: nameOf(entry.author),
        at: formatWhen(entry.writtenAt, zone, entry.date),
        company: entry.company === ctx.account.id ? null : guestLabel(firm(entry) ?? nameOf(entry.company)),
        tags: entry.tags,
        photos: entry.photos.slice(0, PHOTOS_SHOWN),
        morePhotos: Math.max(0, entry.photos.length - PHOTOS_SHOWN),
        weather: formatWeather(known, weathers.get(entry.weather))?.words ?? null,
      };
    }),
  };
}

export async function officeMonth(known: OfficeData, filters: Filters, asked: string | null) {
  const { ctx, jobs, zone } = known;
  const today = ctx.now.toZonedDateTimeISO(zone).toPlainDate();
  const month = monthOf(asked, today);
  const spans = await loggedSpans(ctx);
  const shown = [...jobs.values()].filter(({ jobId }) => filters.job === null || jobId === filters.job);
  const logged = await loggedBetween(
    ctx,
    month.toPlainDate({ day: 1 }).toString(),
    month.toPlainDate({ day: month.daysInMonth }).toString(),
  );
  return monthCalendar(
    month,
    today,
    shown.map(({ jobId: id, name, status, startsOn, finishesOn }) => ({
      id,
      name,
      status,
      startsOn,
      finishesOn,
      ...(spans.get(id) ?? { firstLogged: null, lastLogged: null }),
    })),
    filters.job === null ? logged : logged.filter(({ job }) => job === filters.job),
  );
}

export const mayReview = (ctx: AccountContext): boolean => may(actingRole(ctx), "business.change");
