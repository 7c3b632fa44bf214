import type { ComposedGuide, MagnetText, WholeGuide } from "#ground/writing/public.server.ts";
import { letters } from "./typeset.ts";
import { plainLine } from "./whole-guide.ts";

/** For mail programs and phones. */
const COLUMNS = 72;

interface ContactDetails {
  readonly phone?: string | undefined;
  /** Of the page where anyone can ask for this guide. */
  readonly page?: string | undefined;
}

/** Renders the guide as plain text for an email or a chat: underlined headings, checkboxes, 72 columns. */
export const toPlainText = (text: MagnetText, contact: ContactDetails = {}): string =>
  (text.version === 1 ? composedLines(text, contact) : wholeLines(text, contact)).join("\n");

const heading = (words: string, mark: string) => [
  ...wrap(words),
  mark.repeat(Math.min(COLUMNS, letters(words).length)),
];

function wholeLines(text: WholeGuide, { phone, page }: ContactDetails): string[] {
  const { title, promise, readers, opening, sections, askAfter, nextStep, sources } = text;
  const { name, company, email } = nextStep.contact;
  const paragraphs = (list: readonly string[]) => list.flatMap((line) => ["", ...wrap(plainLine(line))]);
  const ask = [
    ...["", "", ...heading(nextStep.heading, "-"), ...paragraphs(nextStep.paragraphs), ""],
    ...[name, company, email, phone, page].flatMap((line) => line || []),
  ];
  return [
    ...[...heading(title, "="), "", ...wrap(promise), "", ...wrap(readers)],
    ...[...wrap(`From ${[name, company].filter(Boolean).join(", ")}`), ""],
    ...paragraphs(opening.paragraphs),
    ...sections.flatMap((section, at) => [
      ...(at === askAfter ? ask : []),
      ...(section.heading ? ["", "", ...heading(section.heading, "-")] : []),
      ...paragraphs(section.paragraphs),
      ...section.points.flatMap((point, place) => {
        const mark = section.isNumbered ? `${place + 1}. ` : "- ";
        return ["", ...wrap(`${mark}${plainLine(point)}`, " ".repeat(mark.length))];
      }),
      ...tableLines(section.table),
      ...(section.letter
        ? ["", ...section.letter.split("\n").flatMap((line) => wrap(`| ${plainLine(line)}`, "| "))]
        : []),
      ...paragraphs(section.after),
    ]),
    ...(askAfter >= sections.length ? ask : []),
    ...(sources.length > 0 ? ["", "", ...heading("Where the figures come from", "-")] : []),
    ...sources.flatMap((source) => wrap(`- ${source}`, "  ")),
    "",
  ];
}

/** A row per block: its first cell, then the others with the heading of their column. */
function tableLines({ columns, rows }: WholeGuide["sections"][number]["table"]): string[] {
  return rows.flatMap(([first = "", ...cells]) => [
    "",
    ...wrap(`* ${plainLine(first || columns[0] || "")}`, "  "),
    ...cells.flatMap((cell, at) => {
      const column = plainLine(columns[at + 1] ?? "");
      return wrap(`  ${column}${column ? ": " : ""}${plainLine(cell) || "________"}`, "    ");
    }),
  ]);
}

function composedLines(text: ComposedGuide, { phone, page }: ContactDetails): string[] {
  const { contact } = text.nextStep;
  const points = (list: ComposedGuide["opening"]["points"]) =>
    list.flatMap(({ title, text: body }, at) => ["", ...wrap(`${at + 1}. ${title} ${body}`, "   ")]);
  const paragraphs = (list: readonly string[]) => list.flatMap((line) => [...wrap(line), ""]);
  return [
    ...heading(text.title, "="),
    "",
    ...wrap(text.promise),
    "",
    ...wrap(text.readers),
    ...wrap(`From ${[contact.name, contact.company].filter(Boolean).join(", ")}`),
    "",
    "",
    ...heading(text.opening.heading, "-"),
    "",
    ...text.opening.paragraphs.flatMap((line) => [...wrap(line), ""]).slice(0, -1),
    ...points(text.opening.points),
    ...text.sections.flatMap((section, at) => [
      "",
      "",
      ...heading(`${at + 1}. ${section.heading}`, "-"),
      "",
      ...paragraphs(section.paragraphs).slice(0, -1),
      ...points(section.points),
      "",
      ...wrap(`> ${text.todoLabel}: ${section.todo}`, "  "),
    ]),
    "",
    "",
    ...heading(text.checklist.heading, "-"),
    "",
    ...wrap(text.checklist.intro),
    ...text.checklist.groups.flatMap((group) => [
      "",
      group.heading,
      ...group.items.flatMap((item) => wrap(`[ ] ${item}`, "    ")),
    ]),
    "",
    "",
    ...heading(text.about.heading, "-"),
    "",
    ...paragraphs(text.about.paragraphs),
    "",
    ...heading(text.nextStep.heading, "-"),
    "",
    ...paragraphs(text.nextStep.paragraphs),
    contact.name,
    ...(contact.company ? [contact.company] : []),
    contact.email,
    ...(phone ? [phone] : []),
    ...(page ? [page] : []),
    "",
  ];
}

/** A file name from a title: letters and digits of any script, at most 60 characters. */
export function magnetFileName(title: string, extension: "pdf" | "txt"): string {
  const words = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const all = letters(words);
  const short =
    all.length > 60
      ? all
          .slice(0, 60)
          .join("")
          .replace(/-[^-]*$/, "")
      : words;
  return `${short || "lead-magnet"}.${extension}`;
}

/** Breaks a paragraph into lines, but no word. Spaces before its first word stay. */
function wrap(text: string, indent = ""): string[] {
  const lines: string[] = [];
  let line = /^ */.exec(text)![0];
  for (const word of text.slice(line.length).split(" ")) {
    if (line.trim() !== "" && letters(line).length + 1 + letters(word).length > COLUMNS) {
      lines.push(line);
      line = indent + word;
    } else line = line.trim() === "" ? line + word : `${line} ${word}`;
  }
  return [...lines, line];
}
