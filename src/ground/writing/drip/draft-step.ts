import type { DripText } from "./schema.ts";
import type { StepWords } from "./rewrite-step.ts";

/** A part of a sequence that has no words yet. */
export interface StepWanted {
  readonly kind: "mail" | "text" | "call";
  /** How many of the same kind come before it, so that the next one says something else. */
  readonly before: number;
}

/**
 * A draft out of a drip that our writer wrote for the business; the same drip and place give the same words.
 */
export function draftOf(drip: DripText, { kind, before }: StepWanted): StepWords {
  const email = drip.emails[before % drip.emails.length]!;
  if (kind === "mail") return { kind, subject: email.subject, body: email.body };
  if (kind === "text") {
    // The ask is what a text has room for.
    const ask = email.body.split("\n\n").slice(1, -1).at(-1) ?? "";
    return { kind, subject: "", body: `Hi {{first_name}}, {{business}} here. ${ask}`.trim() };
  }
  const script = drip.scripts[before % drip.scripts.length]!;
  return { kind, subject: "", body: script.lines.map(({ cue, say }) => `${cue}: ${say}`).join("\n\n") };
}
