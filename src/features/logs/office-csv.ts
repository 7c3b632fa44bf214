import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#features/businesses/public.server.ts";
import { type AccountContext, withMember } from "#platform/db/scope.server.ts";
import { csvLine } from "#platform/csv/csv.ts";
import { csvAnswer } from "#platform/http/csv-answer.ts";
import { type Filters, filtersOf } from "./filters.ts";
import { type After, daysOf, entriesAfter, type EntryRow, findEntries, firmsIn, weathersOf } from "./find.server.ts";
import { guestWords } from "./firm.ts";
import { dayId } from "./ids.ts";
import { type Known, knownTo } from "./office.server.ts";
import { isClosed, isLate, STATE_WORDS, TYPE_WORDS } from "./rules.ts";
import { weatherOf } from "./weather-rules.ts";

const AT_ONCE = 500;
const MOST_FOUND = 10_000;
const HEAD = [
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
  "Tags",
  "Photos",
  "Late",
  "Corrects",
  "Guest's entry",
  "Written by",
  "Written at",
  "Weather",
  "High C",
  "Low C",
  "Rain mm",
  "Entry",
];

/** Entries as a spreadsheet takes them: those that the office looks at, the newest first, read from the database while they are sent. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const filters = filtersOf(new URL(args.request.url).searchParams);
  const start = await inAccount(args, "work.read", async (ctx) => {
    const { account, user, member } = ctx;
    const { zone } = await knownTo(ctx);
    const day = ctx.now.toZonedDateTimeISO(zone).toPlainDate().toString();
    return { account: account.id, user: user!, member: member!, day };
  });
  const { account, user, member, day } = start;
  // A transaction a page: a download that is read slowly holds none open, and whoever was removed meanwhile gets no further.
  const inPage = <T>(work: (ctx: AccountContext) => Promise<T>) => withMember(account, user, member, work);
  return csvAnswer(lines(inPage, filters), `logs-${day}.csv`);
}

async function* lines(inPage: <T>(work: (ctx: AccountContext) => Promise<T>) => Promise<T>, filters: Filters): AsyncGenerator<string> {
  yield csvLine(HEAD);
  if (filters.words) {
    yield await inPage(async (ctx) => inLines(await knownTo(ctx), await findEntries(ctx, filters, MOST_FOUND)));
    return;
  }
  let after: After | null = null;
  for (;;) {
    const from: After | null = after;
    const page = await inPage(async (ctx) => {
      const rows = await entriesAfter(ctx, filters, from, AT_ONCE);
      return { text: await inLines(await knownTo(ctx), rows), last: rows.at(-1), isEnd: rows.length < AT_ONCE };
    });
    yield page.text;
    if (page.isEnd || !page.last) return;
    after = page.last;
  }
}

async function inLines(known: Known, rows: readonly EntryRow[]): Promise<string> {
  const { ctx, jobs, nameOf } = known;
  const idOf = ({ jobId, date, company }: EntryRow) => dayId(jobId, date, company);
  const days = new Map((await daysOf(ctx, [...new Set(rows.map(idOf))])).map((day) => [day.id, day]));
  const firm = await firmsIn(ctx, rows);
  const weathers = await weathersOf(ctx, [...new Set(rows.map(({ weather }) => weather))]);
  const figure = (value: number | null | undefined) => (value === null || value === undefined ? "" : String(Math.round(value * 100) / 100));
  return rows
    .map((row) => {
      const job = jobs.get(row.jobId);
      const day = days.get(idOf(row));
      const { readings, manual } = weatherOf(weathers.get(row.weather) ?? {});
      const [reading] = readings;
      const submittedAt = day?.stateAt && isClosed(day.state) ? day.stateAt.epochMilliseconds : null;
      const late = isLate(row, { at: row.writtenAt.epochMilliseconds, zone: job?.zone ?? known.zone, submittedAt });
      return csvLine([
        row.date,
        job?.name ?? "",
        row.company === ctx.account.id ? "" : guestWords(firm(row) ?? nameOf(row.company)),
        STATE_WORDS[day?.state ?? "draft"],
        TYPE_WORDS[row.type],
        row.title,
        row.text,
        figure(row.people),
        figure(row.hours),
        figure(row.hoursLost),
        row.tags.join(", "),
        row.photos.length > 0 ? String(row.photos.length) : "",
        late ? "late" : "",
        row.corrects ?? "",
        row.approved === null ? "" : row.approved ? "approved" : "declined",
        nameOf(row.author),
        row.writtenAt.toString(),
        [reading?.words, manual?.words].filter(Boolean).join("; "),
        figure(reading?.highC),
        figure(reading?.lowC),
        figure(reading?.rainMm),
        row.id,
      ]);
    })
    .join("");
}
