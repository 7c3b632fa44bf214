import { countValues, hasValue } from "#ground/sync/public.server.ts";
import { listItems } from "#ground/worklist/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { type Assignee, isOpen, ISSUE, issueOf, STATES } from "../rules/issue.ts";
import { MOST_NAMED, refuseOpen } from "./certificate.server.ts";
import { numberOf } from "./found.server.ts";

/** What a list of a job's issues can be narrowed to. */
export interface IssuesOffer {
  readonly count: number;
  readonly places: readonly string[];
  readonly trades: readonly string[];
  readonly assignees: readonly Assignee[];
  /** Whether some are pinned to a plan. */
  readonly hasPins: boolean;
  /** Why they can't be certified as closed, or null. */
  readonly refusal: string | null;
}

/** Counted by the database: a job may have thousands, and the office only chooses among their values. */
export async function issuesOffer(ctx: AccountContext, job: string): Promise<IssuesOffer> {
  const hasPins = await hasValue(ctx, ISSUE, { job, name: "pin" });
  const counted = await countValues(ctx, ISSUE, { job, names: ["where", "trade", "assignee", "state"] });
  const issues = counted.map(({ name, value, count }) => ({
    ...{ name, count, issue: issueOf({ [name]: value }) },
  }));
  const states = issues.filter(({ name }) => name === "state");
  const sumOf = (some: typeof states) => some.reduce((sum, { count }) => sum + count, 0);
  const [all, open] = [sumOf(states), sumOf(states.filter(({ issue }) => isOpen(issue)))];
  const first = await Promise.all(
    STATES.filter((state) => open > 0 && isOpen({ state })).map((type) =>
      listItems(ctx, ISSUE, { job, from: null, to: null, type, oldestFirst: true }, null, MOST_NAMED),
    ),
  );
  const assignees = issues.flatMap(({ issue: { assignee } }) => assignee ?? []);
  return {
    count: all,
    hasPins,
    places: issues.flatMap(({ issue: { where } }) => where ?? []),
    trades: issues.flatMap(({ issue: { trade } }) => trade ?? []),
    // One who was renamed has several names, and is one choice.
    assignees: [...new Map(assignees.map((one) => [one.id, one])).values()],
    refusal: refuseOpen(
      all,
      open,
      first.flat().toSorted((one, other) => numberOf(one) - numberOf(other)),
    ),
  };
}
