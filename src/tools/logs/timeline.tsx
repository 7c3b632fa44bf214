import { Link } from "react-router";
import { Photos, type Source } from "#trade/jobs/public.tsx";
import type { ShownRecord } from "#ground/sync/public.tsx";
import { dateOf, text } from "./values.ts";
import { dayOf, type DayState, entryOf, entryTitle, isEmpty } from "./rules.ts";

const STATE_TITLES: Readonly<Record<DayState, string>> = {
  draft: "Day’s log opened again",
  submitted: "Day’s log handed in",
  approved: "Day’s log approved",
  rejected: "Day’s log sent back",
  sealed: "Day’s log sealed",
};

const formatDate = (date: string) =>
  Temporal.PlainDate.from(date).toLocaleString("en-US", { weekday: "short", month: "short", day: "numeric" });

const dayHref = ({ job, values }: ShownRecord): string | null => {
  const date = dateOf(values["date"]);
  return date === null
    ? null
    : `/account/job/${job}/logs?${new URLSearchParams({ day: date, of: text(values["company"]) }).toString()}`;
};

export const logSources: readonly Source[] = [
  {
    kind: "logs.day",
    tool: "Log",
    quiet: ["state"],
    settleAt: dayHref,
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
    tool: "Log",
    quiet: ["approved"],
    settleAt: dayHref,
    entriesOf(record) {
      const entry = entryOf(record.id, record.values);
      const created = Object.values(record.fields)
        .flatMap(({ values }) => values)
        .toSorted((a, b) => a.at - b.at)[0];
      if (!created || entry.date === null || isEmpty(entry)) return [];
      const body = (
        <>
          {entry.text ? <p className="job-note">{entry.text}</p> : null}
          {entry.photos.length > 0 ? (
            <Photos shots={entry.photos} note={record} label={entryTitle(entry)} stay />
          ) : null}
          <p className="log-meta">
            <Link className="text-link" to={`/account/job/${record.job}/logs?day=${entry.date}`}>
              Log of {formatDate(entry.date)}
            </Link>
          </p>
        </>
      );
      const title = `${entry.corrects === null ? "" : "Correction. "}${entryTitle(entry)}${entry.approved === false ? " (left out)" : ""}`;
      return [{ id: record.id, at: created.at, author: created.author, title, body, record }];
    },
  },
];
