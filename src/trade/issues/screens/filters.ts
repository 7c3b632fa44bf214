import { formatLongDate } from "#trade/fieldwork/public.ts";
import { isOpen, isOverdue } from "../rules/issue.ts";
import type { ShownIssue } from "./use-issues.ts";

/** What a list of issues can be narrowed to. */
export const SHOWS = ["open", "mine", "subs", "overdue", "ready", "closed", "all"] as const;
export type Show = (typeof SHOWS)[number];
export const SHOW_LABELS: Readonly<Record<Show, string>> = {
  open: "Open",
  mine: "Mine",
  subs: "With subs",
  overdue: "Overdue",
  ready: "To review",
  closed: "Closed",
  all: "All",
};

/** Whether an issue is among those. @param user whose are "mine" @param today in the job's time zone */
export function isShown(issue: ShownIssue, show: Show, user: string, today: string): boolean {
  switch (show) {
    case "open":
      return isOpen(issue);
    case "mine":
      return isOpen(issue) && issue.assignee?.id === user;
    case "subs":
      return isOpen(issue) && issue.assignee?.kind === "firm";
    case "overdue":
      return isOverdue(issue, today);
    case "ready":
      return issue.state === "ready";
    case "closed":
      return issue.state === "closed";
    case "all":
      return true;
  }
}

/** How many issues each would show. */
export function countShown(
  issues: readonly ShownIssue[],
  user: string,
  today: string,
): Readonly<Record<Show, number>> {
  const counts = { open: 0, mine: 0, subs: 0, overdue: 0, ready: 0, closed: 0, all: 0 };
  for (const issue of issues) for (const show of SHOWS) if (isShown(issue, show, user, today)) counts[show]++;
  return counts;
}

export const GROUPS = ["where", "assignee", "trade", "due"] as const;
export type Group = (typeof GROUPS)[number];
export const GROUP_LABELS: Readonly<Record<Group, string>> = {
  where: "Place",
  assignee: "Who fixes it",
  trade: "Trade",
  due: "Due date",
};
const NONE: Readonly<Record<Group, string>> = {
  where: "No place",
  assignee: "Not assigned",
  trade: "No trade",
  due: "No due date",
};

/** Whether a heading says only that nobody said it: "No place". */
export const isUnsaid = (heading: string): boolean => Object.values(NONE).includes(heading);

/** Before every date. */
const LATE = "0";

/** Issues with overdue ones first, those that were due first at the top; the others as they are. */
export const overdueFirst = (issues: readonly ShownIssue[], today: string): readonly ShownIssue[] => [
  ...issues
    .filter((issue) => isOverdue(issue, today))
    .toSorted((one, other) => (one.due! < other.due! ? -1 : one.due! > other.due! ? 1 : 0)),
  ...issues.filter((issue) => !isOverdue(issue, today)),
];

/**
 * Issues under their headings, in the order of the words; those without one last. By date, overdue ones are
 * together at the top.
 */
export function groupIssues(
  issues: readonly ShownIssue[],
  by: Group,
  today: string,
): { readonly heading: string; readonly issues: readonly ShownIssue[] }[] {
  const keyOf = (issue: ShownIssue): string =>
    by === "due" && isOverdue(issue, today)
      ? LATE
      : ((by === "assignee" ? issue.assignee?.name : issue[by]) ?? "");
  const headingOf = (key: string): string =>
    key === "" ? NONE[by] : by !== "due" ? key : key === LATE ? "Overdue" : `Due ${formatLongDate(key)}`;
  const order = new Intl.Collator("en-US", { numeric: true });
  return [...Map.groupBy(issues, keyOf)]
    .toSorted(([one], [other]) => (one && other ? order.compare(one, other) : one ? -1 : 1))
    .map(([key, grouped]) => ({ heading: headingOf(key), issues: grouped }));
}

// Each key that is typed looks through all of them again.
const texts = new WeakMap<ShownIssue, string>();

function textOf(issue: ShownIssue): string {
  const before = texts.get(issue);
  if (before !== undefined) return before;
  const { number, title, details, where, trade, assignee } = issue;
  const text = [number, title, details, where, trade, assignee?.name].filter(Boolean).join(" ").toLowerCase();
  texts.set(issue, text);
  return text;
}

/** Whether every typed word is in it somewhere. */
export const hasWords = (issue: ShownIssue, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => textOf(issue).includes(word));
