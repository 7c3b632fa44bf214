import type { DripText } from "../drip/schema.ts";
import type { WholeGuide } from "../guides/whole-guide-schema.ts";

/** A guide as a model's answer. */
export function magnetAnswer({ title, promise, readers, opening, sections, nextStep }: WholeGuide) {
  return structuredClone({
    plan: "One thought, and the ask.",
    title,
    promise,
    readers,
    opening: opening.paragraphs,
    sections: sections.map(({ heading, isUrgent, letter, ...section }) => ({
      ...section,
      heading: heading || "One more thing",
      isUrgent: isUrgent ?? false,
      letter: letter === "" ? [] : letter.split("\n\n"),
    })),
    nextStep: { heading: nextStep.heading, paragraphs: nextStep.paragraphs },
    sources: ["S1"],
  });
}

/** A drip as a model's answer: without greetings and signatures. */
export function dripAnswer({ objection, emails, scripts }: DripText) {
  return {
    plan: "Four emails, one question.",
    objection,
    emails: emails.map(({ day, subject, body }) => ({
      day,
      subject,
      paragraphs: body.split("\n\n").slice(1, -1),
    })),
    scripts: scripts.map(({ title, day, when, lines }) => ({
      ...{ title, day, when },
      lines: lines.map((line) => ({ ...line })),
    })),
  };
}
