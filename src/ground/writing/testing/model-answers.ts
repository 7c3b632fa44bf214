import type { DripText } from "../drip/schema.ts";
import type { ComposedGuide } from "../schema.ts";

/** A magnet as a model's answer. */
export function magnetAnswer(text: ComposedGuide) {
  const { title, promise, opening, sections, todoLabel, checklist, about, nextStep } = structuredClone(text);
  const { contact: _contact, ...next } = nextStep;
  return { title, promise, opening, sections, todoLabel, checklist, about, nextStep: next };
}

/** A drip as a model's answer: without greetings, signatures, days and cues. */
export function dripAnswer(text: DripText) {
  return {
    emails: text.emails.map(({ subject, body }) => ({
      subject,
      paragraphs: body.split("\n\n").slice(1, -1),
    })),
    scripts: text.scripts.map(({ lines }) => ({ lines: lines.map(({ say }) => say) })),
  };
}
