import type { Delay, Step, Test } from "../plan/planner.ts";

// Every field is text as typed, so half a number is saved too. Values are parsed when the sequence is
// published.

export const KINDS = ["gift", "mail", "text", "call", "wait", "condition"] as const;
export type Kind = (typeof KINDS)[number];
/** A gift is added by its page only. */
export const ADDABLE = ["mail", "text", "call", "wait", "condition"] as const;

/** Fields that its kind doesn't use are saved too, so switching kinds loses nothing. */
export interface DraftStep {
  /** Stays the same while the step is edited and moved. */
  readonly id: string;
  readonly kind: Kind;
  readonly amount: string;
  readonly unit: string;
  readonly subject: string;
  readonly body: string;
  /** An event, or `silent`. */
  readonly what: string;
  /** `yes` or `no`: whether they did it. */
  readonly did: string;
  /** A time span such as `3 days`. An empty amount means since the lead came. */
  readonly within: string;
  readonly withinUnit: string;
  /** `end`, or the number of steps to skip. */
  readonly otherwise: string;
  /** `yes` if the body ends with its own signature. */
  readonly signed: string;
}

export interface DraftTrigger {
  readonly kind: string;
  readonly pageId: string;
  readonly what: string;
  readonly on: string;
}

export interface DraftText {
  readonly name: string;
  readonly trigger: DraftTrigger;
  readonly steps: readonly DraftStep[];
}

export interface ReplacedDraft extends DraftText {
  readonly by: string | null;
  readonly at: string;
}

export const FIELDS = [
  "amount",
  "unit",
  "subject",
  "body",
  "what",
  "did",
  "within",
  "withinUnit",
  "otherwise",
  "signed",
] as const;
export type StepField = (typeof FIELDS)[number];

const EMPTY: Record<StepField, string> = {
  amount: "2",
  unit: "days",
  subject: "",
  body: "",
  what: "replied",
  did: "no",
  within: "3",
  withinUnit: "days",
  otherwise: "end",
  signed: "",
};

export const newStep = (id: string, kind: Kind): DraftStep => ({ id, kind, ...EMPTY });

/** Converts stored steps for the editor. */
export function draftOf(steps: readonly Step[], idOf: (at: number) => string): DraftStep[] {
  return steps.map((step, at) => ({ ...newStep(idOf(at), step.kind), ...partsOf(step) }));
}

const delayOf = ({ amount, unit }: Delay) => ({ amount: String(amount), unit });

function partsOf(step: Step): Partial<DraftStep> {
  switch (step.kind) {
    case "gift":
      return { subject: step.subject, body: step.body };
    case "mail":
      return {
        ...delayOf(step.delay),
        subject: step.subject,
        body: step.body,
        signed: step.signed ? "yes" : "",
      };
    case "text":
      return { ...delayOf(step.delay), body: step.body };
    case "call":
      return { ...delayOf(step.delay), body: step.say };
    case "wait":
      return delayOf(step.delay);
    case "condition":
      return {
        ...testOf(step.if),
        otherwise: step.otherwise === "end" ? "end" : String(step.otherwise.skip),
      };
  }
}

function testOf(test: Test): Partial<DraftStep> {
  if ("days" in test) return { what: "silent", did: "no", within: String(test.days), withinUnit: "days" };
  const { amount, unit } = test.within ?? { amount: "", unit: "days" };
  return { what: test.what, did: test.not ? "no" : "yes", within: String(amount), withinUnit: unit };
}

/** Leaves anything but a number for the schema to reject. */
const numberOf = (typed: string): unknown =>
  /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : typed.trim() === "" ? undefined : Number.NaN;

/** Converts a draft for the sequence schema, which must validate it. */
export function sequenceOf({ name, trigger, steps }: DraftText): {
  name: string;
  trigger: unknown;
  steps: unknown[];
} {
  return { name, trigger: triggerOf(trigger), steps: steps.map(stepOf) };
}

function triggerOf({ kind, pageId, what, on }: DraftTrigger): unknown {
  if (kind === "new lead") return { kind, pageId };
  if (kind === "event") return { kind, what };
  if (kind === "date") return { kind, on };
  return { kind };
}

function stepOf(step: DraftStep): unknown {
  const { kind, unit, subject, body } = step;
  const delay = { amount: numberOf(step.amount), unit };
  switch (kind) {
    case "gift":
      return { kind, subject, body };
    case "mail":
      return { kind, delay, subject, body, ...(step.signed === "yes" && { signed: true }) };
    case "text":
      return { kind, delay, body };
    case "call":
      return { kind, delay, say: body };
    case "wait":
      return { kind, delay };
    case "condition": {
      const within =
        step.within.trim() === "" ? undefined : { amount: numberOf(step.within), unit: step.withinUnit };
      const test =
        step.what === "silent"
          ? { what: "silent", days: numberOf(step.within) }
          : { what: step.what, ...(within && { within }), ...(step.did === "no" && { not: true }) };
      return {
        kind,
        if: test,
        otherwise: step.otherwise === "end" ? "end" : { skip: numberOf(step.otherwise) },
      };
    }
  }
}

/** The editor field for a path of the schema: a call's `steps.2.body` is `steps.2.say`. */
export function fieldOfPath(path: readonly PropertyKey[]): string {
  const [first, at, part, inner] = path.map(String);
  if (first === "trigger") return at && at !== "kind" ? `trigger.${at}` : "trigger";
  if (first !== "steps") return first ?? "form";
  if (at === undefined) return "steps";
  if (part === undefined) return `steps.${at}`;
  if (part === "delay") return `steps.${at}.amount`;
  if (part === "say") return `steps.${at}.body`;
  if (part === "if")
    return inner === "within" || inner === "days" ? `steps.${at}.within` : `steps.${at}.what`;
  return `steps.${at}.${part}`;
}
