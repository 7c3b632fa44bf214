import { MONTHS } from "#platform/time/format.ts";
import { matterEvents } from "../plan/matter-events.ts";
import type { DraftStep, DraftText, DraftTrigger, Kind } from "./draft.ts";

export const KIND_LABELS: Readonly<Record<Kind, string>> = {
  gift: "The guide",
  mail: "Email",
  text: "Text",
  call: "Call",
  wait: "Wait",
  condition: "Only if",
};

export const ADD_LABELS = {
  mail: "An email",
  text: "A text",
  call: "A call by you",
  wait: "Wait",
  condition: "Only if...",
} as const;

export const UNITS = ["minutes", "hours", "days", "weeks", "months"] as const;

/** Worded to follow “if they” and “if they have not”. */
export const CONDITION_EVENTS = [
  { value: "replied", label: "replied" },
  { value: "clicked", label: "clicked a link" },
  { value: "downloaded", label: "opened the guide" },
  { value: "returned", label: "come back to your page" },
  { value: "booked", label: "made an appointment" },
  { value: "talked", label: "talked with you" },
  { value: "estimate.viewed", label: "looked at the estimate" },
  { value: "estimate.approved", label: "approved the estimate" },
] as const;

export const TRIGGER_EVENTS = [
  { value: "clicked", label: "clicks a link in your email" },
  { value: "downloaded", label: "opens the guide" },
  { value: "returned", label: "comes back to your page on another day" },
  { value: "booked", label: "gets an appointment" },
  { value: "won", label: "gives you the job" },
  { value: "lost", label: "is marked as lost" },
] as const;

/**
 * Describes when a sequence starts (“When someone replies”), without a period.
 * @param page what the page gives away, if known
 */
export function describeTrigger({ kind, what, on }: DraftTrigger, page: string | null): string {
  switch (kind) {
    case "new lead":
      return page ? `When someone asks for “${page}”` : "From a personal page";
    case "event": {
      const known = [...TRIGGER_EVENTS, ...matterEvents()].find(({ value }) => value === what)?.label;
      return known ? `When someone ${known}` : `With “${what.replace(/[._-]/g, " ")}”`;
    }
    case "date":
      return /^\d{4}-\d\d-\d\d$/.test(on)
        ? `On ${formatDay(on)}, for everyone who agreed to email`
        : "On a day you choose";
    default:
      return "When you start it";
  }
}

const formatDay = (day: string) =>
  `${MONTHS[Number(day.slice(5, 7)) - 1] ?? ""} ${Number(day.slice(8))}, ${day.slice(0, 4)}`;

/** Formats the wait before a step, such as `2 days later`. */
export function formatWait(step: DraftStep, isFirst: boolean): string {
  if (step.kind === "gift") return "Right away";
  if (step.kind === "condition") return isFirst ? "Right away" : "Right then";
  const amount = step.amount.trim();
  if (amount === "") return "When?";
  if (amount === "0") return "Right away";
  const span = `${amount} ${amount === "1" ? step.unit.replace(/s$/, "") : step.unit}`;
  return step.kind === "wait" ? `For ${span}` : isFirst ? `After ${span}` : `${span} later`;
}

/** A step in one line: its subject, its first words, or its condition. */
export function draftStepTitle(step: DraftStep): string {
  switch (step.kind) {
    case "gift":
    case "mail":
      return step.subject.trim() || "No subject yet";
    case "text":
    case "call":
      return firstLine(step.body) || (step.kind === "text" ? "No text yet" : "What is it about?");
    case "wait":
      return "Nothing is sent";
    case "condition":
      return describeCondition(step);
  }
}

function describeCondition({ what, did, within, withinUnit, otherwise }: DraftStep): string {
  const span =
    within.trim() === ""
      ? ""
      : `${within.trim()} ${within.trim() === "1" ? withinUnit.replace(/s$/, "") : withinUnit}`;
  const known =
    CONDITION_EVENTS.find(({ value }) => value === what)?.label ?? `done “${what.replace(/[._-]/g, " ")}”`;
  const test =
    what === "silent"
      ? `if they’ve been quiet for ${span || "a few days"}`
      : `if they have${did === "no" ? " not" : ""} ${known}${span ? ` in the last ${span}` : ""}`;
  const skip = otherwise === "1" ? "skip the next step" : `skip the next ${otherwise} steps`;
  return `Continue ${test}; otherwise ${otherwise === "end" ? "stop" : skip}`;
}

const firstLine = (body: string) => {
  const line = body.trim().split("\n")[0]!.trim();
  return line.length > 70 ? `${line.slice(0, 68).trimEnd()}...` : line;
};

/** Changes the keys of error messages from positions (`steps.2.subject`) to step ids, because steps move. */
export function problemsById(
  fields: Readonly<Record<string, string | undefined>>,
  steps: DraftText["steps"],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, message]) => {
      const [first, at, part] = field.split(".");
      const step = first === "steps" && at !== undefined ? steps[Number(at)] : undefined;
      if (!message) return [];
      return [[step ? [step.id, part].filter(Boolean).join(".") : field, message]];
    }),
  );
}

/** A draft's fields under their form names. */
export function fieldsOf({ name, trigger, steps }: DraftText): Record<string, string> {
  return {
    name,
    trigger: trigger.kind,
    "trigger.pageId": trigger.pageId,
    "trigger.what": trigger.what,
    "trigger.on": trigger.on,
    ...Object.fromEntries(
      steps.flatMap((step, at) =>
        Object.entries(step).map(([field, value]) => [`steps.${at}.${field}`, value]),
      ),
    ),
  };
}
