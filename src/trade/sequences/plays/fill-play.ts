import type { Play } from "./schema.ts";
import type { Step } from "../plan/planner.ts";

/** How a business sounds, and the words that are its own. */
export interface Voice {
  readonly tone: "plain" | "friendly" | "expert" | "direct" | "calm";
  /** What it does, as a name for it: "roof repairs"; undefined where nothing usable was said. */
  readonly work: string | undefined;
  /** Who signs and calls; undefined where nobody is named. */
  readonly person: string | undefined;
}

const HELLO = {
  plain: "Hi {{first_name}},",
  friendly: "Hi {{first_name}},",
  expert: "Hello {{first_name}},",
  direct: "{{first_name}},",
  calm: "Hello {{first_name}},",
} as const;
const BYE = {
  plain: "Thanks,",
  friendly: "Talk soon,",
  expert: "Kind regards,",
  direct: "Thanks,",
  calm: "All the best,",
} as const;

/** What a play says where a business has not said what it does. */
const THEIR_WORK = "your project";

/** The slots of a play. */
const SLOTS = ["work", "person", "hello", "bye"] as const;

/** A play's steps in the words of a business: what is left to fill is each person's own. */
export function stepsOfPlay({ steps }: Pick<Play, "steps">, { tone, work, person }: Voice): Step[] {
  const words: Readonly<Record<(typeof SLOTS)[number], string>> = {
    work: work ?? THEIR_WORK,
    person: person ?? "",
    hello: HELLO[tone],
    bye: BYE[tone],
  };
  const fill = (text: string) => {
    // Without a name the business speaks: "Hi Dana, this is Summit Deck."
    const named = person
      ? text
      : text
          .replaceAll(/\{person\} from \{\{business\}\}|\{person\}, \{\{business\}\}/g, "{{business}}")
          .replaceAll("{person}", "{{business}}");
    // A name is put in by a function: what stands in it is never a pattern.
    return named.replaceAll(
      /(?<!\{)\{(work|person|hello|bye)\}(?!\})/g,
      (_, name: (typeof SLOTS)[number]) => words[name],
    );
  };
  return steps.map((step) => inWords(step, fill));
}

function inWords(step: Step, fill: (text: string) => string): Step {
  switch (step.kind) {
    case "gift":
    case "mail":
      return { ...step, subject: fill(step.subject), body: fill(step.body) };
    case "text":
      return { ...step, body: fill(step.body) };
    case "call":
      return { ...step, say: fill(step.say) };
    case "wait":
    case "condition":
      return step;
  }
}
