import type { DripText } from "./schema.ts";
import type { StepWords } from "./rewrite-step.ts";

/** A step of a sequence without text. */
export interface StepWanted {
  readonly kind: "mail" | "text" | "call";
  /** How many steps of the same kind precede it, so that the draft differs from theirs. */
  readonly before: number;
}

/** Takes a draft from a drip written for the business. Deterministic for a drip and position. */
export function draftOf(drip: DripText, { kind, before }: StepWanted): StepWords {
  const email = drip.emails[before % drip.emails.length]!;
  if (kind === "mail") return { kind, subject: email.subject, body: email.body };
  if (kind === "text") {
    // A text message only has room for the request.
    const ask = email.body.split("\n\n").slice(1, -1).at(-1) ?? "";
    return { kind, subject: "", body: `Hi {{first_name}}, {{business}} here. ${ask}`.trim() };
  }
  const script = drip.scripts[before % drip.scripts.length]!;
  return { kind, subject: "", body: script.lines.map(({ cue, say }) => `${cue}: ${say}`).join("\n\n") };
}
