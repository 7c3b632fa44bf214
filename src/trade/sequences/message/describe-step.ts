import { formatDelay, describeTest } from "../plan/conditions.ts";
import { FILL_LABELS, type Fills, fillPlaceholders } from "./placeholders.ts";
import type { Step } from "../plan/planner.ts";
import { longestText, textParts } from "./text-parts.ts";

/** In characters. */
const TITLE = 40;
/** Longer texts show their number of parts. */
const USUAL_PARTS = 3;

/**
 * A step in one line: an email's subject, a text's first words, else its action.
 * @param fills values of placeholders; by default their labels
 */
export function stepTitle(step: Step, fills: Fills = FILL_LABELS): string {
  switch (step.kind) {
    case "gift":
    case "mail":
      return fillPlaceholders(step.subject, fills);
    case "text":
      return `Text: ${firstWords(fillPlaceholders(step.body, fills))}`;
    case "call":
      return "Call them";
    case "wait":
      return `Wait ${formatDelay(step.delay)}`;
    case "condition":
      return describeTest(step.if);
  }
}

export function kindLabel(step: Step): string {
  switch (step.kind) {
    case "gift":
      return "right away, with the guide";
    case "mail":
      return "email";
    case "text": {
      const parts = textParts(longestText(step.body));
      return parts > USUAL_PARTS ? `text, sent as ${parts} messages` : "text";
    }
    case "call":
      return "call from you";
    case "wait":
      return "wait";
    case "condition":
      return "check";
  }
}

export function stepText(step: Step): string {
  switch (step.kind) {
    case "gift":
    case "mail":
    case "text":
      return step.body;
    case "call":
      return step.say;
    case "wait":
      return "Nothing is sent.";
    case "condition": {
      if (step.otherwise === "end") return "Otherwise it ends here.";
      const { skip } = step.otherwise;
      return `Otherwise, the next ${skip === 1 ? "step is" : `${skip} steps are`} skipped, and the rest moves up.`;
    }
  }
}

function firstWords(body: string): string {
  const words = body.trim().split(/\s+/);
  let title = "";
  for (const word of words) {
    if (title && title.length + word.length >= TITLE) return `${title}...`;
    title = title ? `${title} ${word}` : word.slice(0, TITLE);
  }
  return title;
}
