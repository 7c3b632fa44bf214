import type { Delay, Step, Test } from "../plan/planner.ts";

// What the editor holds. Everything that somebody types is text, so that half a number is kept like a whole
// one; what it comes to is asked when it is put to work.

export const KINDS = ["gift", "mail", "text", "call", "wait", "condition"] as const;
export type Kind = (typeof KINDS)[number];
/** Kinds that can be added; a gift is what a page begins with. */
export const ADDABLE = ["mail", "text", "call", "wait", "condition"] as const;

/**
 * A step as it is typed. Parts that its kind has no use for stay as they were, so that nothing is lost on the
 * way.
 */
export interface DraftStep {
  /** Its own for as long as it is edited, whatever place it has. */
  readonly id: string;
  readonly kind: Kind;
  readonly amount: string;
  readonly unit: string;
  readonly subject: string;
  readonly body: string;
  /** A deed, or `silent`. */
  readonly what: string;
  /** `yes` or `no`: whether they did it or did not. */
  readonly did: string;
  /** Within how long, such as `3 days`; the amount empty for since they came. */
  readonly within: string;
  readonly withinUnit: string;
  /** `end`, or how many steps are left out. */
  readonly otherwise: string;
  /** `yes` where the words end with a signature of their own. */
  readonly signed: string;
}

/** What starts it, as it is typed. */
export interface DraftTrigger {
  readonly kind: string;
  readonly pageId: string;
  readonly what: string;
  readonly on: string;
}

/** All that is edited. */
export interface DraftText {
  readonly name: string;
  readonly trigger: DraftTrigger;
  readonly steps: readonly DraftStep[];
}

/** A text in whose place another was put, and whose it was. */
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

/** A step to begin with. */
export const newStep = (id: string, kind: Kind): DraftStep => ({ id, kind, ...EMPTY });

/** What is sent or done, as the editor holds it. @param ids one for each */
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

/** A number as it is typed; anything else is told by the schema. */
const numberOf = (typed: string): unknown =>
  /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : typed.trim() === "" ? undefined : Number.NaN;

/** What the schema of sequences is asked about: unknown until it has said yes. */
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

/** The field of the editor that a path of the schema is about: `steps.2.say` is what a call's `body` is. */
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
