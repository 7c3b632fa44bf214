import { type JobRecord, shownFields } from "#ground/sync/public.server.ts";
import { isWalked, RUN, runOf, STATE_LABELS } from "#trade/inspections/public.ts";
import { fillRunReport } from "#trade/inspections/public.server.ts";
import { ISSUE, isOpen, issueOf } from "#trade/issues/public.ts";
import { fillIssueList, issuesIn } from "#trade/issues/public.server.ts";
import type { CloseoutPart } from "#trade/jobs/public.server.ts";

/** Who marked what is the business's own matter, and so is who is charged. */
const CLIENT_SEES = { isShort: false, showsAuthors: false } as const;

/** Finished checklists of a job, and its punch list with its pins on plans. Safety stays inside. */
export function checklistsForCloseout(records: readonly JobRecord[]): CloseoutPart[] {
  const runs = records.flatMap(({ kind, id, fields }): CloseoutPart[] => {
    if (kind !== RUN) return [];
    const run = runOf(shownFields(fields));
    if (run.isSafety || !isWalked(run.state)) return [];
    return [
      {
        ...{ id: `checklist ${id}`, section: "checklists" },
        label: [run.title, run.place].filter(Boolean).join(", "),
        hint: STATE_LABELS[run.state],
        print: (ask) => fillRunReport(records, { ...ask, choice: { run: id, ...CLIENT_SEES } }),
      },
    ];
  });
  const shown = records.filter(
    ({ kind, fields }) => kind !== ISSUE || !issueOf(shownFields(fields)).isSafety,
  );
  const issues = issuesIn(shown).map(({ issue }) => issue);
  if (issues.length === 0) return runs;
  const open = issues.filter(isOpen).length;
  const count = issues.length === 1 ? "1 issue" : `${issues.length.toLocaleString("en-US")} issues`;
  return [
    ...runs,
    {
      ...{ id: "issues", section: "plans", label: "Plans with pins, and the punch list" },
      hint: `${count}, ${open === 0 ? "all closed" : `${open.toLocaleString("en-US")} still open`}`,
      print: (ask) => fillIssueList(shown, { ...ask, choice: { by: "where", shown: "all" } }),
    },
  ];
}
