import { useMemo } from "react";
import { type ShownRecord, useRecord, useRecords, useStore } from "#ground/sync/public.tsx";
import { dateAt, nameOf } from "#trade/fieldwork/public.ts";
import { useScreen } from "#trade/fieldwork/public.tsx";
import { ACTIONS, actionsId, type ActionTerms, actionTermsOf } from "../rules/action.ts";
import { FIRM, firmOf } from "../rules/firm.ts";
import { type Assignee, ISSUE, type Issue, issueOf } from "../rules/issue.ts";
import { TERMS, type Terms, termsId, termsOf } from "../rules/terms.ts";

/** An issue as this device has it. */
export interface ShownIssue extends Issue {
  readonly id: string;
  readonly record: ShownRecord;
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** An unchanged record is the same issue, so that a list of thousands doesn't draw its row again. */
const known = new WeakMap<ShownRecord, ShownIssue>();

function toShown(record: ShownRecord): ShownIssue {
  const before = known.get(record);
  if (before) return before;
  const issue = { ...issueOf(record.values), id: record.id, record };
  known.set(record, issue);
  return issue;
}

/** The job's issues, those without a number last; undefined until loaded. */
export function useIssues(): readonly ShownIssue[] | undefined {
  const { job } = useScreen();
  const records = useRecords(ISSUE, job);
  return useMemo(
    () =>
      records
        ?.filter(({ isRemoved }) => !isRemoved)
        .map(toShown)
        .toSorted(
          (one, other) => compare(one.number ?? "~", other.number ?? "~") || compare(one.id, other.id),
        ),
    [records],
  );
}

/** What the job asks before an issue is closed. */
export function useTerms(): Terms {
  const { job } = useScreen();
  return termsOf(useRecord(TERMS, termsId(job))?.values ?? {});
}

/** How the business has safety actions done. */
export const useActionTerms = (): ActionTerms =>
  actionTermsOf(useRecord(ACTIONS, actionsId(useStore().who.account))?.values ?? {});

/** What closing this issue needs. */
export function useTermsOf({ isSafety }: Pick<Issue, "isSafety">): Terms {
  const [ofJob, ofActions] = [useTerms(), useActionTerms()];
  return isSafety ? ofActions : ofJob;
}

/** Today, in the job's time zone. */
export const useToday = (): string => dateAt(Date.now(), useScreen().zone);

/** Everyone an issue can be assigned to: people first, then the business's firms, which guests don't get. */
export function useAssignees(): readonly Assignee[] {
  const { people } = useScreen();
  const { who } = useStore();
  const firms = useRecords(FIRM, null);
  return useMemo(
    () => [
      ...people
        .filter(({ isFormer }) => !isFormer)
        .map(({ id, name }): Assignee => ({ kind: "person", id, name })),
      ...(firms ?? [])
        .filter(({ isRemoved }) => !isRemoved)
        .map(({ id, values }): Assignee => ({ kind: "firm", id, name: firmOf(values).name })),
      ...(people.some(({ id }) => id === who.user)
        ? []
        : [{ kind: "person" as const, id: who.user, name: nameOf(who.user, people, "") }]),
    ],
    [people, firms, who.user],
  );
}
