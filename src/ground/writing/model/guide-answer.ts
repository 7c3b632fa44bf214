import { z } from "zod";
import type { WholeGuide } from "../guides/whole-guide-schema.ts";

const text = (most: number) => z.string().trim().min(1).max(most);
const paragraphs = (most: number) => z.array(text(1500)).max(most);

const section = z.object({
  /** Empty for one that continues the section before. */
  heading: z.string().trim().max(160),
  paragraphs: paragraphs(8),
  points: z.array(text(800)).max(14),
  isNumbered: z.boolean(),
  table: z.object({
    columns: z.array(z.string().trim().max(160)).max(5),
    rows: z.array(z.array(z.string().trim().max(500)).max(5)).max(14),
  }),
  /** Paragraphs of a text to send or to say. */
  letter: z.array(text(700)).max(16),
  after: paragraphs(6),
});
type AnswerSection = z.output<typeof section>;

/** What a model writes of a guide. Contact and the sources' words are ours. */
export const guideAnswerSchema = z.object({
  title: text(140),
  promise: text(300),
  readers: z.string().trim().max(140),
  opening: paragraphs(8).min(1),
  sections: z.array(section).min(3).max(18),
  nextStep: z.object({ heading: text(160), paragraphs: paragraphs(10).min(1) }),
  /** Numbers of the figures that it used. */
  sources: z.array(z.string().trim().max(12)).max(30),
});
export type GuideAnswer = z.output<typeof guideAnswerSchema>;

/** The line on the cover; ours if it has another form. */
const READERS = /^For [^.?!]{3,110}\.?$/;
/** A blank to write on. */
const BLANK = "____";

function tidyLine(line: string): string {
  const blanked = line.replace(/_{2,}/g, BLANK);
  return blanked.split("**").length % 2 === 0 ? blanked.replaceAll("**", "") : blanked;
}

const plain = (line: string) => line.replaceAll("**", "");

/** The words of a point without the sign that the page prints. */
const unlisted = (line: string) => tidyLine(line.replace(/^(?:[-*•]|\d{1,2}[.)]|\[ ?\])\s+/, ""));

function settledSection({ heading, table, ...rest }: AnswerSection): AnswerSection[] {
  const points = rest.points.map(unlisted);
  const columns = table.columns.map(tidyLine);
  const rows = table.rows
    .filter((row) => row.length > 0)
    .map((row) => columns.map((_, at) => tidyLine(row[at] ?? "")));
  const isTable = columns.length > 1 && rows.length > 1;
  const [alone] = isTable ? [] : rows;
  // One point is no list.
  const isList = points.length > 1;
  const settled: AnswerSection = {
    heading: plain(heading).replace(/:$/, ""),
    paragraphs: [...rest.paragraphs.map(tidyLine), ...(isList ? [] : points)],
    points: isList ? points : [],
    isNumbered: rest.isNumbered,
    table: isTable ? { columns, rows } : { columns: [], rows: [] },
    letter: rest.letter.map((line) => tidyLine(line.replace(/\[[^\]]*\]/g, BLANK))),
    after: [...(alone ? [alone.filter(Boolean).join(". ")] : []), ...rest.after.map(tidyLine)].filter(
      Boolean,
    ),
  };
  const isEmpty =
    [settled.paragraphs, settled.points, settled.letter, settled.after].every(({ length }) => length === 0) &&
    !isTable;
  return isEmpty ? [] : [settled];
}

/** Puts an answer in order: whole tables and lists, no half of bold, nothing that has lost its text. */
export const settledGuide = (answer: GuideAnswer): GuideAnswer => ({
  ...answer,
  title: plain(answer.title),
  promise: plain(answer.promise),
  readers: READERS.test(answer.readers) ? plain(answer.readers).replace(/\.$/, "") : "",
  opening: answer.opening.map(tidyLine),
  sections: answer.sections.flatMap(settledSection),
  nextStep: {
    heading: plain(answer.nextStep.heading),
    paragraphs: answer.nextStep.paragraphs.map(tidyLine),
  },
});

/** Typographic quotes, as in the guides of content/guides. */
const quoted = (line: string): string =>
  line
    .replace(/(^|[\s([{/*-])"/g, "$1“")
    .replaceAll('"', "”")
    .replace(/'(?=\d0s\b)/g, "’")
    .replace(/(^|[\s([{/*“-])'(?=\S)/g, "$1‘")
    .replaceAll("'", "’");

const quotedSection = ({ table, letter, ...rest }: AnswerSection): WholeGuide["sections"][number] => ({
  heading: quoted(rest.heading),
  paragraphs: rest.paragraphs.map(quoted),
  points: rest.points.map(quoted),
  isNumbered: rest.isNumbered,
  table: { columns: table.columns.map(quoted), rows: table.rows.map((row) => row.map(quoted)) },
  letter: letter.map(quoted).join("\n\n"),
  after: rest.after.map(quoted),
});

/**
 * An answer as a whole guide.
 * @param ours what isn't the model's
 */
export function wholeGuideOf(
  answer: GuideAnswer,
  ours: Pick<WholeGuide, "guide" | "readers" | "sources" | "toCheck"> & {
    readonly contact: WholeGuide["nextStep"]["contact"];
  },
): WholeGuide {
  const sections = answer.sections.map(quotedSection);
  return {
    version: 2,
    writer: "model",
    guide: ours.guide,
    title: quoted(answer.title),
    promise: quoted(answer.promise),
    readers: quoted(answer.readers) || ours.readers,
    opening: { paragraphs: answer.opening.map(quoted) },
    sections,
    askAfter: sections.length,
    nextStep: {
      heading: quoted(answer.nextStep.heading),
      paragraphs: answer.nextStep.paragraphs.map(quoted),
      contact: ours.contact,
    },
    sources: [...ours.sources],
    ...(ours.toCheck?.length ? { toCheck: ours.toCheck.map(quoted) } : {}),
  };
}
