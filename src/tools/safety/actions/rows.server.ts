import { zoneOf } from "#ground/businesses/public.server.ts";
import { findStoredRecords, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import type { ItemRow, Search } from "#ground/worklist/public.server.ts";
import { ANSWER, answerOf, RUN, runOf } from "#trade/inspections/public.ts";
import {
  isOverdue,
  ISSUE,
  issueOf,
  PRIORITY_LABELS,
  SAFETY_TAG,
  STATE_LABELS,
} from "#trade/issues/public.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { actionPath } from "../paths.ts";

/** Safety actions, wherever they were found. */
export const SEARCH: Search = { kind: ISSUE, tag: SAFETY_TAG };

/** The inspections that actions began on, by action: "Ladders, Level 2". */
async function foundOn(ctx: AccountContext, stored: readonly StoredRecord[]) {
  const answerOfAction = new Map(
    stored.flatMap(({ id, fields }) => {
      const from = issueOf(shownFields(fields)).from;
      return from ? [[id, from.record] as const] : [];
    }),
  );
  const answers = new Map(
    (await findStoredRecords(ctx, [...new Set(answerOfAction.values())])).flatMap(({ id, kind, fields }) =>
      kind === ANSWER ? [[id, answerOf(shownFields(fields)).run] as const] : [],
    ),
  );
  const runs = new Map(
    (await findStoredRecords(ctx, [...new Set(answers.values())])).flatMap(({ id, kind, fields }) => {
      if (kind !== RUN) return [];
      const { title, place } = runOf(shownFields(fields));
      return [[id, [title, place].filter(Boolean).join(", ")] as const];
    }),
  );
  return new Map(
    [...answerOfAction].map(([action, answer]) => [action, runs.get(answers.get(answer) ?? "") ?? ""]),
  );
}

/** Actions as the office lists them; overdue by the job's calendar. */
export async function rowsOf(ctx: AccountContext, items: readonly ItemRow[]) {
  const stored = await findStoredRecords(
    ctx,
    items.map(({ id }) => id),
  );
  const records = new Map(stored.map((record) => [record.id, record]));
  const [jobs, usual] = [await jobsById(ctx), await zoneOf(ctx)];
  const found = await foundOn(ctx, stored);
  return items.map(({ id, jobId, date }) => {
    const issue = issueOf(shownFields(records.get(id)?.fields ?? {}));
    const job = jobs.get(jobId);
    const today = ctx.now
      .toZonedDateTimeISO(job?.zone ?? usual)
      .toPlainDate()
      .toString();
    return {
      ...{ id, date, number: issue.number ?? "", title: issue.title, where: issue.where ?? "" },
      ...{ job: job?.name ?? "", href: actionPath(jobId, id), due: issue.due },
      assignee: issue.assignee?.name ?? "",
      foundOn: found.get(id) ?? "",
      priority: PRIORITY_LABELS[issue.priority],
      state: STATE_LABELS[issue.state],
      isLate: isOverdue(issue, today),
    };
  });
}
