import {
  dayIn,
  type ImportFormat,
  type ImportRow,
  LONGEST_IMPORTED,
  lineOf,
  sealImported,
  storePaper,
  textOf,
} from "#trade/imports/public.server.ts";
import { formatLongDate } from "#trade/fieldwork/public.ts";
import { IMPORTED } from "./kind.ts";

/** Columns that are written as lines of the log, with their label. */
const LINES = ["weather", "company", "people", "hours", "work", "notes", "delays", "safety"] as const;

/**
 * Daily logs of Raken and others. Raken documents no headers of its CSV files, so columns are found by
 * the words of
 * its daily report (work logs by company with people and hours, notes, delays, safety), and every other
 * column is
 * copied with its header.
 */
export const logsFormat: ImportFormat = {
  id: "logs",
  label: "Daily logs or reports",
  nouns: ["daily log", "daily logs"],
  order: 2,
  tool: "logs",
  isOnJob: true,
  groupBy: ["project", "date"],
  copiesOthers: true,
  exports: [],
  columns: [
    {
      name: "date",
      label: "Day",
      words: [/^(report|log|daily report|daily log|work) date$/, /^date$/, /^day$/],
      isRequired: true,
    },
    { name: "project", label: "Job", words: [/^(project|job)( name)?$/, /^(job ?site|site)( name)?$/] },
    {
      name: "by",
      label: "Written by",
      words: [/^(created|submitted|written|completed|signed) by$/, /^(author|superintendent|foreman)$/],
    },
    { name: "weather", label: "Weather", words: [/^weather( conditions?| summary)?$/] },
    { name: "company", label: "Company", words: [/^(company|subcontractor|trade partner)( name)?$/] },
    {
      name: "people",
      label: "People",
      words: [/^(workers?|people|head ?count|quantity|manpower|crew size)$/],
    },
    { name: "hours", label: "Hours", words: [/^(total |man ?)?hours$/] },
    {
      name: "work",
      label: "Work done",
      words: [/^(work log|work performed|work completed|work description|work done|work)$/, /^description$/],
    },
    { name: "notes", label: "Notes", words: [/^(daily |general )?notes?$/, /^comments?$/] },
    { name: "delays", label: "Delays", words: [/^delays?( description)?$/] },
    { name: "safety", label: "Safety", words: [/^(safety|incidents?|accidents?|observations?)( notes?)?$/] },
  ],
  read(rows, options) {
    const [first] = rows;
    const date = dayIn(first.of("date"), options);
    if (!date) return { problem: `“${first.of("date") || "Nothing"}” isn’t a day that we can read.` };
    const project = lineOf(first.of("project"), 120);
    const by = lineOf(first.of("by"), LONGEST_IMPORTED.by);
    const text = textOf(rows.map(linesOf).filter(Boolean).join("\n\n"), LONGEST_IMPORTED.text);
    if (text === null) return { problem: "This day has no text." };
    return {
      key: date,
      title: `Daily log, ${formatLongDate(date)}`,
      details: text.split("\n")[0]!.slice(0, 120),
      job: project === null ? null : { name: project, address: null },
      writes: (_, { id }) => [
        { id, kind: IMPORTED, sets: { program: options.program, date, title: "Daily log", by, text } },
      ],
    };
  },
  finish: sealImported,
};

const LABELS: Readonly<Record<(typeof LINES)[number], string>> = {
  weather: "Weather",
  company: "Company",
  people: "People",
  hours: "Hours",
  work: "Work",
  notes: "Notes",
  delays: "Delays",
  safety: "Safety",
};

/** "Company: Lopez Paint" for every filled cell, also of columns that we don’t know. */
const linesOf = (row: ImportRow): string =>
  [...LINES.map((name) => [LABELS[name], row.of(name)] as const), ...row.others()]
    .filter(([, cell]) => cell !== "")
    .map(([label, cell]) => `${label}: ${cell}`)
    .join("\n");

/** "2026-05-01", "05-01-2026" or "5.1.26" in the name of a file. */
const NAMED_DAY = /\d{4}[-_.]\d{1,2}[-_.]\d{1,2}|\d{1,2}[-_.]\d{1,2}[-_.](?:\d{4}|\d{2})(?!\d)/;

/**
 * Daily logs as PDFs in a ZIP, one for each day; the folder is named for the job, and the file has the
 * day.
 */
export const logPapersFormat: ImportFormat = {
  id: "log-papers",
  label: "Daily logs as PDFs",
  nouns: ["daily log as a PDF", "daily logs as PDFs"],
  order: 3,
  tool: "logs",
  isOnJob: true,
  exports: [],
  columns: [],
  accepts: ({ name }) => /\.pdf$/i.test(name),
  readFile({ path, name, folder }, options) {
    const named = NAMED_DAY.exec(name)?.[0];
    const date =
      named && dayIn(named.replaceAll(/[_.]/g, "-").replace(/^(\d{1,2})-(\d{1,2})-/, "$1/$2/"), options);
    if (!date)
      return {
        problem: "The name of this PDF has no day in it, such as “2026-05-01.pdf”, so we can’t file it.",
      };
    const project = lineOf(folder, 120);
    let stored: Awaited<ReturnType<typeof storePaper>> | undefined;
    return {
      key: path,
      title: name,
      details: formatLongDate(date),
      job: project === null ? null : { name: project, address: null },
      async prepare(account, read) {
        stored = await storePaper(account, name, await read(path));
      },
      writes(_, { id }) {
        const { paper, text } = stored!;
        const title = lineOf(name.replace(/\.pdf$/i, ""), LONGEST_IMPORTED.title) ?? "Daily log";
        const sets = {
          ...{ program: options.program, date, title, by: null },
          ...{ text: textOf(text, LONGEST_IMPORTED.text) ?? "", paper: { ...paper } },
        };
        return [{ id, kind: IMPORTED, sets }];
      },
    };
  },
  finish: sealImported,
};
