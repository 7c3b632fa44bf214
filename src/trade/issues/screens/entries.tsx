import { lastWritten } from "#trade/fieldwork/public.ts";
import { Photos } from "#trade/fieldwork/public.tsx";
import type { Source } from "#trade/jobs/public.tsx";
import { issueOf, STATE_LABELS, titleOf } from "../rules/issue.ts";

/** How an issue is on the timeline of its job, with its photos. */
export const issueEntries: Source["entriesOf"] = (record) => {
  const last = lastWritten(record.fields);
  const issue = issueOf(record.values);
  return last
    ? [
        {
          ...{ id: record.id, at: last.at, record },
          title: [titleOf(issue), issue.where, STATE_LABELS[issue.state]].filter(Boolean).join(" · "),
          body: <Photos shots={issue.shots} note={record} label={`Photos of ${issue.title}`} stay />,
          ...(last.author === null ? {} : { author: last.author }),
        },
      ]
    : [];
};
