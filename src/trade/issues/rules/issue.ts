import {
  readNumber,
  readOneOf,
  readRecord,
  readText,
  readTextOrNull,
  type Values,
} from "#ground/sync/public.ts";
import { type Approval, shotsOf } from "#trade/fieldwork/public.ts";

/** Something to fix on a job: a punch list item, or a corrective action of an inspection. */
export const ISSUE = "issues.issue";

export const STATES = ["open", "working", "ready", "refused", "closed"] as const;
export type State = (typeof STATES)[number];
export const STATE_LABELS: Readonly<Record<State, string>> = {
  open: "Open",
  working: "In progress",
  ready: "Ready for review",
  refused: "Not accepted",
  closed: "Closed",
};

export const PRIORITIES = ["low", "normal", "high", "urgent"] as const;
export type Priority = (typeof PRIORITIES)[number];
export const PRIORITY_LABELS: Readonly<Record<Priority, string>> = {
  low: "Low",
  normal: "Normal",
  high: "High",
  urgent: "Urgent",
};

/** Characters. */
export const LONGEST = {
  title: 200,
  details: 4_000,
  where: 120,
  trade: 80,
  name: 120,
  reason: 1_000,
} as const;

/**
 * How an issue moves. Guests and members fix; owners and managers close, unless the job lets members
 * (`refuseClosing` has what a job asks for).
 */
export const MOVES: Approval<State> = {
  moves: [
    { from: ["open", "refused"], to: "working", by: "author", label: "Start", done: "In progress." },
    // The form of a fix moves it, with its photos.
    { from: ["open", "working", "refused"], to: "ready", by: "author" },
    {
      from: ["ready"],
      to: "closed",
      by: "manager",
      label: "Accept and close",
      isMain: true,
      done: "Closed.",
    },
    {
      from: ["open", "working", "refused"],
      to: "closed",
      by: "manager",
      label: "Close without a review",
      done: "Closed.",
      question: { text: "Nobody has checked a fix. Close it anyway?", confirm: "Close it" },
    },
    {
      from: ["ready"],
      to: "refused",
      by: "manager",
      label: "Send back",
      done: "Sent back.",
      reason: { label: "What’s still wrong?", missing: "Say what’s still wrong.", longest: LONGEST.reason },
    },
    { from: ["working"], to: "open", by: "author", label: "Not started after all", done: "Open again." },
    { from: ["ready"], to: "open", by: "author", label: "Not fixed after all", done: "Open again." },
    { from: ["closed"], to: "open", by: "manager", label: "Reopen", done: "Open again." },
  ],
  stuck: { closed: "This issue is closed. Ask an owner or manager to reopen it." },
  notManager: "Only owners and managers close an issue, send it back, or reopen it.",
  notOwn: "This issue is assigned to someone else.",
  noun: "An issue",
  labels: STATE_LABELS,
};

/** Where an issue is on a plan; `x` and `y` are fractions of the page, from its top left corner. */
export interface Pin {
  /** The plan's record. */
  readonly plan: string;
  /** From 0. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
}

/** Who fixes it: somebody with an account here, or a firm without one. */
export interface Assignee {
  readonly kind: "person" | "firm";
  /** A user's id, or the record of the firm. */
  readonly id: string;
  /** As it was when the issue was assigned: guests don't get the list of firms. */
  readonly name: string;
}

/** What an issue began with, such as an item of a checklist. */
export interface Origin {
  readonly kind: string;
  readonly record: string;
  /** The row of a checklist's answer; null for a whole record. */
  readonly item: string | null;
}

function readPin(value: unknown): Pin | null {
  const pin = readRecord(value);
  const [plan, page, x, y] = [
    readText(pin?.["plan"]),
    ...["page", "x", "y"].map((of) => readNumber(pin?.[of])),
  ];
  return plan && typeof page === "number" && typeof x === "number" && typeof y === "number"
    ? { plan: String(plan), page, x, y }
    : null;
}

function readAssignee(value: unknown): Assignee | null {
  const assignee = readRecord(value);
  const kind = readOneOf(["person", "firm"] as const, assignee?.["kind"]);
  const id = readText(assignee?.["id"]);
  return kind && id ? { kind, id, name: readText(assignee?.["name"]) || "Someone" } : null;
}

/** What became of sending an issue to its firm. */
export interface Told {
  /** The firm that it was sent to, which may not have it anymore. */
  readonly firm: string;
  readonly at: string;
  /** When a person of the firm had it before them; null if not yet. */
  readonly seen: string | null;
  /** Why it didn’t reach them, with what to do; null if nothing is known to be wrong. */
  readonly trouble: string | null;
}

function readTold(value: unknown): Told | null {
  const told = readRecord(value);
  const [firm, at] = [readText(told?.["firm"]), readText(told?.["at"])];
  return firm && at
    ? { firm, at, seen: readTextOrNull(told?.["seen"]), trouble: readTextOrNull(told?.["trouble"]) }
    : null;
}

function readOrigin(value: unknown): Origin | null {
  const from = readRecord(value);
  const [kind, record] = [readText(from?.["kind"]), readText(from?.["record"])];
  return kind && record ? { kind, record, item: readTextOrNull(from?.["item"]) } : null;
}

/** Reads an issue. A device can write anything, so each value is checked. */
export const issueOf = (values: Values) => ({
  title: readText(values["title"]) || "Issue",
  details: readTextOrNull(values["details"]),
  /** The room, unit or level, in words. */
  where: readTextOrNull(values["where"]),
  pin: readPin(values["pin"]),
  trade: readTextOrNull(values["trade"]),
  assignee: readAssignee(values["assignee"]),
  /** `2026-11-29`, in the job's time zone. */
  due: readTextOrNull(values["due"]),
  priority: readOneOf(PRIORITIES, values["priority"]) ?? "normal",
  /** Who pays for the fix, when it isn't the business. */
  costTo: readTextOrNull(values["costTo"]),
  state: readOneOf(STATES, values["state"]) ?? "open",
  /** Why the last fix wasn't accepted. */
  reason: readTextOrNull(values["reason"]),
  /** Why the assignee says it can't be fixed. */
  blocked: readTextOrNull(values["blocked"]),
  from: readOrigin(values["from"]),
  /** Whether it is a safety action, which closes as the business says (`actionTermsOf`). */
  isSafety: values["safety"] === true,
  /** Written by the server. */
  told: readTold(values["told"]),
  /** `PL-001`; null until the server has it. */
  number: readTextOrNull(values["number"]),
  /** As it was found. What fixed it is in its replies. */
  shots: shotsOf(values),
});
export type Issue = ReturnType<typeof issueOf>;

/** Whether somebody still has to do something about it. */
export const isOpen = ({ state }: Pick<Issue, "state">): boolean => state !== "closed";

/** @param today `2026-11-29`, in the job's time zone */
export const isOverdue = (issue: Pick<Issue, "state" | "due">, today: string): boolean =>
  issue.due !== null &&
  issue.due < today &&
  (issue.state === "open" || issue.state === "working" || issue.state === "refused");

/** "PL-004 · Paint the soffit", or the title alone before it has a number. */
export const titleOf = ({ number, title }: Pick<Issue, "number" | "title">): string =>
  [number, title].filter(Boolean).join(" · ");
