import { delayWords, testWords } from "./conditions.ts";
import type { Step } from "./planner.ts";

/** A step in one line: a mail's subject, else what happens. */
export function stepTitle(step: Step): string {
  switch (step.kind) {
    case "gift":
    case "mail":
      return step.subject;
    case "call":
      return "Call them";
    case "wait":
      return `Wait ${delayWords(step.delay)}`;
    case "condition":
      return testWords(step.if);
  }
}

/** What a preview says of a step's kind. */
export function kindWords(step: Step): string {
  switch (step.kind) {
    case "gift":
      return "at once, with the guide";
    case "mail":
      return "email";
    case "call":
      return "call, by you";
    case "wait":
      return "wait";
    case "condition":
      return "decided then";
  }
}

/** All of what a step says or does, for whoever wants to read it. */
export function stepText(step: Step): string {
  switch (step.kind) {
    case "gift":
    case "mail":
      return step.body;
    case "call":
      return step.say;
    case "wait":
      return "Nothing is sent.";
    case "condition": {
      if (step.otherwise === "end") return "Where it is not so, nothing more is sent.";
      const { skip } = step.otherwise;
      return `Where it is not so, the next ${skip === 1 ? "step is" : `${skip} steps are`} left out, and what follows comes earlier by as much.`;
    }
  }
}
