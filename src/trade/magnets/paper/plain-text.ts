import type { MagnetText } from "#ground/writing/public.server.ts";
import { letters } from "./typeset.ts";

/** For mail programs and phones. */
const COLUMNS = 72;

interface ContactDetails {
  readonly phone?: string | undefined;
  /** Of the page where anyone can ask for this guide. */
  readonly page?: string | undefined;
}

/** Renders the guide as plain text for an email or a chat: underlined headings, checkboxes, 72 columns. */
export function toPlainText(text: MagnetText, { phone, page }: ContactDetails = {}): string {
  const { contact } = text.nextStep;
  const heading = (words: string, mark: string) => [
    words,
    mark.repeat(Math.min(COLUMNS, letters(words).length)),
  ];
  const points = (list: MagnetText["opening"]["points"]) =>
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
  ].join("\n");
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

/** Breaks a paragraph into lines, but no word. */
function wrap(text: string, indent = ""): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line.trim() !== "" && letters(line).length + 1 + letters(word).length > COLUMNS) {
      lines.push(line);
      line = indent + word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
