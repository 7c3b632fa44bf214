import { FAREWELLS, GREETINGS } from "#ground/writing/public.ts";
import { NAMELESS } from "../message/placeholders.ts";
import type { Play } from "./schema.ts";
import type { Step } from "../plan/planner.ts";

export interface Voice {
  readonly tone: "plain" | "friendly" | "expert" | "direct" | "calm";
  /** Such as "roof repairs"; undefined without a usable answer. */
  readonly work: string | undefined;
  /** Who signs and calls. */
  readonly person: string | undefined;
}

const SLOTS = ["work", "person", "hello", "bye"] as const;

/** Fills in a business's words. Only per-lead placeholders remain. */
export function stepsOfPlay({ steps }: Pick<Play, "steps">, { tone, work, person }: Voice): Step[] {
  const words: Readonly<Record<(typeof SLOTS)[number], string>> = {
    work: work ?? NAMELESS,
    person: person ?? "",
    hello: GREETINGS[tone],
    bye: FAREWELLS[tone],
  };
  const fill = (text: string) => {
    // Without a name: "Hi Dana, this is Summit Deck."
    const named = person
      ? text
      : text
          .replaceAll(/\{person\}(?: (?:from|with) |, |\n)\{\{business\}\}/g, "{{business}}")
          .replaceAll("{person}", "{{business}}");
    // A function, because a name may contain `$` patterns.
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
