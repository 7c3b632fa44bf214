import { Link } from "react-router";
import type { Source } from "#trade/jobs/public.tsx";
import { firstWritten, formatDate } from "#trade/fieldwork/public.ts";
import { EntryContent } from "#trade/fieldwork/public.tsx";
import type { ShownRecord } from "#ground/sync/public.tsx";
import { readDate, readText } from "#ground/sync/public.ts";
import { entryTitle } from "./format.ts";
import { dayOf, type DayState, entryOf, isEmpty } from "./rules.ts";

const STATE_TITLES: Readonly<Record<DayState, string>> = {
  draft: "Daily log reopened",
  submitted: "Daily log submitted",
  approved: "Daily log approved",
  rejected: "Daily log sent back",
  sealed: "Daily log locked",
};

const dayHref = ({ job, values }: ShownRecord): string | null => {
  const date = readDate(values["date"]);
  return date === null
    ? null
    : `/account/job/${job}/logs?${new URLSearchParams({ day: date, of: readText(values["company"]) }).toString()}`;
};

export const logSources: readonly Source[] = [
  {
    kind: "logs.day",
    tool: "Daily log",
    quiet: ["state"],
    settleAt: dayHref,
    pathOf: (record) => dayHref(record) ?? `/account/job/${record.job}/logs`,
    entriesOf(record) {
      const state = record.fields["state"]?.values[0];
      const { date, state: is, why } = dayOf(record.values);
      if (!state || date === null) return [];
      const title = `${STATE_TITLES[is]}: ${formatDate(date)}`;
      return [
        {
          id: record.id,
          at: state.at,
          author: state.author,
          title,
          body: why ? <p className="job-note">{why}</p> : undefined,
          record,
        },
      ];
    },
  },
  {
    kind: "logs.entry",
    tool: "Daily log",
    quiet: ["approved"],
    settleAt: dayHref,
    pathOf: (record) => dayHref(record) ?? `/account/job/${record.job}/logs`,
    entriesOf(record) {
      const entry = entryOf(record.id, record.values);
      const created = firstWritten(record.fields);
      if (!created || entry.date === null || isEmpty(entry)) return [];
      const body = (
        <>
          <EntryContent record={record} label={entryTitle(entry)} stay />
          <p className="log-meta">
            <Link className="text-link" to={`/account/job/${record.job}/logs?day=${entry.date}`}>
              Log for {formatDate(entry.date)}
            </Link>
          </p>
        </>
      );
      const title = `${entry.corrects === null ? "" : "Correction. "}${entryTitle(entry)}${entry.approved === false ? " (left out)" : ""}`;
      return [{ id: record.id, at: created.at, author: created.author, title, body, record }];
    },
  },
];
