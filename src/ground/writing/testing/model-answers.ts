import type { DripText } from "../drip/schema.ts";
import type { WholeGuide } from "../guides/whole-guide-schema.ts";

/** A guide as the parts of a model's answer. */
export function magnetAnswer({ title, promise, readers, opening, sections, nextStep }: WholeGuide) {
  return structuredClone({
    ...{ title, promise, readers, opening: opening.paragraphs },
    sections: sections.map(({ isUrgent: _isUrgent, letter, ...section }) => ({
      ...section,
      letter: letter === "" ? [] : letter.split("\n\n"),
    })),
    nextStep: { heading: nextStep.heading, paragraphs: nextStep.paragraphs },
    sources: ["S1"],
  });
}

/** A guide as a model writes it down. */
export function writtenGuide({
  title,
  promise,
  readers,
  opening,
  sections,
  nextStep,
  sources,
}: ReturnType<typeof magnetAnswer>): string {
  return [
    ...[`# ${title}`, `*${promise}*`, readers, ...opening],
    ...sections.flatMap(({ heading, paragraphs, points, isNumbered, table, letter, after }) => [
      ...(heading === "" ? [] : [`## ${heading}`]),
      ...paragraphs,
      ...(points.length > 0
        ? [points.map((point, at) => `${isNumbered ? `${at + 1}.` : "-"} ${point}`).join("\n")]
        : []),
      ...(table.columns.length > 0 ? [writtenTable(table)] : []),
      ...(letter.length > 0 ? [letter.map((line) => `> ${line}`).join("\n>\n")] : []),
      ...after,
    ]),
    ...[`## ${nextStep.heading}`, ...nextStep.paragraphs, `Sources: ${sources.join(", ")}`],
  ].join("\n\n");
}

const writtenTable = ({ columns, rows }: WholeGuide["sections"][number]["table"]): string =>
  [columns, columns.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

/** A drip as the parts of a model's answer: without greetings and signatures. */
export function dripAnswer({ objection, emails, scripts }: DripText) {
  return {
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

/** A drip as a model writes it down. */
export const writtenDrip = ({ objection, emails, scripts }: ReturnType<typeof dripAnswer>): string =>
  [
    `Objection: ${objection}`,
    ...emails.flatMap(({ day, subject, paragraphs }, at) => [
      `## Email ${at + 1}, day ${day}: ${subject}`,
      ...paragraphs,
    ]),
    ...scripts.flatMap(({ day, title, when, lines }, at) => [
      ...[`## Call ${at + 1}, day ${day}: ${title}`, `When: ${when}`],
      ...lines.map(({ cue, say }) => `**${cue}:** ${say}`),
    ]),
  ].join("\n\n");

/** A repair that changes places of an answer, or none. */
export const writtenChanges = (...changes: readonly { at: string; text: string }[]): string =>
  JSON.stringify({ changes });
